/* Overfull queues: proves that a dry run fails from the limits of queues alone.
 *
 * Claim. A scenario is infeasible if some queue holds more of a resource than its limit, by more
 *   than all of the scenario's victims below it hold that need not return, and a victim below it
 *   that must return holds some of it. A preemptor below the queue counts as one that must return,
 *   and its unit as held already.
 * Why. Assume that the scenario is feasible: all of these find a place. Take the last one of them
 *   that requests the resource, at its turn. The others are back, so the queue holds what it held
 *   before the search, less what is requested now, less at most what need not return. With the
 *   request it comes to hold more than its limit, so it is refused (rules/05 11). In which order
 *   the jobs come, and on which nodes there is room, does not matter.
 * Needs. All victims' jobs are dry jobs: whole amounts, and each pod's request is what its queues
 *   gain and lose (dry_run.h).
 * Guard. That of dry runs.
 * Test. tests/unit/snap-replay/test_overfull.c; --exhaustive (prove.c). */
#ifndef SNAP_OVERFULL_H
#define SNAP_OVERFULL_H
#include "shortcuts/dry_run_private.h"

struct overfull;

/* For the dry runs of r, in the search's arena. */
struct overfull *overfull_new(struct search *q, const struct dry_run *r);
/* Call it whenever r was read anew. */
void overfull_prepare(struct overfull *o, const struct search *q);
/* True: the dry run of these victims fails (dry_input.chosen). False: unknown. */
bool overfull_refutes(const struct overfull *o, const uint64_t *chosen);

#endif
