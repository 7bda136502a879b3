/* The deficit bound: what is known of all scenarios of a probe before the first is proposed.
 *
 * Claim. Take a resource of which all usable nodes of the cluster together have less than the unit
 *   requests: the difference is the probe's deficit. A scenario is infeasible if the contributions
 *   of its victims sum up to less than the deficit. The probe is infeasible if all positive
 *   contributions together do, or if the pods of some kind do not fit although every candidate is
 *   a victim.
 * Why. INFEASIBLE_CAPACITY (bounds.h). A victim that may be lost contributes what it holds on a
 *   usable node. A victim that must return takes that again: its contribution is 0 on a usable
 *   node, and negative on another, as it must move to a usable one.
 * Needs. Every candidate is reversible, as if all of them were the victims of one scenario. The
 *   contributions of recorded victims, which are part of every scenario, reduce the deficit.
 * Guard. No search budget runs: scenarios would spend it. A scenario that is not proposed leaves
 *   nothing behind, with two exceptions, whose jobs are exempt: scenarios with a victim of them are
 *   proposed. (1) A candidate that lost a pod earlier in the session may have a stale unit cache,
 *   which its first scenario drops (rules/03 4.2). (2) A job with recorded and other active pods
 *   may have a pod twice in a scenario, which is then not reversible.
 * Test. tests/unit/snap-replay/test_bounds.c; --exhaustive (prove.c). */
#ifndef SNAP_DEFICIT_BOUND_H
#define SNAP_DEFICIT_BOUND_H
#include "shortcuts/shortcuts.h"

struct deficit {
	double amount;               /* INFINITY: no victims make up for it */
	const double *contribution;  /* by task index */
	const unsigned char *exempt; /* by job index: not 0: the job is exempt */
};

/* Sets shortcuts.deficit, NULL if the probe has none. True: the probe is infeasible, and no
 * candidate is exempt. */
bool deficit_of_probe(struct search *q, struct job *preemptor, const struct batches *recorded);
/* The sum over the tasks; 0 if the probe has no deficit. */
double contribution_of(const struct search *q, struct task *const *tasks, int n);
bool is_exempt(const struct search *q, int job_index);
/* False: a scenario with this contribution is infeasible. */
bool may_meet_deficit(const struct search *q, double contribution, bool exempt);

/* Answers of the table of questions. */
bool deficit_state_fails(struct search *q, const struct proposal *state);
bool deficit_choice_fails(struct search *q, const struct proposal *p);

#endif
