/* The state of dry runs, shared by dry_run.c and dry_run_victims.c (one scenario), dry_run_jobs.c
 * (reads the jobs before the first run for a preemptor; dry_run_pods.c: one of them;
 * dry_run_kept.c: those of an earlier search; dry_run_order.c: their order; dry_run_recorded.c:
 * those of recorded victims; dry_run_twins.c: those with twins) and dry_lane.c (runs). All arrays
 * are in the search's arena. A *position* is an index in dry_run.jobs, which are in the order of
 * scenario_walk_sort. */
#ifndef SNAP_DRY_RUN_PRIVATE_H
#define SNAP_DRY_RUN_PRIVATE_H
#include "model/bits.h"
#include "shortcuts/dry_run.h"
#include "shortcuts/known_batches.h"
#include "shortcuts/node_ledger.h"
#include "shortcuts/prefix_sets.h"
#include "shortcuts/scenario_walk.h"
#include "session/storage/storage_ledger.h"
#include "session/units.h"

struct dry_pod { /* a pod of a dry job, or of the preemptor's unit */
	/* Of a victim, before the scenario: */
	int node;
	bool pipelined;
	const struct stale_booking *stale; /* bounds.first_stale of the pod */
	const struct stale_booking *ways;  /* bounds.ways of the pod; NULL: it is not spared */
	bool in_clique;                    /* it is in bounds.in_clique */
	/* Of all pods: */
	int class;                   /* the pod's class in the node ledger: node_ledger_class */
	const uint64_t *eligible;    /* the nodes that never refuse the pod, as bits */
	const struct task *claiming; /* the pod, if the storage ledger concerns it; else NULL */
};
/* RETURN_UNKNOWN: the job was in no scenario yet. */
enum return_rule { RETURN_UNKNOWN, RETURN_OPTIONAL, RETURN_REQUIRED };
struct dry_job { /* a job whose pods are evicted together and placed together */
	/* The one pod of an elastic job that it loses first, and alone; NULL: all active pods are
	 * evicted. */
	const struct task *surplus;
	/* Its pods: dry_run.pods[first] to [first + n - 1], in the order of placing. n = 0: the job
	 * takes no part in dry runs. It loses n_evicted, from first_evicted on: the same and those
	 * behind them, or, of a partly running job, others. */
	int n, first, n_evicted, first_evicted;
	struct job *job;
	const struct queue *queue; /* job->queue, kept here to save a cache miss */
	double amount[3];          /* the sum of the n pods' requests: CPU, memory, GPUs */
	double evicted[3];         /* of the n_evicted */
	bool accepted;             /* of a victim: that is also what the validators see of it */
	/* RETURN_REQUIRED: if the job stays evicted, the run fails. Of this preemptor. */
	enum return_rule must_return;
};
struct lane_losses;   /* loss_rooms.h */
struct stale_return { /* a victim that must return, and may go home by a stale booking */
	int position, class;
	struct stale_booking booking;
};
/* What a dry run changes. */
struct dry_lane {
	const struct dry_run *r;
	int n_nodes; /* of the cluster */
	struct scenario_walk *walk;
	struct node_ledger *nodes;
	struct queue_ledger *queues;
	struct storage_ledger *claims; /* NULL: there is none */
	struct lane_losses *losses;
	/* The evictions in the ledgers' start amounts. They are kept from one scenario to the next,
	 * because most of the victims are the same. */
	uint64_t *evicted; /* by position, as bits */
	int *evictions;    /* by node index: how many pods were evicted from it */
	uint64_t *emptied; /* the set of nodes where that is not 0 */
	int n_claiming;    /* evicted pods with claims of storage */
	/* The present scenario. */
	uint64_t *node_set;    /* the nodes that it may use, as bits */
	uint64_t *room, *idle; /* scratch: the sets of storage_ledger_find */
	double *spare;         /* by column: dry_input.spare, less what was placed so far */
	/* stale_returns.c: pods of dry_input.stale, maybe without those that had their turn; the
	 * positions that had it, if there are any, as bits; scratch by column. */
	struct stale_return *returns; /* freed by dry_lane_free */
	int n_returns, cap_returns;
	int look; /* so many jobs have their turns between two looks at these */
	uint64_t *popped;
	double *left;
	struct walk_job *walk_jobs; /* its jobs, by position */
	int *walk_positions;        /* their positions */
	/* The preemptor has a place, or its queues refused it, or what they may take. */
	bool turn_over;
	int *passed;              /* source.passed in known_failures.c, of this lane's runs */
	struct watched_turn turn; /* of a second lane: its own copy of shortcuts.turn */
	struct arena made;        /* what the walk makes of fixed jobs while it is used */
	int *placed;              /* the nodes of the job that is being placed, pod by pod */
};
struct loss_rooms;    /* loss_rooms.h */
struct stale_returns; /* stale_returns.h */
struct gain_bound;    /* gain_bound.h */
struct turn_bound;    /* turn_bound.h */
struct overfull;      /* overfull.h */
struct evicted_pods { /* their status before, and the mark of their job in cluster.job_changed */
	struct task **tasks;
	unsigned char *status;
	uint64_t *marks;
	bool *was_virtual;
	int n;
};
struct recorded_job { /* dry_run_recorded.c */
	int from, to; /* its position as a dry job, and in this probe */
	struct dry_job job;
	struct walk_job in_walk;
};
/* The victims of the last scenario with one number of a pick (dry_run_victims.c). */
struct dry_victims {
	struct known_batches batches;
	int *n_evicted;   /* by position: how many pods of the job are victims */
	uint64_t *chosen; /* the set of positions where that is not 0 */
	int n_jobs;       /* their number */
	int n_partial;    /* those where it is not the number of all pods */
	int n_twins;      /* those that have a twin */
	int n_unknown;    /* batches that are none of a dry job */
};
/* What is read once for a search, and of each preemptor. */
struct dry_run {
	/* The preemptor, and all that depends on it, is valid with this value of
	 * shortcuts.generation, what is known of other jobs with that one. */
	const struct job *preemptor; /* NULL: none is */
	long generation;
	long jobs_generation; /* -1: the jobs were not read */
	bool by_amount;       /* which jobs take part depends on what the preemptor requests */
	bool possible;        /* false: no scenario of the preemptor can be dry-run */
	bool keeps_failures;  /* known_failures.c wants to know what walks have passed */
	/* The walk's fixed jobs are those with a Pending pod, without the preemptor. Its other
	 * jobs, by position, are the preemptor and the jobs that may be dry jobs. */
	struct dry_lane *lane;
	struct dry_lane *second;  /* of the second thread (dry_ahead.h); NULL: not made yet */
	bool second_ready;        /* for this preemptor */
	struct dry_job *jobs;     /* by position */
	struct walk_job *in_walk; /* the same jobs for the walk */
	int *job_index;           /* by position: that of the job */
	int *position;            /* by job index; -1: the job takes no part as a victim */
	int n_jobs, preemptor_position;
	struct dry_pod *pods;      /* those of the preemptor, and recorded ones, are the last */
	int n_pods, n_victim_pods; /* n_victim_pods: those of all others */
	bool keeps_places;         /* those of kept jobs are valid (dry_units.h) */
	/* The nodes, as bits, that some pod may go to. Runs look at no others: each search for a
	 * node would meet the tainted ones with room. last_reached: the last set that was added. */
	uint64_t *reachable;
	const uint64_t *last_reached;
	/* The recorded jobs of this preemptor's probe, and what they take the place of. */
	struct recorded_job *recorded;
	int n_recorded;
	struct batches recorded_victims; /* of that probe */
	/* The set, by job index, of partly running jobs (they have Pending pods and others) with
	 * recorded victims. Such a job is a dry job that loses what is recorded of it, and it is no
	 * fixed job. */
	uint64_t *partly;
	bool any_partly;
	/* Other partly running jobs that may be dry jobs (dry_run_twins.c), and by job index, from
	 * 1 on, their indexes there; 0: it is none. */
	struct twinned_job *twinned;
	int n_twinned, cap_twinned, *twinned_at;
	const struct job **old_units; /* jobs whose cached unit was old when the jobs were read */
	int n_old_units, cap_old_units;
	int blocks; /* the length of a set of positions, in 64-bit blocks */
	struct loss_rooms *rooms;
	struct gain_bound *gains;
	struct stale_returns *stale;
	struct turn_bound *turns;
	struct overfull *overfull;
	/* Sets of positions: those where must_return is known, and where it is RETURN_REQUIRED. The
	 * second thread must not read them, because they change while it runs: it reads
	 * must_return. */
	uint64_t *judged, *required;
	struct dry_victims victims[PREFIX_SETS]; /* by proposal.pick */
	/* Scratch. */
	struct evicted_pods evicted;
	uint64_t *chosen; /* of the scenario that is tested */
};
/* All that one dry run depends on but for struct dry_run. */
struct dry_input {
	const uint64_t *chosen; /* the positions of the victims' jobs, as bits */
	int n_victim_jobs;
	bool has_twin;          /* one of these jobs has a twin (dry_run_twins.c) */
	const uint64_t *nodes;  /* those that the probe may place on, as bits */
	const uint64_t *usable; /* bounds.usable */
	const double *spare;    /* bounds.spare, less what gain_bound.h takes */
	/* Positions of chosen where the job must return besides those with RETURN_REQUIRED, as
	 * bits: gain_bound.h. NULL: none. */
	const uint64_t *must;
	/* The same, or not, with a stale booking of a pod, and to usable nodes only. NULL: none. */
	const uint64_t *stale;
	const int *slots; /* of the columns of spare */
	int n_slots;
	/* Of chosen, and which of these must return (known_failures.c). {{0}}: not computed yet. */
	struct sum_digest digest;
	/* Follow the simulation until it ends by itself: nothing from usable to n_slots is read. */
	bool whole;
};
struct dry_result {
	bool fails;
	bool loses;     /* a pod lost a claim; the whole simulation was followed */
	bool unordered; /* node_ledger_unordered: the result is worthless */
	bool differs;   /* dry_lane.turn.differs */
	bool by_turn;   /* it fails before the preemptor has a place (known_failures.h) */
	/* With by_turn: until the last victim was back, the preemptor was not the next job of its
	 * leaf. */
	bool hidden;
};

/* The first position from `from` on that has a job which takes part as a victim; n_jobs: none. */
static inline int dry_run_next(const struct dry_run *r, int from)
{
	while (from < r->n_jobs && (from == r->preemptor_position || !r->jobs[from].n))
		from++;
	return from;
}
static inline bool dry_job_is_partly(const struct dry_run *r, const struct job *j)
{
	return bit_is_set(r->partly, j->index);
}
/* A unit is cached that is not what would be read now; of a job without Pending pods that is
 * nothing. */
static inline bool dry_job_caches_old_unit(const struct job *j)
{
	return j->unit_cached && (!j->counts[POD_PENDING] || session_unit_is_stale(j));
}
/* Every dry job gets back all it loses. */
static inline bool dry_jobs_are_whole(const struct dry_run *r)
{
	return !r->n_recorded && !r->any_partly;
}
/* Every job of the scenario does. */
static inline bool dry_scenario_is_whole(const struct dry_run *r, const struct dry_input *in)
{
	return dry_jobs_are_whole(r) && !in->has_twin;
}
/* If the job stays evicted, the run fails. */
static inline bool dry_must_return(
	const struct dry_run *r, const struct dry_input *in, int position)
{
	return r->jobs[position].must_return == RETURN_REQUIRED ||
		(in->must && bit_is_set(in->must, position));
}
/* The same of a block of 64 positions, as bits, whose jobs are known: r->judged. Not for the second
 * thread. */
static inline uint64_t dry_must_return_block(
	const struct dry_run *r, const struct dry_input *in, int block)
{
	return r->required[block] | (in->must ? in->must[block] : 0);
}
/* What is known of the task's stale bookings, which it may not have. */
static inline void dry_run_note_stale(struct dry_pod *pod, const struct bounds *f, int task)
{
	pod->stale = f->first_stale[task];
	pod->ways = pod->stale && bit_is_set(f->spared, task) ? f->ways[task] : NULL;
	pod->in_clique = bit_is_set(f->in_clique, task);
}
/* dry_run.c. True: a pod of the job has a stale booking; all of them go to these nodes only; what
 * the job requests, it takes of the spare room of these usable nodes when it returns. */
bool dry_job_is_stale(const struct dry_run *r, const struct dry_job *j);
bool dry_job_stays_within(const struct dry_run *r, const struct dry_job *j, const uint64_t *usable);
bool dry_job_takes_spare(const struct dry_run *r, const struct dry_job *j, const uint64_t *usable);
/* dry_lane.c. A lane in the search's arena, for all dry runs of r. */
struct dry_lane *dry_lane_new(struct search *q, const struct dry_run *r);
/* Frees what is not in that arena. */
void dry_lane_free(struct dry_lane *l);
/* Its queue ledger holds the session's figures, and nothing is evicted. The node ledger must be
 * loaded anew, too. */
void dry_lane_load(struct dry_lane *l, struct search *q);
/* Takes the evictions back, and loads the queue ledger anew. The classes of the node ledger stay
 * valid. */
void dry_lane_clear(struct dry_lane *l);
struct dry_result dry_lane_run(struct dry_lane *l, const struct dry_input *in);
/* False: the lane cannot follow the claims of storage of this pod; else *pod notes it. */
bool dry_lane_claims(const struct dry_lane *l, const struct task *t, struct dry_pod *pod);
/* Makes r->second as r->lane is now, unless it is; call it before each dry run that is left to the
 * second thread, which rests if it is not ready. */
void dry_run_make_second(struct search *q, struct dry_run *r);
/* dry_run_victims.c. True: every victim of p belongs to a job that loses what dry runs say, and
 * chosen is the set of these jobs; sets in->chosen, n_victim_jobs and has_twin. */
bool dry_run_scenario(struct search *q, struct bounds *f, struct dry_run *r,
	const struct proposal *p, uint64_t *chosen, struct dry_input *in);
/* Positions or dry jobs change. */
void dry_run_forget_victims(struct dry_run *r);
/* Reads the preemptor and the unit of p, and its recorded victims, and all other jobs if they are
 * not known for this value of shortcuts.generation; sets possible. The session is the same
 * afterwards. Call it before the first dry run for a preemptor, and whenever shortcuts.generation
 * has changed, or the jobs are outdated. */
void dry_run_prepare(
	struct search *q, struct bounds *f, struct dry_run *r, const struct proposal *p);
/* True: what a fixed job requests may have changed since the jobs were read: its old cached unit
 * was dropped. The dry runs that were left to the second thread are over then (forecast.waits). */
bool dry_run_is_outdated(const struct dry_run *r);
/* dry_run_pods.c. What is kept of jobs for the action; NULL: nothing. */
struct dry_units *dry_run_units(const struct search *q);
/* The nodes that never refuse the pod, as bits; NULL: more than these, the request and the class
 * order decides where it goes. It is asked once, if something is kept. */
const uint64_t *dry_run_nodes_of(struct search *q, struct task *t);
/* A pod may go to these nodes. */
void dry_run_reach(struct dry_run *r, const uint64_t *nodes);
/* Reads the unit into *dry; its pods are kept once the caller adds their number to
 * r->n_pods. False: they cannot take part, and *dry is invalid. */
bool dry_run_read_unit(struct search *q, struct bounds *f, struct dry_run *r, struct job *j,
	struct task_list unit, struct dry_job *dry);
/* The same of pods that the job loses besides. */
bool dry_run_read_pods(struct search *q, struct bounds *f, struct dry_run *r, struct task_list pods,
	struct dry_job *dry);
/* dry_run_kept.c. Readies what is kept of jobs, after the node ledger was loaded. */
void dry_run_open_kept(const struct search *q, const struct bounds *f, struct dry_run *r);
/* True: *dry is the job, which loses its unit, as it was read in an earlier search; it has not
 * changed since. Its pods are added to r->pods. */
bool dry_run_recall(
	const struct search *q, struct dry_run *r, const struct job *j, struct dry_job *dry);
/* The job's unit was read into *dry: keeps it, and its pods. */
void dry_run_keep(const struct search *q, const struct dry_run *r, struct task_list unit,
	const struct dry_job *dry);
/* True: it has been read like that, has a place among the others that were, and may be a dry job.
 */
bool dry_run_is_kept(const struct search *q, const struct dry_run *r, const struct job *j);
/* Lists those of the set `among`, by job index, in the order of scenario_walk_sort; forgets the
 * places of all others. Returns their number. */
int dry_run_list_kept(
	const struct search *q, const struct dry_run *r, const uint64_t *among, struct job **out);
/* Makes such a job, which has all its pods, that of the position `at`. */
void dry_run_place_kept(
	struct search *q, struct dry_run *r, struct job *j, const struct fixed_jobs *fixed, int at);
/* Keeps the places of all jobs that were read whole. Call it when all have been. */
void dry_run_keep_places(
	const struct search *q, const struct dry_run *r, const struct fixed_jobs *fixed);
/* The unit of a job that has lost what it loses as a dry job; empty if it is not all of that. */
struct task_list dry_run_unit_of(struct search *q, struct job *j);
/* How many pods of the job a simulation may place. */
int dry_run_count_to_allocate(const struct job *j);
/* Evict a pod; what a job loses as a dry job. */
void dry_run_evict_pod(struct search *q, struct evicted_pods *e, struct task *t);
void dry_run_evict_pods(struct search *q, struct evicted_pods *e, struct job *j);
/* Takes the last evictions back, until n are left. */
void dry_run_restore_pods(struct search *q, struct evicted_pods *e, int n);
/* dry_run_order.c. Where j stands in the order of scenario_walk_sort, if the position `free` has no
 * job now. j has lost its pods, or is the preemptor. */
int dry_run_find_place(struct search *q, struct dry_run *r, int free, const struct job *j);
/* Puts n_in jobs that have lost their pods into the n others, which have them; both are in the
 * order of scenario_walk_sort. */
void dry_run_merge(struct search *q, struct dry_run *r, struct job **jobs, int n,
	struct job *const *in, int n_in);
/* Moves the jobs between the two positions: `at` has no job then. */
void dry_run_make_place(struct dry_run *r, int free, int at);
/* Puts a job that is not the preemptor there. */
void dry_run_put(
	struct dry_run *r, int at, const struct dry_job *job, const struct walk_job *in_walk);
/* dry_run_recorded.c. Notes the probe's recorded victims. True: its partly running dry jobs are
 * others than before, so all jobs must be read anew. */
bool dry_run_note_recorded(
	struct search *q, struct bounds *f, struct dry_run *r, const struct batches *recorded);
/* Reads a partly running job, as dry_run_read_unit, that has lost these pods, or what is recorded
 * of it; adds its pods to r->n_pods. Call it while they are evicted. */
bool dry_run_read_lost(struct search *q, struct bounds *f, struct dry_run *r, struct job *j,
	struct task_list lost, struct dry_job *out);
bool dry_run_read_partly(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out);
/* Reads the recorded jobs; makes them dry jobs again. */
void dry_run_read_recorded(struct search *q, struct bounds *f, struct dry_run *r);
void dry_run_restore_recorded(struct dry_run *r);
/* True: the job loses what is recorded of it. */
bool dry_run_is_recorded(const struct dry_run *r, const struct job *j);
/* Evicts what is recorded of the job. */
void dry_run_evict_recorded(struct search *q, struct dry_run *r, const struct job *j);
/* dry_run_jobs.c. True: the job may be a dry job, but for Pending pods. The rest is tested while
 * its pods are evicted. */
bool dry_run_may_serve(struct bounds *f, const struct job *j);
/* dry_run_twins.c. True: the job is partly running, not recorded, and may be a dry job: it is noted
 * as twinned. Call it when the walk has its fixed jobs, before the job's pods are evicted. */
bool dry_run_note_twinned(struct search *q, struct bounds *f, struct dry_run *r, struct job *j);
void dry_run_forget_twinned(struct dry_run *r);
/* walk_job.twin of the job; 0: it is not twinned. */
int dry_run_twin(const struct dry_run *r, const struct job *j);
/* Reads a twinned job, as dry_run_read_lost. Call it while it has lost its active pods, and all
 * fixed jobs but this one have theirs. */
bool dry_run_read_twinned(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out);

#endif
