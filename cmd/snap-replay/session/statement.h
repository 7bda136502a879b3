/* A statement: operations on the session that take effect at once and can be undone; commit only
 * sends them out (rules/02 11). One statement belongs to one attempt. Cost of everything is
 * proportional to the operations done. */
#ifndef SNAP_STATEMENT_H
#define SNAP_STATEMENT_H
#include "session/session.h"

enum operation_kind { OP_EVICT, OP_PIPELINE, OP_ALLOCATE, OP_UNDO };

struct eviction { /* what an eviction says (rules/02 12.2); texts live in the session's arena
		   */
	struct str message;
	int gang_size;
	const char *action;
	struct job *preemptor; /* NULL: stale gang eviction */
};
struct operation {
	enum operation_kind kind;
	bool repeated; /* OP_EVICT of a pod that this statement had evicted before */
	bool undone;   /* rules/02 11.5: not valid */
	int target;    /* OP_UNDO: the operation undone */
	struct task *task;
	struct node *node; /* where the operation put it, or took it from */
	enum pod_status old_status;
	struct node *old_node;
	struct str old_node_name;
	struct device_group_list old_device_groups;
	bool old_virtual;
	struct eviction eviction;
};
struct statement {
	struct session *session;
	struct operation *items;
	int n, cap;
};

void statement_begin(struct statement *st, struct session *s); /* *st need not be initialised */
void statement_free(struct statement *st); /* the list only; nothing is undone */
bool statement_evict(struct statement *st, struct task *t, const struct eviction *why);
/* rules/02 11.2, with its quirk: a task that is still booked on n returns to where it was. */
bool statement_pipeline(
	struct statement *st, struct task *t, struct node *n, bool update_if_present);
bool statement_allocate(struct statement *st, struct task *t, struct node *n);
/* Undo the earliest valid eviction of the task; false: none. */
bool statement_unevict(struct statement *st, struct task *t);
int statement_checkpoint(const struct statement *st);
void statement_rollback(struct statement *st, int checkpoint);
void statement_discard(struct statement *st); /* undo everything, last first */
bool statement_convert_to_pipelined(struct statement *st, struct job *j); /* rules/02 11.8 */
/* Sends valid operations out as events, in order. False: an error ended it (rules/02 11.10).
 */
bool statement_commit(struct statement *st);
bool operation_valid(const struct statement *st, int i);

/* Without a statement: stale gang eviction (rules/02 11.11). */
bool session_evict_now(struct session *s, struct task *t, const struct eviction *why);

#endif
