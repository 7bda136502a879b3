/* Bounds: cheap proofs that a scenario is infeasible, so that it need not be simulated
 * (rules/04 19.3 to 19.5). The claim of each bound, with its proof and guard, stands above its
 * code:
 *
 *   INFEASIBLE_PROTECTED, _UNITS, _PACKING, _CAPACITY, _EARLY   bounds.c
 *   INFEASIBLE_DRY_RUN                                  dry_run.h
 *   INFEASIBLE_UNFAIR                                   gain_bound.h
 *   INFEASIBLE_PROBE, DEFICIT_PROBE                     deficit_bound.h, limit_bound.h
 *
 * Words of the proofs:
 * F(n): the idle and releasing amounts of node n.
 * A task must return if the validators refuse every outcome in which it is still evicted
 *   (search.fate is MUST_RETURN).
 * A node is usable unless it refuses, for the whole session, every task that must find a place:
 *   those of the unit, and those that must return.
 *
 * Topology constraints: they only take nodes away from a group, and what is placed and taken back
 * while one domain after the other is tried leaves nothing behind, so the bounds hold with them.
 * The dry run is for jobs without (dry_run.h).
 *
 * NUMA zones: they only take nodes away from a pod, too, and let a victim that keeps its node be
 * moved instead of spared, which takes as much room. Undone, the zones are as before, and so are
 * bookings of victims that were moved before, or the scenario is not reversible (reversible.h). The
 * dry run is for clusters without zones: it knows one predicate.
 *
 * Inter-pod terms and volumes: they only take nodes away from a pod, too; some of them during all
 * of a search (tight_classes.c). The dry run is for pods without terms that matter; volumes take
 * the same nodes away for the whole session, and claims of managed storage have a ledger of their
 * own (session/storage/storage_ledger.h).
 *
 * Victims that may lose a claim (storage_may_lose): only the dry run is for these.
 *
 * Resource claims: they only take nodes away from a pod, too. Claims that several pods share may
 * have lost their devices once a simulation is undone (rules/07 C10): a scenario with such pods is
 * not reversible. A pod's own claims are as before (plugins/dynamicresources/own.h).
 *
 * Guard of all bounds, tested by bounds_forecast. The scenario is reversible (reversible.h): its
 * simulation, undone, leaves two things behind. (1) The unit caches of the victims' jobs are
 * dropped. bounds_drop_caches drops them, too. (2) Victims that found no place have diagnostics.
 * Only the first simulations with noted victims record them (searches.diagnostics_limit), and no
 * bound is used for these: bounds_may_begin, bounds.records.
 */
#ifndef SNAP_BOUNDS_H
#define SNAP_BOUNDS_H
#include "shortcuts/shortcuts.h"

struct assumed; /* dry_ahead.h */

/* False: no bound is used yet. */
bool bounds_may_begin(const struct session *s);
/* What the bounds prove about the simulation of p, before it runs; all zero: nothing. */
struct forecast bounds_forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
/* True: the scenario of the last forecast is reversible, but for drift. bounds_drifts: there may be
 * some (repeated_victims.h). */
bool bounds_reversible(const struct search *q);
bool bounds_drifts(const struct search *q);
/* Call in the simulation of the last forecast's scenario, after the attempt to place a job;
 * victims: all n victims of that job. False: the scenario is infeasible (INFEASIBLE_EARLY). */
bool bounds_may_succeed(struct search *q, struct task *const *victims, int n);
/* True: bounds_drop_caches would drop something. */
bool bounds_leave_traces(const struct search *q, const struct proposal *p);
/* Makes the scenario that of the last forecast, as it was then: it will be simulated, after all.
 * Call bounds_restated behind its simulation. */
void bounds_restate(struct search *q, const struct assumed *one, const struct probe_nodes *nodes);
void bounds_restated(struct search *q);
/* Call after the simulation of p. */
void bounds_simulated(struct search *q, const struct proposal *p);
/* Call in place of the simulation of p: drops the unit caches that the simulation would drop. */
void bounds_drop_caches(struct search *q, const struct proposal *p);

#endif
