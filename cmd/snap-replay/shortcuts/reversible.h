/* Reversible scenarios.
 *
 * Claim. The simulation of a reversible scenario, undone, leaves nothing behind but dropped unit
 *   caches and diagnostics (bounds.h).
 * Why. rules/04 19.2. Sums of whole numbers come out the same when they are undone.
 * Needs. Whole requests; no volumes and no claims; no pod twice in the scenario.
 * Guard. No inter-pod terms in the cluster; no leak before; amounts of nodes and queues are whole.
 * Test. not_reversible() of tests/unit/snap-replay/test_bounds.c; tests/lib/both_ways.c. */
#ifndef SNAP_REVERSIBLE_H
#define SNAP_REVERSIBLE_H
#include "solvers/scenario.h"

/* What holds for all scenarios of a search, as long as nothing is committed. */
enum reversibility {
	NEVER_REVERSIBLE,      /* inter-pod terms, a leak before, amounts that are not whole */
	REVERSIBLE_IF_SMALLER, /* pods share GPUs: sums come out the same only while no queue of a
			     victim ever holds more than now */
	REVERSIBLE,
};
enum reversibility reversibility_of(struct search *q);
/* All n are whole, and small enough that what a simulation adds to them stays exact. */
bool is_whole(const double *v, int n);
/* For REVERSIBLE_IF_SMALLER: the preemptor's queue and its ancestors can hold the unit besides, and
 * lose it again, without rounding. */
bool reversible_preemptor(const struct search *q, const struct job *preemptor, const double *unit);
/* A whole request, or MIG, on a node and without volumes or claims; so are the pods that its job
 * waits for, which may come back with it. */
bool reversible_victim(const struct task *t, enum reversibility p);
bool reversible_pod(const struct task *t); /* of the unit */

#endif
