/* The turn bound: proves that a dry run fails from the queues beside the preemptor's alone.
 *
 * Claim. A scenario is infeasible if, before the preemptor's turn, victims that need not return
 *   take more of some resource than the scenario has to spare (INFEASIBLE_EARLY, bounds.c).
 * Why. Let E be a leaf queue beside the preemptor's, and assume that the scenario is feasible.
 *   Turns. The preemptor's queue is popped with the preemptor only if no queue beside it has a
 *     smaller key: scenario_walk_in_order. Its own amounts stay the same up to then. So E gives its
 *     jobs, in their order, until it has none left, or until the key of E with the next one is no
 *     smaller. That depends on what E holds, and on nothing outside E.
 *   Places. A job of E whose pods are no greater and no more than those of the unit, and may go
 *     wherever these may, finds a place: at the preemptor's turn its unit finds one, and what nodes
 *     have does not rise in between (rules/04 19.2). So does each job that must return. Of any
 *     other job both outcomes are followed, as long as E may lose that much (hook
 *     reclaim_loss_room).
 *   In every outcome followed, what came back to E by the preemptor's turn is a lower bound for
 *   what is taken from the spare room. A job that may go to a node that is not usable, or has a
 *   stale booking, counts 0.
 * Needs. All victims' jobs are dry jobs, and the preemptor's queue has none of them.
 * Guard. That of dry runs (dry_run.h). E and the queues above it are within their limits and hold
 *   whole amounts, so that each job of E is admitted when it comes back.
 * Test. tests/unit/snap-replay/test_turn_bound.c; --exhaustive (prove.c). */
#ifndef SNAP_TURN_BOUND_H
#define SNAP_TURN_BOUND_H
#include "shortcuts/dry_run_private.h"

struct turn_bound;

/* For the dry runs of r, in the search's arena. */
struct turn_bound *turn_bound_new(struct search *q, const struct dry_run *r);
/* Call it whenever r was read anew. */
void turn_bound_prepare(struct turn_bound *t, struct search *q, const struct bounds *f);
/* True: the dry run fails. False: unknown. */
bool turn_bound_refutes(struct turn_bound *t, const struct dry_input *in);

#endif
