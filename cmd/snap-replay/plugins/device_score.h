/* The score that gpupack and gpuspread give a device group inside a node (rules/06 13.8). */
#ifndef SNAP_DEVICE_SCORE_H
#define SNAP_DEVICE_SCORE_H
#include "session/session.h"

/* The used part of the device. False: the node's GPU memory is below 100 MiB, so its device groups
 * are never offered. */
static inline bool device_group_load(const struct node *n, int group, double *load)
{
	const struct device_group *g = device_group_of(n, group);

	if (n->gpu_memory < 100)
		return false;
	*load = g ? (double)g->used / (double)n->gpu_memory : 0;
	return true;
}

#endif
