/* What the bounds keep from one search of an action to the next: their memory, what they know of
 * tasks (victim_info), and the stale bookings.
 *
 * Claim. What is kept of a task is what reading it anew would give.
 * Why. It depends on the statuses and nodes of the tasks of its job, and on nodes' entries of the
 *   task. Who changes one of the former notes it in cluster.job_changed, one of the latter in
 *   node.changed: tasks of such jobs, and such nodes, are read anew. Besides, it depends on what
 *   the objects say, which stays, and on claims and inter-pod terms.
 *   The infos of tasks with stale bookings also depend on others of their gang (stale_gangs.h):
 *   they are read anew each time.
 * Needs. A booking of a task becomes stale, or ceases to be, only with a change of the node's
 *   entries or of the task's node.
 * Guard. No task has claims of devices or of managed storage, and no pod has inter-pod terms, or
 *   all tasks are read anew: facts_last.
 * Test. tests/unit/snap-replay/test_bounds_kept.c; --exhaustive. */
#ifndef SNAP_BOUNDS_KEPT_H
#define SNAP_BOUNDS_KEPT_H
#include "shortcuts/bounds_private.h"

struct kept_booking { /* a stale one */
	int task, node;
};
struct bounds_kept {
	struct arena arena;
	struct bounds bounds; /* of the search that runs, or of the last one */
	bool lasting;         /* facts_last */
	/* When the tasks were read: the search's reversibility, and the cluster's n_job_changes and
	 * n_changes. jobs_seen: 0: never. */
	enum reversibility reversibility;
	uint64_t jobs_seen, nodes_seen;
	bool read;
	int *node_of; /* by task index: the node that it was on; -1: none */
	struct kept_booking *stale;
	int n_stale, cap_stale;
	struct dry_units *units; /* NULL: not lasting */
	uint64_t *again;         /* scratch: the set of nodes whose entries are read anew */
};

/* The memory of the action's bounds; the caller frees it with bounds_kept_free (k may be NULL). */
struct bounds_kept *bounds_kept_new(const struct session *s);
void bounds_kept_free(struct bounds_kept *k);
/* Brings infos, stale, first_stale, may_lose_booking, spared, ways and in_clique up to date. q: the
 * search that runs; no simulation does. */
void bounds_kept_read(struct search *q, struct bounds_kept *k);

#endif
