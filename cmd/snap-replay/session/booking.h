/* Putting tasks on nodes inside a session: the node's books, storage claims, and the events that
 * plugins listen to. */
#ifndef SNAP_BOOKING_H
#define SNAP_BOOKING_H
#include "session/session.h"

/* As node_add, node_remove and node_update, with the task's storage claims. t->node must be n. */
bool booking_add(struct session *s, struct node *n, struct task *t, bool move);
bool booking_remove(struct session *s, struct node *n, struct task *t);
bool booking_update(struct session *s, struct node *n, struct task *t);

#endif
