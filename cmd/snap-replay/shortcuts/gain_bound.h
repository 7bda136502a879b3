/* The gain bound: victims that must return in one scenario, because what it may lose elsewhere is
 * too little to make their loss fair.
 *
 * Claim. A scenario is infeasible if a victim stays evicted that gain_bound_refutes adds to
 *   dry_input.must. INFEASIBLE_UNFAIR: what must return then requests more than the scenario has
 *   to spare.
 * Why. Let R be the queue above the preemptor that is beside a queue E above the victim. If
 *   something below E is lost, the validators compare R with E: R is over its fair share by what it
 *   then holds, E by what is left of it (rules/05 12.3, part 2). The more is lost below R, the less
 *   it holds. That is at most what all victims below R hold that may be lost, so the hook
 *   reclaim_refuses_gain is asked with that. Which may, follows from the queues deeper below R in
 *   the same way: they are asked first. Jobs of one leaf that would lose the same get one answer,
 *   and are counted: amounts are whole. Spare room is that of INFEASIBLE_CAPACITY (bounds.c), with
 *   more victims that must return.
 * Needs. All victims' jobs are dry jobs: each loses all its pods, or nothing.
 * Guard. That of dry runs (dry_run.h). A job loses what it requests only if its pods are accepted
 *   (dry_job.accepted). A job that may go to a node that is not usable, or has a stale booking,
 *   counts 0 in spare room; of the latter see stale_returns.h.
 * Test. tests/unit/snap-replay/test_gain_bound.c; --exhaustive (prove.c). */
#ifndef SNAP_GAIN_BOUND_H
#define SNAP_GAIN_BOUND_H
#include "shortcuts/dry_run_private.h"

struct gain_bound;

/* For the dry runs of r, in the search's arena. */
struct gain_bound *gain_bound_new(struct search *q, const struct dry_run *r);
/* Call it whenever r was read anew. */
void gain_bound_prepare(struct gain_bound *g, struct search *q);
/* True: INFEASIBLE_UNFAIR. Else sets in->must, and in->spare to what is left then; both are valid
 * until the next call. */
bool gain_bound_refutes(struct gain_bound *g, struct search *q, struct dry_input *in);

#endif
