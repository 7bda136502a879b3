/* The session: a cluster under plugins (rules/02 2). It is all that actions, plugins and the search
 * share. */
#ifndef SNAP_SESSION_H
#define SNAP_SESSION_H
#include "model/cluster.h"
#include "model/job.h"
#include "model/node.h"
#include "session/chance.h"
#include "session/clock.h"
#include "session/fit_errors.h"
#include "session/hook_store.h"
#include "session/log.h"
#include "session/traits.h"

/* What plugins declare about their node_order hooks while they open; shortcuts/class_order.h reads
 * it. */
struct known_scores {
	/* Number of hooks whose score is a multiple of 10 and depends only on the task's request
	 * class, the node's bookings, and whether the task fits into the node's idle room. */
	int by_class;
	/* How many of these score SCORE_AVAILABLE where the task fits into the idle room;
	 * SCORE_CPU_ONLY a CPU-only node for a CPU-only task; only nodes with device groups. All of
	 * them score 0 elsewhere. */
	int available, cpu_only, sharing;
	int nominated, placement;    /* how many plugins set nominated_fn, placement_fn */
	node_order_fn *nominated_fn; /* scores 0 for a pod without a nominated node */
	int confined;                /* how many plugins set confined_fn */
	node_order_fn *confined_fn;  /* scores 0 while the hook confined_scores is false */
	/* Packs tasks with GPUs if packs_gpu, others if packs_cpu: the score is then 0 to 9 by the
	 * node's free amount. The plugin's node_pre_order hook only prepares these scores. */
	node_order_fn *placement_fn;
	bool packs_gpu, packs_cpu;
};
/* Results of node_fits_idle for all nodes and one request class. They are valid while
 * cluster.n_changes equals `seen`. shortcuts/fit_cache.c sets them. */
struct known_fits {
	const unsigned char *now; /* by node index: 1: fits; NULL: no results */
	int request_class;
	uint64_t seen;
};
enum { MAX_GENERATORS = 8 };
typedef void plugin_close_fn(void *state);

struct session {
	/* the cluster and its configuration; not owned */
	struct cluster *c;
	const struct config *config;
	const struct params *params;
	struct warnings *warnings;
	bool like_snapshot_tool; /* a second eviction of a pod fails (rules/02 11.10) */
	bool exhaustive;         /* --exhaustive: no short cuts */

	/* the run */
	struct arena arena; /* for what lives as long as the session */
	const char *action; /* the action that runs, or ran last; NULL: none yet */
	bool died;          /* the original would have hung: actions must stop */
	struct node_set all_nodes;

	/* the plugins */
	struct hooks hooks;
	struct known_scores known_scores;
	struct {
		plugin_close_fn *fn;
		void *state;
	} * closers; /* see session_on_close */
	int n_closers;
	/* names of scenario generators, in order of registration */
	const char *generators[MAX_GENERATORS];
	int n_generators;
	bool dies_without_queue; /* the original panics when it evicts from a job without queue */

	/* where output goes */
	struct log log;
	struct progress *progress; /* not owned; NULL: no progress is shown */
	struct {
		const struct sink *to; /* session/sink.h; NULL: none */
		void *state;
	} sink;
	struct {
		const struct tracer *on;     /* session/trace.h; NULL: no tracing now */
		const struct tracer *tracer; /* the observer; NULL: none */
		void *state;
		int off; /* depth of trace_off */
	} trace;

	/* state of single files: see the header in the comment, else that of the type */
	struct traits traits;
	struct chance chance;
	struct clock_waits clock;
	struct fit_records fits;
	struct job **jobs_to_fill; /* session/walk/queue_walk.h: all jobs by job.fill_rank */
	struct known_fits known_fits;
	struct place_scratch *place;  /* session/place/scratch.h */
	struct member_stack *members; /* session/members.h */
	struct storage *storage; /* session/storage/storage.h; NULL: scheduleCSIStorage is off */

	/* the search; not owned, set before session_open */
	struct searches *searches;         /* solvers/searches.h */
	const struct questions *questions; /* solvers/questions.h; NULL: no short cuts */

	/* fast placing */
	const struct fast_placing
		*fast_placing;       /* session/place/fast_placing.h; not owned; NULL: none */
	struct fit_cache *fit_cache; /* shortcuts/fit_cache.h; NULL: not made yet */
};
#include "session/hook_calls.h"

/* Opens the configured plugins in their order; leaves out unknown names, with a warning. Before the
 * call the caller zeroes *s, sets searches, and may set like_snapshot_tool, exhaustive, log,
 * questions and fast_placing. c and w must outlive the session. False: the configuration is
 * invalid, *e says why. Call session_close in either case. */
bool session_open(struct session *s, struct cluster *c, struct warnings *w, struct error *e);
/* Closes the plugins and frees what the session owns. */
void session_close(struct session *s);

/* Removes from the set (bits by node.index) the nodes that refuse the task during the whole session
 * (hook static_nodes). */
void session_keep_static_nodes(const struct session *s, const struct task *t, uint64_t *set);
/* True: session_keep_static_nodes removes the same nodes for both tasks. False: unknown. */
bool session_same_static_nodes(const struct session *s, const struct task *l, const struct task *r);

#endif
