/* Booking tasks on nodes inside a session: the node's amounts (model/node.h), then the hooks
 * on_storage_add and on_storage_remove, for which task.node must be n. The hooks on_allocate and
 * on_deallocate are the caller's to call, after job and node were changed (rules/02 10.3). */
#ifndef SNAP_BOOKING_H
#define SNAP_BOOKING_H
#include "session/session.h"

/* The task's entry is added, with what it takes in its present status. move: an entry of the task
 * on n stays beside the new one (rules/02 11.2). False: n cannot book it, nothing changed. */
bool booking_add(struct session *s, struct node *n, struct task *t, bool move);
/* The task's entry is removed. False: there is none. */
bool booking_remove(struct session *s, struct node *n, struct task *t);
/* The task's entry is replaced, as after a change of status. False: there is none. */
bool booking_update(struct session *s, struct node *n, struct task *t);

#endif
