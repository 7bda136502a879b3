/* Room for volumes on nodes, when schedulerParams.scheduleCSIStorage is on (rules/06 11,
 * rules/01 10). */
#ifndef SNAP_STORAGE_H
#define SNAP_STORAGE_H
#include "session/session.h"

/* Sets task.storage of each task whose pod has claims that are counted, and registers
 * on_storage_add and on_storage_remove. Does nothing when the parameter is off. */
void storage_open(struct session *s);
/* True: the task's claims fit into the free room that the node reaches. Only for a task whose
 * storage is not NULL. False: *text (may be NULL) says why, in the session's arena. */
bool storage_on_idle(
	struct session *s, const struct node *n, const struct task *t, struct str *text);
/* The same with the room of claims whose owners are leaving the node. */
bool storage_on_releasing(struct session *s, const struct node *n, const struct task *t);

#endif
