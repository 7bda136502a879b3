/* A statement: a list of operations on the session (rules/02 11). Each takes effect at once and can
 * be undone. Commit sends them to the sink. The time of a call grows with the number of operations,
 * not with the size of the cluster. All tasks here have a job. */
#ifndef SNAP_STATEMENT_H
#define SNAP_STATEMENT_H
#include "session/session.h"

enum operation_kind { OP_EVICT, OP_PIPELINE, OP_ALLOCATE, OP_UNEVICT };

/* Why a pod is evicted (rules/02 12.2). */
struct eviction {
	struct str message; /* in the session's arena */
	int gang_size;      /* tasks that are evicted together */
	const char *action;
	struct job *preemptor; /* NULL: stale gang eviction */
};
struct operation {
	enum operation_kind kind;
	bool repeated; /* OP_EVICT: an earlier operation of this statement evicts the same pod */
	bool undone;   /* the operation is not valid (rules/02 11.5) */
	int target;    /* OP_UNEVICT: the index of the eviction that was undone */
	struct task *task;
	struct node *node; /* evicted from, pipelined to, or allocated on; OP_UNEVICT: NULL */
	/* the task's members before the operation; of OP_ALLOCATE only the first two */
	bool old_virtual;
	const struct zone_placement *old_zones;
	enum pod_status old_status;
	struct node *old_node;
	struct str old_node_name;
	struct device_group_list old_device_groups;
	const struct task_claims *old_claims;
	struct eviction eviction; /* OP_EVICT */
};
struct statement {
	struct session *session;
	struct operation *items;
	int n, cap;
	/* Set by statement_commit: the last eviction's task, if that one failed (rules/02 11.10).
	 * NULL: it did not. */
	const struct task *refused;
};

/* Makes *st an empty statement. A list that *st has already is not freed. */
void statement_begin(struct statement *st, struct session *s);
/* Frees the list and empties it. The operations stay in effect. */
void statement_free(struct statement *st);

/* Sets the task to Releasing on its node (rules/02 11.1). False: the task has no node, and
 * nothing changed; or the node has no entry of it, and its status stays changed. */
bool statement_evict(struct statement *st, struct task *t, const struct eviction *why);
/* Sets the task to Pipelined on n: it runs there when room is released (rules/02 11.2). If n has an
 * entry of the task with the same device groups and NUMA zones, and update_if_present is false, the
 * task's eviction is undone instead; this returns the task to the node it was evicted from, perhaps
 * not n. False: there is no eviction to undo. */
bool statement_pipeline(
	struct statement *st, struct task *t, struct node *n, bool update_if_present);
/* Sets the task to Allocated on idle room of n (rules/02 11.3). False: n has an entry of it;
 * its status and node stay changed, as in the original. */
bool statement_allocate(struct statement *st, struct task *t, struct node *n);
/* Undoes the earliest valid eviction of the task (rules/02 11.6). False: there is none. */
bool statement_unevict(struct statement *st, struct task *t);

/* The number of operations, an argument for statement_rollback. */
int statement_checkpoint(const struct statement *st);
/* Undoes the operations since the checkpoint, the last one first, and removes them from the list
 * (rules/02 11.7). */
void statement_rollback(struct statement *st, int checkpoint);
/* Undoes all operations and empties the list. */
void statement_discard(struct statement *st);

/* Replaces all valid allocations of the job by pipelines to the same nodes (rules/02 11.8). */
void statement_convert_to_pipelined(struct statement *st, struct job *j);
/* Sends the valid operations to the sink, in order, and empties the list. False: a bind failed and
 * was undone; the operations after it are neither sent nor undone (rules/02 11.10). */
bool statement_commit(struct statement *st);

/* Evicts the task and sends the eviction at once, without a statement: for stale gang eviction
 * (rules/02 11.11). False: nothing was sent (like_snapshot_tool: evicted before), or it was sent,
 * and the task is Releasing, but no node has an entry of it. */
bool session_evict_now(struct session *s, struct task *t, const struct eviction *why);

#endif
