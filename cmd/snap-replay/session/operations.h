/* The statement's own view of its operations: doing one without undo record, and taking one back
 * (rules/02 11.1 to 11.3). */
#ifndef SNAP_OPERATIONS_H
#define SNAP_OPERATIONS_H
#include "session/statement.h"

/* A zeroed operation at the end of the list; valid until the next one is appended. */
struct operation *operation_append(struct statement *st, enum operation_kind kind, struct task *t);
/* What a task was before the operation. */
void operation_save(struct operation *op, const struct task *t);
void unevict(struct session *s, const struct operation *op);
void unpipeline(struct session *s, const struct operation *op);
void unallocate(struct session *s, struct task *t, bool virtual_status);

#endif
