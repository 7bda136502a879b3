/* Scenarios in which a pod stands twice, as NodeLocalGreedy makes them (rules/04 11).
 *
 * Claim. Such a scenario is reversible (reversible.h), but for the *drift* of some jobs: their
 * counts of active pods (job.active_drift) may end too high. There is none if, at each repeated
 * eviction of a pod, another pod of its job has the status that the pod had, and was not evicted.
 * Why. A second eviction tells the plugins again that the pod goes; undone, they are told once more
 *   that it comes: whole amounts are the same then. It takes one off the job's count if another pod
 *   of the job has the status that this one had; undone, it always gives one back. All evictions
 *   come before anything is placed, in the order of recorded and potential victims: chance
 *   (rules/10 5) turns them only where a pod is not reversible. A pod that was restored is first
 *   evicted anew, as one that runs; then each of its evictions is undone, and leads to the same
 *   status and node.
 *   What is kept from one scenario to the next is the same with drift: it decides only whether a
 *   job has more to lose than its next batch. Batches are drawn anew (victim_sequence.h); a dry job
 *   is known with one pod less, or without any, and what is true of either is so with drift, too.
 *   Without drift, the bounds of bounds_of_room hold: a second eviction of a pod changes nothing on
 *   its node, so the pod gives room once, and it must return, or must not be moved, as any other.
 *   That two pods of a pod set cannot both return (INFEASIBLE_UNITS) is shown only for pods that
 *   stand once.
 * Needs. Whoever listens to pods that come and go only adds their requests, as plugin proportion
 *   does. The pod brings no claims, and its request is regular.
 * Guard. That of reversible scenarios but for the repeats, and amounts of all queues are whole. No
 *   other plugin listens. A search with drift is not clean (rules/04 19.12).
 * Test. repeats() and bounds_of_repeats() of tests/unit/snap-replay/test_reversible.c;
 * tests/lib/both_ways.c. */
#ifndef SNAP_REPEATED_VICTIMS_H
#define SNAP_REPEATED_VICTIMS_H
#include "shortcuts/bounds_private.h"

enum repeats { REPEATS_LEAVE_TRACES, REPEATS_DRIFT, REPEATS_REVERSIBLE };

/* What the simulation of p, in which a pod may stand more than once, leaves behind, as far as its
 * victims decide. f->victims is not changed. */
enum repeats judge_repeats(struct search *q, struct bounds *f, const struct proposal *p);

#endif
