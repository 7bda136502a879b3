/* The jobs with a Pending pod, kept for an action in the order of scenario walks.
 *
 * Claim. After pending_jobs_waiting and the others the fixed jobs are those that a look at all jobs
 *   would find, in the order and with the requests that they have now.
 * Why. Whether a job is one of them, its place in the order of jobs (scenario_walk.h) and its
 *   request depend only on its own pods. A job of which a pod changed since is looked at anew:
 *   job_set_status notes it (cluster.job_changed), and nothing else changes a status. The request
 *   of a partly running job also depends on what unit it caches, so it is read each time.
 * Needs. Hooks of the order of jobs look at nothing but the two jobs.
 * Guard. None: priority and elastic are the only ones.
 * Test. tests/unit/snap-replay/test_pending_jobs.c. */
#ifndef SNAP_PENDING_JOBS_H
#define SNAP_PENDING_JOBS_H
#include "shortcuts/fixed_jobs.h"

struct pending_jobs; /* of one action */

struct pending_jobs *pending_jobs_new(struct session *s);
void pending_jobs_free(struct pending_jobs *p);
/* Jobs with a leaf queue and a Pending pod whose pods are all Pending or gated, but `except`; each
 * call makes the results of the last one invalid. *partly: those with other pods, too, but
 * `except`, in no order; they are not among the fixed ones. */
const struct fixed_jobs *pending_jobs_waiting(
	struct pending_jobs *p, const struct job *except, struct job_list *partly);
/* Both kinds are fixed jobs. The results of the other two stay valid. */
const struct fixed_jobs *pending_jobs_all(struct pending_jobs *p, const struct job *except);
/* The same without these jobs, a set by job index. The results of the other two stay valid. */
const struct fixed_jobs *pending_jobs_without(
	struct pending_jobs *p, const struct job *except, const uint64_t *without);

#endif
