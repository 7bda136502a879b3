/* A statement: a list of operations on the session, each of which takes effect at once and can be
 * undone (rules/02 11). Commit only sends the operations out. The time of every call is
 * proportional to the number of operations, not to the size of the cluster. */
#ifndef SNAP_STATEMENT_H
#define SNAP_STATEMENT_H
#include "session/session.h"

enum operation_kind { OP_EVICT, OP_PIPELINE, OP_ALLOCATE, OP_UNDO };

/* Why a pod is evicted (rules/02 12.2). Texts are in the session's arena. */
struct eviction {
	struct str message;
	int gang_size;
	const char *action;
	struct job *preemptor; /* NULL: stale gang eviction */
};
struct operation {
	enum operation_kind kind;
	bool repeated; /* OP_EVICT: this statement had evicted the pod before */
	bool undone;   /* the operation is not valid (rules/02 11.5) */
	int target;    /* OP_UNDO: the index of the operation that it undid */
	struct task *task;
	struct node *node; /* evicted from, pipelined to, or allocated on */
	/* the task before the operation */
	enum pod_status old_status;
	struct node *old_node;
	struct str old_node_name;
	struct device_group_list old_device_groups;
	bool old_virtual;
	struct eviction eviction; /* OP_EVICT */
};
struct statement {
	struct session *session;
	struct operation *items;
	int n, cap;
};

/* Makes *st an empty statement; what it held before is not freed. */
void statement_begin(struct statement *st, struct session *s);
/* Frees the list. Operations stay in effect. */
void statement_free(struct statement *st);

/* The task becomes Releasing on its node (rules/02 11.1). False: it has no job or no node. */
bool statement_evict(struct statement *st, struct task *t, const struct eviction *why);
/* The task is to run on n when room there is released (rules/02 11.2). If n still has a booking of
 * the task and update_if_present is false, the task's eviction is undone instead, whichever node
 * that returns it to. False: no job, or no eviction to undo. */
bool statement_pipeline(
	struct statement *st, struct task *t, struct node *n, bool update_if_present);
/* The task takes idle room of n (rules/02 11.3). False: n could not book it; the task's status and
 * node stay changed, as in the original. */
bool statement_allocate(struct statement *st, struct task *t, struct node *n);
/* Undoes the earliest valid eviction of the task (rules/02 11.6). False: there is none. */
bool statement_unevict(struct statement *st, struct task *t);

/* The number of operations so far, for statement_rollback. */
int statement_checkpoint(const struct statement *st);
/* Undoes the operations since the checkpoint, the last one first, and drops them (rules/02 11.7).
 */
void statement_rollback(struct statement *st, int checkpoint);
/* Undoes and drops all operations. */
void statement_discard(struct statement *st);

/* Replaces all allocations of the job by pipelines to the same nodes (rules/02 11.8). False: one of
 * them failed. */
bool statement_convert_to_pipelined(struct statement *st, struct job *j);
/* Sends the valid operations to the sink, in order, and empties the list. False: a bind failed; the
 * operations behind it are neither sent nor undone (rules/02 11.10). */
bool statement_commit(struct statement *st);
bool operation_valid(const struct statement *st, int i);

/* Evicts and sends at once, without a statement: stale gang eviction (rules/02 11.11). False: it
 * failed, and what was done so far stays. */
bool session_evict_now(struct session *s, struct task *t, const struct eviction *why);

#endif
