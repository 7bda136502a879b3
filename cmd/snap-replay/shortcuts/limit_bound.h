/* The limit bound: claim (4) of the deficit bound (deficit_bound.h).
 *
 * Claim. A probe is infeasible if a queue above the preemptor refuses the unit even with all
 *   candidates gone: the queue's limit, or, of a unit that is not preemptible, its quota.
 * Why. The unit is placed only where no queue above comes to hold more than its limit (rules/05
 *   11). What a queue holds in a simulation when the preemptor has its turn is at least what it
 *   holds with all victims evicted: from then on pods are only placed, or such a placement is taken
 *   back. The quota counts pods that are not preemptible, and these are never victims.
 * Needs. A queue loses by an eviction what the pod's node accepted of it, no MIG profiles. The sums
 *   may be off by rounding where pods share GPUs: SLACK.
 * Guard. That of the deficit bound. No resource is a MIG profile.
 * Test. tests/unit/snap-replay/test_limit_bound.c; --exhaustive. */
#ifndef SNAP_LIMIT_BOUND_H
#define SNAP_LIMIT_BOUND_H
#include "shortcuts/bounds_private.h"

/* True: a queue above the preemptor refuses the unit as long as nothing is evicted. Ask it first:
 * it is cheap. */
bool limits_refuse(const struct bounds *f, struct task_list unit);
/* True: the probe is infeasible. All candidates are victims of the scenario. */
bool limits_refuse_for_good(const struct bounds *f, struct task_list unit);

#endif
