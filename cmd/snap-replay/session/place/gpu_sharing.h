/* Placing a task that shares GPUs on a node (rules/02 8.2 and 8.3). */
#ifndef SNAP_GPU_SHARING_H
#define SNAP_GPU_SHARING_H
#include "session/place/placement.h"

/* Chooses as many GPU groups, or unused GPUs for new groups, as the task requests, and allocates or
 * pipelines it there. False: the node has too few, and nothing changed. */
bool place_shared(struct statement *st, struct task *t, struct node *n, bool pipeline_only);

#endif
