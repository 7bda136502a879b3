/* The session: the cluster, the plugins' hooks, and the questions that actions ask through them
 * (rules/02 2). It is the only thing that plugins and actions share. Hooks are kept in the order of
 * plugin opening; every combination rule is that of rules/02 4. */
#ifndef SNAP_SESSION_H
#define SNAP_SESSION_H
#include <stdio.h>

#include "model/cluster.h"
#include "model/job.h"
#include "model/node.h"
#include "session/fit_errors.h"
#include "session/hook_store.h"

struct session;
struct questions; /* solvers/questions.h */
struct searches;  /* solvers/searches.h */
struct sink;
struct tracer;

/* What the plugins tell of their node_order hooks, for session/place/class_order.h. */
struct known_scores {
	int by_class; /* hooks whose score depends on the node's books and the task's class only, in
		       * steps of 10; of what is idle, only on whether the task fits there */
	int nominated, placement;    /* number of these hooks */
	node_order_fn *nominated_fn; /* 0 for pods without a nominated node */
	node_order_fn *placement_fn; /* 0..9 by what is free, where packs_ says so; its pre-order
					hook only prepares that */
	bool packs_gpu, packs_cpu;
};
typedef void plugin_close_fn(void *state);

struct session {
	struct cluster *c;
	const struct config *config;
	const struct params *params;
	struct warnings *warnings;
	struct arena arena; /* texts and lists that live as long as the session */
	struct {
		const struct sink *to; /* see session/sink.h; NULL: none */
		void *state;
	} sink;
	struct {
		const struct tracer *on;     /* see session/trace.h; NULL: nobody traces now */
		const struct tracer *tracer; /* the observer; NULL: none */
		void *state;
		int off; /* calls of trace_off that await their trace_on */
	} trace;
	const char *action; /* running now */
	struct node_set all_nodes;
	struct {          /* where chance decides (rules/09 3): pod groups */
		int lots; /* that consolidation searched room for among candidates drawn by lot */
		int left_out; /* that a limit of depth kept out of a walk */
		int ties;     /* queues: which one goes first, with pod groups left over */
		bool *tied;   /* the same, by queue index; NULL: none */
	} chance;
	struct job **jobs_to_fill;        /* all jobs by fill_rank */
	struct task_errors **task_errors; /* by task.index; NULL: nothing recorded */
	bool like_snapshot_tool;
	int verbosity; /* for session_log */
	char line_end; /* of the lines inside a message: newline, as the scheduler writes it, or
			  LINE_MARK */
	FILE *log;     /* not owned; NULL: stderr */
	struct progress *progress;         /* not owned; NULL: nobody wants to see any */
	const struct questions *questions; /* of solvers/questions.h; NULL: no short cuts */
	bool exhaustive;                   /* no short cuts: for the tests that compare both ways */
	bool preferred_terms;    /* some pod prefers to be near others, or far from them */
	bool pod_terms;          /* some pod has inter-pod terms, preferred or required */
	bool has_fractional;     /* some pod asks for a part of a GPU */
	bool stray_tasks;        /* some pod runs on a node that the session does not know */
	bool dies_without_queue; /* a plugin cannot take the eviction of a pod whose group has no
				    queue */
	bool died;               /* the original panics or hangs here: nothing more is decided */
	struct str clock_first;  /* of them, for an example */
	int clock_waits[3];      /* how many jobs wait, by enum clock_wait of session/clock.h */
	bool no_diagnostics; /* nothing is noted on why pods find no place: a simulation runs whose
		      notes are not kept */
	struct fit_cache *fit_cache;
	struct known_scores known_scores;
	uint64_t n_task_records;      /* how often task_errors were written to */
	struct place_scratch *place;  /* session/place/scratch.h */
	struct member_stack *members; /* session/members.h */
	struct searches *searches;    /* solvers/searches.h; set before session_open */
	struct storage *storage;      /* session/storage.c; NULL: scheduleCSIStorage is off */

	struct hooks hooks;
	struct {
		plugin_close_fn *fn;
		void *state;
	} * closers; /* see session_on_close */
	int n_closers;
	const char *generators[8]; /* scenario generators by name, in order of registration */
	int n_generators;
};
#include "session/hook_calls.h"

/* Appends a scenario generator of solvers/; a name registers once. name must be a constant. */
void session_add_generator(struct session *s, const char *name);

/* One plugin as the registry knows it (plugins/plugins.c). open registers hooks; its state may live
 * in s->arena. */
typedef void plugin_open_fn(struct session *s, const struct plugin_option *option);
struct plugin {
	const char *name;
	plugin_open_fn *open; /* NULL: known, without effect on decisions */
};
const struct plugin *plugin_find(struct str name); /* NULL: unknown */
/* close is called with state when the session ends. */
void session_on_close(struct session *s, plugin_close_fn *close, void *state);
/* An argument's text; absent: {NULL, 0}. */
struct str plugin_arg(const struct plugin_option *o, const char *key);

/* Opens every configured plugin in order; unknown names are warned about and skipped. False: *e set
 * (bad budget keys). */
bool session_open(struct session *s, struct cluster *c, struct warnings *w, struct error *e);
void session_close(struct session *s);

/* Orders (rules/02 5): true if l goes before r; total orders. */
bool session_job_less(struct session *s, const struct job *l, const struct job *r);
void session_sort_jobs(struct session *s, struct job **jobs, int n); /* the best first */
bool session_task_less(struct session *s, const struct task *l, const struct task *r);
bool session_member_less(struct session *s, const struct member *l, const struct member *r);
bool session_queue_less(struct session *s, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims);

/* What decided, without a trace in the session (session/order_reasons.c). Not for victim walks. */
struct order_reason session_job_reason(struct session *s, const struct job *l, const struct job *r);
struct order_reason session_queue_reason(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);
bool session_queue_less_quietly(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);

/* A job's unit (rules/03 4): lists belong to the job's cache and are valid until a task of it
 * changes status. */
struct task_list {
	struct task **items;
	int n;
};
struct task_list session_tasks_to_allocate(struct session *s, struct job *j, bool real);
/* The unit was remembered while an eviction was being tried, and was not forgotten when that was
 * committed. */
bool session_unit_is_stale(const struct job *j);
const double *session_request_vector(struct session *s, struct job *j, bool real);
/* rules/03 4.4; *more: active allocated tasks remain. The caller owns items (free). */
struct task_list session_tasks_to_evict(struct session *s, struct job *j, bool *more);

/* Takes the nodes that refuse the task for as long as the session lasts out of the set (bits by
 * node index). */
void session_keep_static_nodes(const struct session *s, const struct task *t, uint64_t *set);
/* These are the same for both, as far as can be told at a glance. */
bool session_same_static_nodes(const struct session *s, const struct task *l, const struct task *r);

/* For a text report, which shows a message's lines one below the other: a name in it may hold a
 * newline, but no string of a snapshot holds this byte, which is no UTF-8. */
#define LINE_MARK ((char)0xff)
/* A text in the session's arena. */
struct str session_text(struct session *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* One line, names made harmless: printed iff level <= verbosity. */
void session_log(struct session *s, int level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
