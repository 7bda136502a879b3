/* The frame that consolidation, reclaim and preempt share (rules/03 8). */
#ifndef SNAP_EVICTING_H
#define SNAP_EVICTING_H
#include "solvers/search.h"
#include "actions/actions.h"

struct evicting {
	enum action_id id;
	const char *title;              /* "Reclaim" */
	const char *verb, *failed_noun; /* log: "reclaim", "reclaim strategy" */
	bool preemptible_only;          /* which pending jobs are visited */
	bool memory_per_queue;
	bool (*eligible)(struct session *s, struct job *j); /* NULL: all; silent when false */
	/* Tests before the search; false: the job counts as failed. May be NULL. */
	bool (*before_search)(struct session *s, struct job *j);
	bool (*is_victim)(struct search *q, struct job *candidate); /* the victim filter */
	bool by_lot; /* for each probe `lots` candidates are drawn; else all are taken, once per
			attempt */
	int64_t lots;
	struct walk_options victim_options;
	bool (*validate)(struct search *q, const struct scenario *s);
	enum victim_fate (*fate)(struct search *q, struct job *preemptor, struct job *victim);
	struct str (*text)(struct search *q, const struct task *victim);
};
void evicting_run(struct session *s, const struct evicting *a);

/* For victim filters: a task alive on a node of the session or on none (rules/03 8.6). */
bool has_live_task(const struct session *s, const struct job *j);
bool has_active_task(const struct job *j);

/* actions/lots.c: draws `lots` of the n jobs for the probe that runs, and leaves them in front, in
 * their order. Returns how many. */
int lots_draw(const struct search *q, struct job **jobs, int n, int64_t lots);

/* actions/eviction_texts.c: made from the figures of the search's start. */
struct queue_snapshot {
	struct queue_figures *figures; /* by queue index; NULL: no plugin tells them */
};
void queue_snapshot_take(struct search *q, struct queue_snapshot *out);
struct str reclaim_text(
	struct search *q, const struct queue_snapshot *at_start, const struct task *victim);

/* What one attempt keeps in search.ctx. */
struct evicting_attempt {
	const struct evicting *action;
	struct job **candidates;
	int n_candidates;
	bool drawn;
	uint64_t drawn_for; /* the probe, where lots are drawn */
	struct queue_snapshot figures;
};

#endif
