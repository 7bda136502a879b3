/* Room for the pods' volumes, counted while schedulerParams.scheduleCSIStorage is on (rules/06 11,
 * rules/01 10). */
#ifndef SNAP_STORAGE_H
#define SNAP_STORAGE_H
#include "session/session.h"

/* Sets session.storage, and task.storage of each task with claims of managed storage classes;
 * registers on_storage_add and on_storage_remove. Does nothing while the parameter is off. */
void storage_open(struct session *s);
/* True: the task's claims fit into the free room that the node can use, and none of them has a
 * deleted owner. task.storage must not be NULL. False: *text (text may be NULL) says why, in the
 * session's arena. */
bool storage_on_idle(
	struct session *s, const struct node *n, const struct task *t, struct str *text);
/* True: the task's claims fit into that room together with the room of claims whose owners leave
 * the node. task.storage must not be NULL. */
bool storage_on_releasing(struct session *s, const struct node *n, const struct task *t);
/* False: both hold on every node. */
bool storage_matters(const struct task *t);

#endif
