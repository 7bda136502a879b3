/* How full a device group is: the base of the scores of gpupack and gpuspread (rules/06 13.8). */
#ifndef SNAP_DEVICE_SCORE_H
#define SNAP_DEVICE_SCORE_H
#include "session/session.h"

/* Sets *load to the used part of the device, or to 0 if the node has no such group. False: the
 * node's GPUs have less than 100 MiB; its device groups have no load and get no score. */
static inline bool device_group_load(const struct node *n, int group, double *load)
{
	const struct device_group *g = device_group_of(n, group);

	if (n->gpu_memory < 100)
		return false;
	*load = g ? (double)g->used / (double)n->gpu_memory : 0;
	return true;
}

#endif
