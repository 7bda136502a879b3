/* Booking tasks on nodes inside a session. Each function changes the node's entries and amounts
 * (model/node.h), then calls the hooks on_storage_add and on_storage_remove; task.node must be n.
 * The caller calls the hooks on_allocate and on_deallocate afterwards (rules/02 10.3). */
#ifndef SNAP_BOOKING_H
#define SNAP_BOOKING_H
#include "session/session.h"

/* Adds an entry for the task in its present status. move: the task goes to another GPU of n; its
 * old entry is replaced, the old amounts stay booked (rules/02 11.2). False: n has an entry of the
 * task already; n is unchanged. */
bool booking_add(struct session *s, struct node *n, struct task *t, bool move);
/* Removes the task's entry. False: there is none. */
bool booking_remove(struct session *s, struct node *n, struct task *t);
/* Replaces the task's entry by one in its present status. False: there is none. */
bool booking_update(struct session *s, struct node *n, struct task *t);

#endif
