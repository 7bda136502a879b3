/* The scenario walk: the order in which the jobs of one scenario are placed, for simulations and
 * for dry runs. It compares queues by a queue ledger: a simulation passes a live one, a dry run its
 * own.
 *
 * Claim. The jobs come in the order of simulation_walk (solvers/scenario.h): a queue_walk.h walk
 *   over the jobs with a Pending pod, the victims' jobs, and the preemptor in place of its original
 *   (rules/04 9.3). Inert jobs are left out. Where a victim's job is a fixed job, too, the walk
 *   passes over the fixed one, its *twin* (dry_run_twins.c).
 * Why. The order of jobs is total, and a job's place in it depends only on its own pods. So each
 *   leaf queue gives its jobs in sorted order, whatever its heap looks like. The *fixed* jobs,
 *   whose pods hardly any scenario touches, are sorted before; the jobs of a scenario are merged
 *   into them.
 *   The queue heap is built by the pushes and comparisons of queue_walk.c: a queue enters with its
 *   first job by fill_rank, and a comparison uses the best job of a queue that was pushed by then.
 *   The sort key of a queue depends on its amounts and on the request of its next job: keys are
 *   kept by queue and request class, and that of the last fixed job of a rare class, as long as the
 *   ledger's version of the queue is the same.
 *   A queue in slot 0 stays there with each next job that gives it a smaller key than its rival
 *   has, the one of the two below it that goes first. Meanwhile these two neither change nor move,
 *   and its own amounts change only when a job that is not inert is popped below it. So each
 *   request is known to leave it there that is within a bound (below in session/queue_ledger.h),
 *   less what the queue has got since; fixed jobs are popped in a row as long as theirs are, or
 *   all at once if the greatest of their requests, taken together, are. A live ledger does not say
 *   what a queue gets: there the bound is found anew then.
 *   Once all other jobs that are left are below one queue, the walk goes on below it, and passes
 *   over what is beside it: in which order the jobs below a queue are popped depends on its own
 *   heaps, jobs and amounts alone, whenever it has its turns. Of fixed jobs only that order counts.
 * Needs. Popping an inert job changes no queue's amounts.
 * Test. tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_SCENARIO_WALK_H
#define SNAP_SCENARIO_WALK_H
#include "session/queue_ledger.h"
#include "session/session.h"

struct walk_job {
	struct job *job;
	const double *request; /* CPU, memory, GPUs; NULL: call session_request_vector */
	int rank;              /* job->fill_rank */
	int fixed_before;      /* of other jobs: how many fixed jobs of the queue come before */
	/* Of other jobs: the number, from 1 on, of the job's twin among the fixed jobs of its
	 * queue. 0: it has none. */
	int twin;
	bool inert;                  /* the caller would do nothing when the job is popped */
	unsigned char request_class; /* request_classes.h; NO_CLASS if request is NULL */
};
/* How a job comes to its turn, as far as one queue above it, called top, decides. */
struct own_turn {
	struct queue_sort_key most; /* the greatest key with which that was compared up to then */
	double request[3];          /* of the next job then */
	int most_at;                /* how many jobs below that queue came before, the first time */
	int next_at;                /* the same, when the job became the next one of its leaf */
	bool leads; /* no other job of the leaf was both before it and filled in before it */
};
/* What is watched in walks (certificates.h). */
struct watched_turn {
	/* A queue above the preemptor; no queue above that has a sibling. NULL: none is watched. */
	const struct queue *top;
	struct queue_sort_key most; /* the same two of own_turn */
	double request[3];
	bool differs; /* it was not as scenario_walk_watch says once */
};
struct scenario_walk;
struct fixed_jobs; /* fixed_jobs.h */

struct scenario_walk *scenario_walk_new(struct session *s, struct arena *a); /* in the arena */
/* Sets the fixed jobs: each has a leaf queue, is inert, and is part of every walk from now on, but
 * where it is a twin. Call it again when they change. top: only those below this queue; NULL: all.
 * a: for what is made of them; the walk must not be used behind its end, before another call. */
void scenario_walk_fix(struct scenario_walk *w, struct arena *a, const struct fixed_jobs *fixed,
	const struct queue *top);
/* Gives a walk of the same session the fixed jobs of another one, which must live as long, and keep
 * them. a: as for scenario_walk_fix. */
void scenario_walk_share(
	struct scenario_walk *w, const struct scenario_walk *from, struct arena *a);
/* Sorts jobs by queue, then in the order of jobs; each must have a leaf queue. */
void scenario_walk_sort(const struct scenario_walk *w, struct job **jobs, int n);
/* A job for scenario_walk_start; valid until the job's pods or the fixed jobs change. So long, the
 * request of an inert job stays what it is. */
struct walk_job scenario_walk_job(
	struct scenario_walk *w, struct job *j, const double *request, bool inert);
/* The same of a job that is not inert, of which fixed_before is known. */
struct walk_job scenario_walk_job_at(
	struct scenario_walk *w, struct job *j, const double *request, int fixed_before);
/* Starts a walk over the fixed jobs and these n jobs, which are in the order of scenario_walk_sort.
 * jobs and ledger must live until the last pop. Between two pops, only the amounts of the popped
 * job's queue and of the queues above it may change; those of a ledger that is not live only by
 * nothing or by the job's request. */
void scenario_walk_start(struct scenario_walk *w, const struct queue_ledger *ledger,
	const struct walk_job *jobs, int n);
/* The fixed jobs of a leaf queue, in the order of jobs; *n: how many. */
const struct walk_job *scenario_walk_fixed(
	const struct scenario_walk *w, const struct queue *leaf, int *n);
/* Call it behind scenario_walk_start. True: the queue and all its siblings with jobs are leaves,
 * and none of them has a smaller key than the one above it in their heap. Then the first of them
 * never has a greater key than another one, as long as the walk lasts. */
bool scenario_walk_in_order(struct scenario_walk *w, const struct queue *q);
/* The index in jobs of the next job that is not inert; -1: none is left. */
int scenario_walk_pop(struct scenario_walk *w);

/* Raises passed[i], by queue index, where it is less, to how many fixed jobs of that leaf the walk
 * has popped by now. A walk does not follow the leaves beside a queue that has all other jobs that
 * are left. Their number is that of the moment when the walk turned from them, if one job was left
 * then; else that of all fixed jobs of the leaf. The latter is also that of leaves that were left
 * out (walk_inert.h). It may be too small for a leaf that itself has all other jobs that are left.
 */
void scenario_walk_passed(struct scenario_walk *w, int *passed);
/* How many fixed jobs of the leaf the walk has popped by now; behind that they do not count where
 * the leaf has all other jobs that are left. */
int scenario_walk_popped(const struct scenario_walk *w, const struct queue *leaf);

/* Follows a walk up to the turn of its only other job. All jobs are below the queue top. */
struct own_turn scenario_walk_follow(struct scenario_walk *w, const struct queue *top);
/* Watches all walks from now on: *watched must live as long. When watched.top first comes to the
 * front with the key watched.most, differs is set unless these hold: it stays in front as long as
 * its keys are not above that one; its siblings will have their turns in their order, if that is
 * total (queue_ledger.h). */
void scenario_walk_watch(struct scenario_walk *w, struct watched_turn *watched);

#endif
