/* Stale bookings: a node still books a pod that the session has moved to another node
 * (rules/02 11.2). If a simulation chooses this node for the pod, the pod stays on the other node,
 * whose free amounts are not tested (rules/04 9.3). */
#ifndef SNAP_STALE_BOOKINGS_H
#define SNAP_STALE_BOOKINGS_H
#include "model/cluster.h"

/* Calls found(ctx, t, n) for each task t of which the node n has a stale booking. */
static inline void stale_bookings_on(const struct node *n,
	void (*found)(void *ctx, const struct task *t, const struct node *n), void *ctx)
{
	for (int i = 0; i < n->n_entries; i++)
		if (n->entries[i].task->node != n)
			found(ctx, n->entries[i].task, n);
}

#endif
