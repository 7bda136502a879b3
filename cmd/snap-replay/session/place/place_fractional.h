/* Placing a task that shares GPUs on a node (rules/02 8.2 and 8.3). */
#ifndef SNAP_PLACE_FRACTIONAL_H
#define SNAP_PLACE_FRACTIONAL_H
#include "session/place/placement.h"

/* Chooses as many GPU groups, or unused GPUs for new groups, as the task requests, and allocates or
 * pipelines it there. False: the node has too few, and nothing changed. */
bool place_fractional(struct statement *st, struct task *t, struct node *n, bool pipeline_only);

#endif
