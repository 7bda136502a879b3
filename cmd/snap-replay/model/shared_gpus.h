/* GPUs that pods share through resource claims. From v0.17.1 on (rules/08 5) a node books such a
 * device once, however many of its pods have it, and a pod needs no room for a device that is
 * booked there. An entry counts with the devices that its pod had when the node booked it. */
#ifndef SNAP_SHARED_GPUS_H
#define SNAP_SHARED_GPUS_H
#include "model/cluster.h"

/* What the task needs of a node may hang on the claims of other pods there. Always false for a
 * version that books each device for each pod. */
bool gpus_may_be_shared(const struct cluster *c, const struct task *t);
/* How many of the task's devices the node has booked for other pods. */
double shared_gpus(const struct cluster *c, const struct node *n, const struct task *t);
/* The node books (by: 1) or un-books (-1) the entry, which has `gpus` GPUs in all. Returns how many
 * of those other pods of the node have as well: they are booked for these. */
double shared_gpus_book(
	struct cluster *c, const struct node *n, const struct node_entry *e, double gpus, int by);

#endif
