/* Parts of statement.c, for that file only: the record of an operation, and the reverse of each
 * kind (rules/02 11.1 to 11.3). */
#ifndef SNAP_OPERATIONS_H
#define SNAP_OPERATIONS_H
#include "session/statement.h"

/* Appends an operation with this kind and task; its other members are zero. The pointer is valid
 * until the next append. */
struct operation *operation_append(struct statement *st, enum operation_kind kind, struct task *t);
/* Stores the task's present state in the old_ members of the operation. */
void operation_save(struct operation *op, const struct task *t);

/* ---- the reverses ---- */
/* The task gets the state in the old_ members and is booked on op->old_node. */
void unevict(struct session *s, const struct operation *op);
/* The task gets the state in the old_ members; its entry on the present node is removed. */
void unpipeline(struct session *s, const struct operation *op);
/* The task becomes Pending without a node, and gets virtual_status and zones; its entry on the
 * present node is removed. */
void unallocate(
	struct session *s, struct task *t, bool virtual_status, const struct zone_placement *zones);

#endif
