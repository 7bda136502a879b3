/* The session: a cluster under plugins (rules/02 2). Actions, plugins and the search share nothing
 * else. */
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

/* What plugins say about their node_order hooks, for shortcuts/class_order.h. */
struct known_scores {
	/* Hooks whose score is a multiple of 10 and depends only on the task's class, the node's
	 * bookings and whether the task fits into what is idle there. */
	int by_class;
	int nominated, placement;    /* hooks of the next two kinds */
	node_order_fn *nominated_fn; /* scores 0 for a pod without a nominated node */
	/* Scores 0 to 9 by what is free on the node where packs_gpu or packs_cpu says so. Its
	 * node_pre_order hook only prepares that. */
	node_order_fn *placement_fn;
	bool packs_gpu, packs_cpu;
};
/* Answers of node_fits_idle for all nodes and one request class, valid while cluster.n_changes is
 * `seen`. Set by shortcuts/fit_cache.c. */
struct known_fits {
	const unsigned char *now; /* by node index; NULL: no answers */
	int request_class;
	uint64_t seen;
};
typedef void plugin_close_fn(void *state);

struct session {
	/* the cluster and its configuration; not owned */
	struct cluster *c;
	const struct config *config;
	const struct params *params;
	struct warnings *warnings;
	bool like_snapshot_tool; /* decide as the tool does, whose evictions never end */
	bool exhaustive;         /* --exhaustive: no short cuts */

	/* what is decided */
	struct arena arena; /* for what lives as long as the session */
	const char *action; /* the one that runs; NULL: none yet */
	bool died;          /* the original panics or hangs here: no more decisions */
	struct node_set all_nodes;

	/* the plugins */
	struct hooks hooks;
	struct known_scores known_scores;
	struct {
		plugin_close_fn *fn;
		void *state;
	} * closers; /* see session_on_close */
	int n_closers;
	const char *generators[8]; /* names of scenario generators, in order of registration */
	int n_generators;
	bool dies_without_queue; /* a plugin panics at an eviction from a job without queue */

	/* who listens */
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
		int off; /* calls of trace_off that await their trace_on */
	} trace;

	/* each the memory of the file named like its type */
	struct traits traits;
	struct chance chance;
	struct clock_waits clock;
	struct fit_records fits;
	struct job **jobs_to_fill; /* session/walk/: all jobs by fill_rank */
	struct known_fits known_fits;
	struct place_scratch *place;  /* session/place/scratch.h */
	struct member_stack *members; /* session/members.h */
	struct storage *storage;      /* session/storage/; NULL: scheduleCSIStorage is off */

	/* the search; not owned, set before session_open */
	struct searches *searches;         /* solvers/searches.h */
	const struct questions *questions; /* solvers/questions.h; NULL: no short cuts */

	/* fast placing */
	const struct fast_placing
		*fast_placing;       /* session/place/fast_placing.h; not owned; NULL: none */
	struct fit_cache *fit_cache; /* shortcuts/fit_cache.h; NULL: not made yet */
};
#include "session/hook_calls.h"

/* Opens every configured plugin in order; warns about unknown names and leaves them out. False: *e
 * says what is wrong with the configuration; session_close is to be called all the same. */
bool session_open(struct session *s, struct cluster *c, struct warnings *w, struct error *e);
void session_close(struct session *s);

/* Removes from the set, bits by node.index, the nodes that refuse the task during the whole
 * session. */
void session_keep_static_nodes(const struct session *s, const struct task *t, uint64_t *set);
/* True: the same nodes refuse both tasks. False: perhaps not. */
bool session_same_static_nodes(const struct session *s, const struct task *l, const struct task *r);

#endif
