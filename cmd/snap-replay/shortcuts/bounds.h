/* Bounds: cheap proofs that a scenario is infeasible, so that it need not be simulated
 * (rules/04 19.3 and 19.4). The claim of each bound, with its proof and guard, stands above its
 * code:
 *
 *   INFEASIBLE_PROTECTED, _PACKING, _CAPACITY, _EARLY   bounds.c
 *   INFEASIBLE_DRY_RUN                                  dry_run.h
 *   INFEASIBLE_PROBE, DEFICIT_PROBE                     deficit_bound.h
 *
 * Words of the proofs:
 * F(n): what node n has idle and releasing.
 * A task must return if the validators refuse every outcome in which it is still evicted
 *   (search.fate says MUST_RETURN).
 * A node is usable unless it refuses, as long as the session lasts, each task that must find a
 *   place.
 *
 * Guard of all bounds. The scenario is reversible (reversible.h): its simulation, undone, leaves
 * two things behind. (1) The unit caches of the victims' jobs are dropped: bounds_drop_caches does
 *   the same. (2) Diagnostics on victims that found no place: they are kept for the first
 *   simulations of a run (searches.diagnostics_limit), and no bound is used before that number is
 *   reached. */
#ifndef SNAP_BOUNDS_H
#define SNAP_BOUNDS_H
#include "shortcuts/shortcuts.h"

/* What is known of the end of p's simulation. */
struct forecast bounds_forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
/* Is the scenario of the last forecast reversible? */
bool bounds_reversible(const struct search *q);
/* The scenario of the last forecast is simulated; these victims of one job had their turn. False:
 * the scenario is infeasible (INFEASIBLE_EARLY). */
bool bounds_may_succeed(struct search *q, struct task *const *victims, int n);
/* p was simulated. */
void bounds_simulated(struct search *q, const struct proposal *p);
/* p was not simulated: leaves behind what its simulation would. */
void bounds_drop_caches(struct search *q, const struct proposal *p);

#endif
