/* The parts of a statement's operations: the record, and the reverse of each kind (rules/02 11.1 to
 * 11.3). For statement.c only. */
#ifndef SNAP_OPERATIONS_H
#define SNAP_OPERATIONS_H
#include "session/statement.h"

/* Appends an operation; all members but these are zero. Valid until the next append. */
struct operation *operation_append(struct statement *st, enum operation_kind kind, struct task *t);
/* Stores the task's present state in the old_ members of the operation. */
void operation_save(struct operation *op, const struct task *t);

/* The reverses: the task returns to the state in the old_ members. */
void unevict(struct session *s, const struct operation *op);
void unpipeline(struct session *s, const struct operation *op);
/* The task becomes Pending without a node. */
void unallocate(struct session *s, struct task *t, bool virtual_status);

#endif
