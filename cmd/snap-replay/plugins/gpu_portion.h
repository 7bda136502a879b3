/* What gpupack and gpuspread share: how much of a shared GPU is in use. */
#ifndef SNAP_GPU_PORTION_H
#define SNAP_GPU_PORTION_H
#include "session/session.h"

/* Used memory over the GPU's memory. False: the node's GPU memory is below 100 MiB, so the group is
 * never offered (rules/06 13.8). */
static inline bool gpu_used_portion(const struct node *n, int group, double *portion)
{
	const struct gpu_group *g = node_group(n, group);

	if (n->gpu_memory < 100)
		return false;
	*portion = g ? (double)g->used / (double)n->gpu_memory : 0;
	return true;
}

#endif
