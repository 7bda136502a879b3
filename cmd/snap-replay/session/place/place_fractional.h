/* Placing a fractional task on the GPUs of a node (rules/02 8.2 and 8.3). */
#ifndef SNAP_PLACE_FRACTIONAL_H
#define SNAP_PLACE_FRACTIONAL_H
#include "session/place/placement.h"

/* Chooses as many device groups, or unused GPUs for new groups, as the task requests, and allocates
 * or pipelines the task there. False: there are too few, and nothing changed; or the operation
 * failed. */
bool place_fractional(struct statement *st, struct task *t, struct node *n, bool pipeline_only);

#endif
