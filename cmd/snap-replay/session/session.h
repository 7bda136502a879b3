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

struct session;
struct events;  /* report */
struct explain; /* report */

/* Why an over-capacity check refused. ok: schedulable. */
struct capacity_result {
	bool ok;
	struct str reason;         /* OverLimit, NonPreemptibleOverQuota */
	const struct queue *queue; /* that has too little */
	struct str text;
};

typedef int job_order_fn(void *ctx, const struct job *l,
	const struct job *r); /* negative: l first; 0: no decision */
/* What decided a comparison, for --explain; texts live in the session's arena. */
struct order_reason {
	const char *step; /* "priority", "dominant share", ... */
	struct str l, r;  /* the two values, in words */
	int order;        /* negative: l first; 0: no decision, the rest is not set */
};
/* Registered beside a job_order_fn or queue_order_fn, and of the same mind. */
typedef struct order_reason job_reason_fn(void *ctx, const struct job *l, const struct job *r);
typedef int task_order_fn(
	void *ctx, const struct task *l, const struct task *r); /* the same whenever it is asked */
struct member { /* of a sub-group: exactly one is not NULL */
	struct sub_group *set;
	struct pod_set *pod_set;
};
typedef int subgroup_order_fn(void *ctx, const struct member *l, const struct member *r);
/* l_job, r_job: next jobs, or NULL; victims: the jobs popped so far and the next one (victim
 * walks), or none. */
struct job_list {
	struct job **items;
	int n;
	struct job_sum *sum; /* NULL: none is kept. For a hook that adds something up over the list:
				see victims_of in plugins/proportion/queue_order.c */
};
struct job_sum { /* over the first n of a list that only ever grows, but for its last item */
	double v[3];
	int n;
};
typedef int queue_order_fn(void *ctx, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims);
/* The same in two steps, for those who compare one queue with many: what a queue whose next job
 * asks for so much (by SLOT_CPU, SLOT_MEMORY, SLOT_GPU: job.unit_sums) brings into comparisons, and
 * their outcome. A key is valid until the queue's figures change, or keys of it for several other
 * requests were asked for. */
typedef const void *queue_key_fn(void *ctx, const struct queue *q, const double *request);
typedef int queue_key_order_fn(
	void *ctx, struct queue *l, struct queue *r, const void *l_key, const void *r_key);
typedef struct order_reason queue_reason_fn(
	void *ctx, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);
struct node_set { /* a list of nodes without duplicates, by name */
	struct node **items;
	int n;
	const uint64_t *bits; /* the same by node index; may be NULL */
};
typedef void node_pre_order_fn(void *ctx, struct task *t, const struct node_set *nodes);
typedef bool node_order_fn(
	void *ctx, struct task *t, struct node *n, double *score); /* false: leave the node out */
#define GPU_WHOLE (-2)
typedef bool gpu_order_fn(void *ctx, struct task *t, struct node *n, int group,
	double *score); /* group id or GPU_WHOLE */
/* Text of the failure in *text (session arena); true: passes. */
typedef bool pre_predicate_fn(void *ctx, struct task *t, struct str *text);
typedef bool predicate_fn(
	void *ctx, struct task *t, struct node *n, struct verdict *why); /* why may be NULL */
typedef bool job_filter_fn(void *ctx, struct job *pending, struct job *victim);
/* What a validator sees of a simulated scenario (rules/04 9.5): the preemptor (a clone) and,
 * per victim job of the session, all evicted tasks with their present status, recorded ones before
 * potential ones. */
struct scenario_victims {
	struct job *job;
	struct task **tasks;
	int n;
};
struct scenario {
	struct job *preemptor;
	const struct scenario_victims *victims;
	int n_victims;
};
typedef bool scenario_fn(void *ctx, const struct scenario *s);
typedef void job_fn(void *ctx, struct job *j);
typedef bool can_reclaim_fn(void *ctx, struct job *j);
typedef struct capacity_result job_capacity_fn(
	void *ctx, struct job *j, struct task **tasks, int n);
/* Beside a refusal of job_capacity_fn: its figures. */
typedef void capacity_details_fn(void *ctx, const struct queue *q, const struct job *j,
	struct task **tasks, int n, struct queue_details *out);
typedef struct capacity_result task_capacity_fn(void *ctx, struct task *t, struct node *n);
/* vectors of three by SLOT_CPU, SLOT_MEMORY, SLOT_GPU */
struct queue_figures {
	double deserved[3], fair_share[3], allocated[3], requested[3], limit[3];
};
typedef bool queue_figures_fn(void *ctx, const struct queue *q, struct queue_figures *out);
typedef void task_event_fn(void *ctx, struct task *t);
typedef void plugin_close_fn(void *state);

/* A hook list: functions with their plugin's state and name. */
#define HOOKS(type) \
	struct { \
		struct { \
			type *fn; \
			void *ctx; \
			const char *plugin; \
		} * items; \
		int n; \
	}

/* What the plugins tell of their node_order hooks, for shortcuts/class_order.h. */
struct known_scores {
	int by_class; /* hooks whose score depends on the node's books and the task's class only, in
		       * steps of 10; of what is idle, only on whether the task fits there */
	int nominated, placement;    /* number of these hooks */
	node_order_fn *nominated_fn; /* 0 for pods without a nominated node */
	node_order_fn *placement_fn; /* 0..9 by what is free, where packs_ says so; its pre-order
					hook only prepares that */
	bool packs_gpu, packs_cpu;
};
/* By node index: the nodes that do not refuse the task for as long as the session lasts. */
typedef const uint64_t *static_nodes_fn(void *ctx, const struct task *t);
/* Beside each predicate: its whole answer for a regular pod, for as long as the session lasts,
 * while the node has room for one more pod and no queue reaches a limit. NULL: it may depend on
 * more. */
typedef const uint64_t *lasting_nodes_fn(void *ctx, const struct task *t);
/* Beside on_allocate, on_deallocate and queue_order: a ledger in the arena, to be loaded before it
 * is used; see session/queue_ledger.h. */
typedef struct queue_ledger *queue_ledger_fn(void *ctx, struct arena *a);

struct session {
	struct cluster *c;
	const struct config *config;
	const struct params *params;
	struct warnings *warnings;
	struct arena arena;      /* texts and lists that live as long as the session */
	struct events *events;   /* where decisions go */
	struct explain *explain; /* what --explain wants to know; NULL: nothing */
	const char *action;      /* running now */
	struct node_set all_nodes;
	struct {          /* where chance decides (rules/09 3): pod groups */
		int lots; /* that consolidation searched room for among candidates drawn by lot */
		int left_out; /* that a limit of depth kept out of a walk */
		int ties;     /* queues: which one goes first, with pod groups left over */
		bool *tied;   /* the same, by queue index; NULL: none */
	} chance;
	uint64_t victim_orders;           /* that dice_turn made so far, see solvers/simulate.c */
	struct job **jobs_to_fill;        /* all jobs by fill_rank */
	struct task_errors **task_errors; /* by task.index; NULL: nothing recorded */
	bool like_snapshot_tool;
	int budget_mode;          /* enum budget_mode of solvers/budget.h; 0: off */
	int64_t budget_step_cost; /* ns of the virtual clock per scenario */
	int verbosity;            /* for session_log */
	char line_end; /* of the lines inside a message: newline, as the scheduler writes it, or
			  LINE_MARK */
	FILE *log;     /* not owned; NULL: stderr */
	struct progress *progress; /* not owned; NULL: nobody wants to see any */
	bool literal;              /* no short cuts: for the tests that compare both ways */
	bool preferred_terms;      /* some pod prefers to be near others, or far from them */
	bool pod_terms;            /* some pod has inter-pod terms, preferred or required */
	bool gpu_sharing;          /* some pod asks for a part of a GPU */
	bool stray_tasks;          /* some pod runs on a node that the session does not know */
	bool dies_without_queue;   /* a plugin cannot take the eviction of a pod whose group has no
				      queue */
	bool died;                 /* the original panics or hangs here: nothing more is decided */
	struct str clock_first;    /* of them, for an example */
	int clock_waits[3];        /* how many jobs wait, by enum clock_wait of session/clock.h */
	bool leaked;               /* a search left a statement open for good (rules/04 10) */
	uint64_t whole_before;  /* nodes whose last change has a smaller number hold whole amounts,
				   see shortcuts/plain.c */
	long noted, note_limit; /* victims simulated so far; after how many notes are kept no more,
				   see shortcuts/foresight.h */
	bool mute; /* nothing is noted on why pods find no place: a simulation runs whose notes are
		      not kept */
	struct fit_cache *fit_cache;
	struct known_scores known_scores;
	uint64_t n_task_records;           /* how often task_errors were written to */
	uint64_t *mask_scratch;            /* of place_task: a bit for each node */
	struct scored_node *order_scratch; /* of order_nodes: room for all nodes */
	struct node **candidate_scratch;   /* of place_task */
	struct {
		struct member *items;
		int n, cap;
	} members;                      /* of members.h */
	struct gpu_choice *gpu_scratch; /* of fitting_gpus */
	int gpu_scratch_cap;
	struct storage *storage; /* session/storage.c; NULL: scheduleCSIStorage is off */

	HOOKS(job_order_fn) job_order;
	HOOKS(job_reason_fn) job_order_reason;
	HOOKS(task_order_fn) task_order;
	HOOKS(subgroup_order_fn) subgroup_order;
	HOOKS(queue_order_fn) queue_order;
	HOOKS(queue_reason_fn) queue_order_reason;
	HOOKS(queue_key_fn) queue_key; /* used where this and queue_order have one hook */
	HOOKS(queue_key_order_fn) queue_key_order;
	HOOKS(node_pre_order_fn) node_pre_order;
	HOOKS(node_order_fn) node_order;
	HOOKS(gpu_order_fn) gpu_order;
	HOOKS(pre_predicate_fn) pre_predicate;
	HOOKS(pre_predicate_fn) victim_invariant;
	HOOKS(predicate_fn) predicate;
	HOOKS(static_nodes_fn) static_nodes;
	HOOKS(lasting_nodes_fn) lasting_nodes;
	HOOKS(can_reclaim_fn) can_reclaim; /* only the first is asked */
	HOOKS(job_filter_fn) reclaim_victim_filter;
	HOOKS(scenario_fn) reclaim_validator;
	HOOKS(job_filter_fn)
	reclaim_refuses_loss; /* true: no scenario is accepted in which the victim (queue) lost a
				 pod */
	HOOKS(job_filter_fn) preempt_victim_filter;
	HOOKS(scenario_fn) preempt_validator;
	HOOKS(job_fn) job_solution_start;
	HOOKS(job_capacity_fn) job_over_capacity;          /* only the first */
	HOOKS(capacity_details_fn) capacity_details;       /* as many as job_over_capacity */
	HOOKS(job_capacity_fn) non_preemptible_over_quota; /* only the first */
	HOOKS(task_capacity_fn) task_over_capacity;        /* only the first */
	HOOKS(queue_figures_fn) queue_figures;             /* only the first */
	HOOKS(task_event_fn) on_allocate;
	HOOKS(task_event_fn) on_deallocate;
	HOOKS(queue_ledger_fn) queue_ledger;
	HOOKS(task_event_fn)
	on_storage_add; /* a task was booked on task->node's entry list (storage) */
	HOOKS(task_event_fn) on_storage_remove;
	HOOKS(plugin_close_fn) closers; /* see session_on_close */
	const char *generators[8];      /* scenario generators by name, in order of registration */
	int n_generators;
};
/* Append a hook; evaluated in the plugin's open function. */
#define SESSION_HOOK(s, list, function, state, name) \
	do { \
		(s)->list.items = \
			session_grow((s)->list.items, (s)->list.n, sizeof *(s)->list.items); \
		(s)->list.items[(s)->list.n].fn = (function); \
		(s)->list.items[(s)->list.n].ctx = (state); \
		(s)->list.items[(s)->list.n++].plugin = (name); \
	} while (0)
void *session_grow(void *items, int n, size_t size);

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

/* The same by keys, if the session has them. */
bool session_has_queue_keys(const struct session *s);
const void *session_queue_key(struct session *s, const struct queue *q, const double *request);
bool session_queue_less_by_key(
	struct session *s, struct queue *l, struct queue *r, const void *l_key, const void *r_key);

/* What decided, without a trace in the session (session/order_reasons.c). Not for victim walks. */
struct order_reason session_job_reason(struct session *s, const struct job *l, const struct job *r);
struct order_reason session_queue_reason(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);
bool session_queue_less_quietly(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);

/* A hook that is about to refuse, or lets a victim go, says why in words without figures of the
 * moment, which group equal cases. Call them behind a test of session.explain. */
void session_why(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void session_rule(struct session *s, const struct job *victim, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

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

/* False: no plugin tells them. */
bool session_queue_figures(
	const struct session *s, const struct queue *q, struct queue_figures *out);
/* The first that refuses gives *text. */
bool session_pre_predicates_pass(struct session *s, struct task *t, struct str *text);
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
