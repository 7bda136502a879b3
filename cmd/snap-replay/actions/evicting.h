/* The code that consolidation, reclaim and preempt share (rules/03 8). */
#ifndef SNAP_EVICTING_H
#define SNAP_EVICTING_H
#include "solvers/search.h"
#include "actions/actions.h"

/* What differs between these actions. */
struct evicting {
	enum action_id id;
	const char *title; /* "Reclaim" */
	bool disabled;     /* no pending job is visited */
	/* The log's words: "preempt"; "preemption"; what stands before the pod group for which
	 * nothing was found; what stands before one for which there are victims, before the victims
	 * and behind them. */
	const char *verb, *noun, *failed, *found[3];
	/* Logs that the search begins. request: session_request_text. */
	void (*log_attempt)(struct session *s, const struct job *j, const char *request);
	bool preemptible_only; /* only preemptible pending jobs are visited */
	bool memory_per_queue; /* a skip memory for each queue; else one for all */
	/* False: the job is passed over, without a log line. NULL: all jobs are eligible. */
	bool (*eligible)(struct session *s, struct job *j);
	/* Tests before the search; false: the job failed. NULL: no tests. */
	bool (*before_search)(struct session *s, struct job *j);
	bool tests_say_why; /* no line of the log says that these tests found no strategy */
	bool (*is_victim)(struct search *q, struct job *candidate); /* the victim filter */
	/* is_victim refuses jobs of other queues, and nobody can tell that it did. */
	bool own_queue;
	/* is_victim asks for nothing but the names of queues and reclaim_victim_filter. */
	bool by_queue;
	/* The victim filter runs for each probe, and the probe's candidates are `lots` of the jobs
	 * that pass, drawn by lot. False: the filter runs once per search, and all jobs that pass
	 * are candidates of all probes. */
	bool by_lot;
	int64_t lots;
	struct walk_options victim_options; /* of victim walks */
	/* search.validate, search.fate, search.fate_by_queue, search.loss_room,
	 * search.refuses_gain (solvers/search.h) */
	bool (*validate)(struct search *q, const struct scenario *s);
	enum victim_fate (*fate)(struct search *q, struct job *preemptor, struct job *victim);
	bool fate_by_queue;
	bool (*loss_room)(struct search *q, struct job *preemptor, struct job *victim,
		struct loss_room *room);
	bool (*refuses_gain)(struct search *q, struct job *preemptor, struct job *victim,
		const struct gain_losses *losses);
	/* search.before_evictions */
	void (*before_evictions)(struct search *q, struct task *const *victims, int n);
	/* The message of an eviction, in the session's arena. */
	struct str (*text)(struct search *q, const struct task *victim);
};
/* For victim_options: all preemptible jobs that hold resources. */
#define PREEMPTIBLE_VICTIMS \
	{ \
		.victim = true, .depth = -1, .preemptible_only = true, .active_only = true \
	}
/* Runs the action. */
void evicting_run(struct session *s, const struct evicting *a);

/* For victim filters: a task of the job is alive, and on a node of the session or on none. Logs an
 * error for each live task on another node (rules/03 8.6). */
bool has_live_task(struct session *s, const struct job *j);
/* For victim filters: the job's count of active allocated tasks is not 0 (rules/10 2). */
bool has_active_task(const struct job *j);

/* actions/lots.c: draws at most `lots` of the n jobs for the running probe and moves them to the
 * front, in their order. Returns their number. */
int lots_draw(const struct search *q, struct job **jobs, int n, int64_t lots);

/* ---- actions/eviction_texts.c ---- */
/* The figures of all queues before a search, in search.arena. */
struct queue_snapshot {
	struct queue_figures *figures; /* by queue index; NULL: no plugin has figures */
};
void queue_snapshot_take(struct search *q, struct queue_snapshot *out);
/* The message of an eviction by reclaim (rules/02 15.2), in the session's arena. */
struct str reclaim_text(
	struct search *q, const struct queue_snapshot *at_start, const struct task *victim);

/* Where a version dies of the messages of victims from queues at the root: says so. */
void reclaim_root_messages(struct search *q, struct task *const *victims, int n);
/* It may come to that: every simulation counts. */
bool reclaim_may_die(const struct session *s);

/* search.ctx: the action's data of one search. */
struct evicting_attempt {
	const struct evicting *action;
	struct job **candidates;
	int n_candidates;
	bool drawn;         /* candidates are set */
	uint64_t drawn_for; /* by_lot: search.probes when the candidates were drawn */
	struct queue_snapshot figures;
};

#endif
