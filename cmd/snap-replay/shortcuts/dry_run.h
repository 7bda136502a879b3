/* The dry run: a simulation that is computed on two ledgers, without a change to jobs, pods or
 * nodes.
 *
 * Claim. INFEASIBLE_DRY_RUN: a scenario is infeasible if its dry run fails.
 * Why. The dry run takes the steps of the simulation:
 *   Order of jobs. It comes from the session, as do the units: once, while the dry jobs have lost
 *     their pods. That is enough, because a job's rank in the order depends only on its own pods.
 *   Order of queues. The scenario walk compares queues by the queue ledger. There, queues gain and
 *     lose the same amounts as in the simulation; amounts are whole.
 *   Nodes. A pod goes to the first node in its class order that has enough free (node_ledger.h),
 *     and room for its claims of managed storage (session/storage/storage_ledger.h). Nodes that
 *     no pod of the dry jobs and the preemptor may go to are left out.
 *   Early end. Spare room is counted as for INFEASIBLE_EARLY (bounds.c), and what will be taken
 *     of it by stale_returns.h.
 *   Limits. A job is placed only if no queue above it comes to hold more than its limit. In a
 *     simulation each of its pods is tested, too, which then holds: together they are the job.
 *   Other preemptors. The preemptors of a search are parts of one job, and its probes leave the
 *     session as it was: what was read of all other jobs stays valid, and the ledgers, once the
 *     evictions are taken back. Only the preemptor's place among the jobs is looked for again.
 *   Quotas of a preemptor that is not preemptible are not tested: a scenario that they refuse is
 *     infeasible, too.
 * Needs. Each victim's job is a *dry job*. It loses all its pods, which are in one pod set, or, of
 *   an elastic job, the one that goes first and no other; it has no Pending pod and no cached unit;
 *   once evicted, its unit is all of these pods. A job with recorded victims may lose what is
 *   recorded of it instead, and have Pending pods (dry_run_recorded.c); another job with Pending
 *   pods loses all its active ones (dry_run_twins.c). Their requests are regular.
 *   Only requests, class order, claims of storage and lasting nodes (hook lasting_nodes) decide
 *   where they go: no topology constraint confines the job or the preemptor. What queues with
 *   limits hold is whole, or they never reach these.
 * Claims that may be lost (storage_may_lose). Victims with such claims make a scenario that is not
 *   reversible for certain. It need not be simulated if it is infeasible and the dry run, which is
 *   then followed as far as the simulation would go, places none of them so that it loses a claim:
 *   its simulation leaves nothing behind. If the limit or quota of the preemptor ends that sooner,
 *   fewer are placed.
 * Guard. That of all bounds (bounds.h). If a simulation drops a cached unit of a dry job, it would
 *   be read anew alike: dry_job_caches_old_unit.
 *   hooks_are_known (dry_run_jobs.c): no other hook changes what the dry run computes.
 * Test. tests/unit/snap-replay/test_dry_run.c; --exhaustive also compares a dry run that succeeds
 *   with its simulation (prove.c). */
#ifndef SNAP_DRY_RUN_H
#define SNAP_DRY_RUN_H
#include "shortcuts/bounds_private.h"

/* What is told of the scenario p: INFEASIBLE_DRY_RUN, INFEASIBLE_UNFAIR (gain_bound.h,
 * stale_returns.h), or p must be simulated. Call it only if p is reversible, no other bound proves
 * it infeasible, and f->spare is that of p. May assume p to fail (dry_ahead.h). */
struct forecast dry_run_forecast(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes);
/* The same for a p that is reversible but for claims that victims may lose: true if also none does
 * in its simulation. fails: that p is infeasible is known already. */
bool dry_run_loses_nothing(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes, bool fails);
/* Frees what dry runs of the search have made outside its arena. */
void dry_run_search_ends(struct shortcuts *m);

#endif
