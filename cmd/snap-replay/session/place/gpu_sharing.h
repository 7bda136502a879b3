/* Placing a request for parts of GPUs on a node (rules/02 8.3). */
#ifndef SNAP_GPU_SHARING_H
#define SNAP_GPU_SHARING_H
#include "session/place/placement.h"

/* Chooses groups (or fresh ones) and allocates or pipelines the task. False: too few GPUs, nothing
 * changed. */
bool place_shared(struct statement *st, struct task *t, struct node *n, bool pipeline_only);

#endif
