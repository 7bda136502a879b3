/* CSI storage when schedulerParams.scheduleCSIStorage is on (rules/06 11, rules/01 10).
 */
#ifndef SNAP_STORAGE_H
#define SNAP_STORAGE_H
#include "session/session.h"

/* Builds the tables and sets task.storage of tasks with linked claims; registers on_storage_add and
 * on_storage_remove. Does nothing when the parameter is off. */
void storage_open(struct session *s);
/* May be called for tasks with storage only. *text (may be NULL): why not, in the session's arena.
 */
bool storage_on_idle(
	struct session *s, const struct node *n, const struct task *t, struct str *text);
bool storage_on_releasing(struct session *s, const struct node *n, const struct task *t);

#endif
