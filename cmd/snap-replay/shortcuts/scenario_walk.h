/* The scenario walk: the order in which the jobs of one scenario are placed, for simulations and
 * for dry runs. A simulation compares queues by the session's amounts, a dry run by those of its
 * queue ledger; the walk gets either as a struct queue_ledger.
 *
 * Claim: the jobs come in the order of a queue_walk.h walk that holds all jobs with a Pending pod,
 * the victims' jobs, and the preemptor in place of its original (rules/04 9.3). Inert jobs are left
 * out.
 *
 * Why: the order of jobs is total and depends on each job's own pods only. So each leaf queue gives
 * its jobs in sorted order, whatever its heap looks like. The *fixed* jobs, whose pods no scenario
 * touches, are sorted once; the jobs of a scenario are merged into them. The queue heap is built by
 * the same pushes and comparisons as in queue_walk.c: a queue enters with its first job by
 * fill_rank, and a comparison sees the best job that was pushed by then.
 *
 * Needs: while an inert job is popped, the amounts of no queue change.
 * Test: tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_SCENARIO_WALK_H
#define SNAP_SCENARIO_WALK_H
#include "session/queue_ledger.h"
#include "session/session.h"

struct walk_job {
	struct job *job;
	const double *request; /* CPU, memory, GPUs; NULL: session_request_vector, when needed */
	int rank;              /* job->fill_rank */
	int fixed_before;      /* how many fixed jobs of the queue go before the job */
	bool inert;            /* the caller has nothing to do when the job is popped */
};
struct scenario_walk;

struct scenario_walk *scenario_walk_new(struct session *s, struct arena *a); /* in the arena */
/* Sets the fixed jobs: each has a leaf queue, is inert, and is part of every walk from now on. */
void scenario_walk_fix(struct scenario_walk *w, struct job *const *jobs, int n);
/* Sorts jobs by queue, then in the order of jobs; each must have a leaf queue. */
void scenario_walk_sort(const struct scenario_walk *w, struct job **jobs, int n);
/* A job for scenario_walk_start. Call it again when a pod of the job or the fixed jobs changed. */
struct walk_job scenario_walk_job(
	const struct scenario_walk *w, struct job *j, const double *request, bool inert);
/* Starts a walk over the fixed jobs and these, which are in the order of scenario_walk_sort. jobs
 * and ledger must live until the last pop. Between two pops only the queue of the popped job and
 * the queues above it may change. */
void scenario_walk_start(struct scenario_walk *w, const struct queue_ledger *ledger,
	const struct walk_job *jobs, int n);
/* The index in jobs of the next job that is not inert; -1: none is left. */
int scenario_walk_pop(struct scenario_walk *w);

#endif
