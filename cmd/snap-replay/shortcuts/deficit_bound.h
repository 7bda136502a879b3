/* The deficit bound: proves, before a probe proposes its first scenario, which of its scenarios are
 * infeasible.
 *
 * Claim. Take a resource of which all usable nodes of the cluster together have less than the unit
 *   requests. The difference is the probe's deficit. (1) A scenario is infeasible if the
 *   contributions of its victims sum up to less than the deficit. (2) The probe is infeasible if
 *   all positive contributions of the candidates sum up to less. (3) The probe is infeasible if,
 *   with all candidates gone, too few pods of some class fit (INFEASIBLE_PACKING). (4) The probe
 *   is infeasible if a queue refuses the unit whatever is evicted (limit_bound.h).
 * Why. INFEASIBLE_CAPACITY (bounds.h). A victim that may be lost contributes what it holds on a
 *   usable node, and so does a spared victim (stale_gangs.h). Another victim that must return
 *   takes its request again: it contributes 0 on a usable node, and a negative amount on another
 *   node, because it must move to a usable one.
 * Needs. A scenario with all candidates as victims is reversible. Recorded victims are part of
 *   every scenario, so their contributions reduce the deficit.
 * Guard. Search budgets are off: a scenario that is not proposed would not spend them. It leaves
 *   nothing behind, unless it has a victim of an exempt job; then it is proposed. Exempt are:
 *   (1) A candidate that lost a pod earlier in the session: it may have a stale unit cache, which
 *   its first scenario drops (rules/03 4.2). (2) A job of which some active pods are recorded and
 *   some are not: a scenario may have a pod of it twice, and is then not reversible. (3) A
 *   job whose victims are noted, while simulations record (bounds.h); if recorded victims are, the
 *   probe has no deficit. What a scenario of (2) leaves of claims may make candidates irreversible:
 *   where pods have claims, the deficit is dropped behind the first scenario that is not reversible
 *   (bounds_simulated).
 * Test. tests/unit/snap-replay/test_bounds.c; --exhaustive (prove.c). */
#ifndef SNAP_DEFICIT_BOUND_H
#define SNAP_DEFICIT_BOUND_H
#include "shortcuts/shortcuts.h"

struct deficit {
	double amount; /* less the contributions of recorded victims; INFINITY: claims (3)
			      and (4) */
	const double *contribution;  /* by task index; 0 for recorded victims */
	const unsigned char *exempt; /* by job index; not 0: the job is exempt */
};

/* Begins a probe: sets shortcuts.deficit, NULL if the probe has none. True: the probe is
 * infeasible, and no job is exempt. */
bool deficit_of_probe(struct search *q, struct job *preemptor, const struct batches *recorded);
/* The sum of the tasks' contributions; 0 if the probe has no deficit. */
double contribution_of(const struct search *q, struct task *const *tasks, int n);
bool is_exempt(const struct search *q, int job_index);
/* False: a scenario with this contribution is infeasible. exempt: it has an exempt victim. */
bool may_cover_deficit(const struct search *q, double contribution, bool exempt);

/* For the entry state_fails of the table of questions. */
bool deficit_state_fails(struct search *q, const struct proposal *state);

#endif
