/* Room for the pods' volumes, counted while schedulerParams.scheduleCSIStorage is on (rules/06 11,
 * rules/01 10). */
#ifndef SNAP_STORAGE_H
#define SNAP_STORAGE_H
#include "model/bits.h"
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
/* Takes nodes out of the set (bits by node.index) that have no space of a class that the task now
 * requests: storage_on_releasing is false there. task.storage must not be NULL. */
void storage_keep_reach(const struct session *s, const struct task *t, uint64_t *set);
/* False: both hold on every node. */
bool storage_matters(const struct task *t);

/* True: the pod is settled (hook settled) but for a claim of its own in the space of its node: the
 * claim leaves that space if a simulation places the pod on another node that uses it, and is
 * undone. */
bool storage_may_lose(const struct session *s, const struct task *t);
/* How often such a placement was made in this session. */
long storage_losses(const struct session *s);

/* A gap: nodes where claims of some tasks lack room, and how much victims would have to give until
 * one of these nodes has it.
 *
 * Claim. A node that storage_gap_keep took out of a task's set refuses the task in every reversible
 *   simulation (rules/04 19.2) whose victims are a set for which storage_gap_holds is true.
 * Why. Room is what is free and, of claims whose owner leaves the node, what they take. Claims that
 *   come into a space take room: a pending one that would count as leaving at once changes nothing.
 *   A settled claim leaves a space only where a simulation brought it in, or if a victim uses it: a
 *   job's placement that is taken back. Owners that begin to leave are victims. So room grows by no
 *   more than the sizes of all claims that victims use or own.
 * Needs. No claim has a size below 0, else nothing is taken out. No simulation runs.
 * Test. tests/unit/snap-replay/test_storage.c; --exhaustive. */
struct storage_gap;
/* session.storage is not NULL. In the arena; valid until claims come or leave. */
struct storage_gap *storage_gap_new(struct session *s, struct arena *a);
/* set: bits by node.index. */
void storage_gap_keep(struct storage_gap *g, const struct task *t, uint64_t *set);
/* victims: bits by index in tasks, which is cluster.tasks. */
bool storage_gap_holds(
	const struct storage_gap *g, const struct task *tasks, const uint64_t *victims);

#endif
