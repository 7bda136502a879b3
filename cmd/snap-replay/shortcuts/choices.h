/* Choices of NodeLocalGreedy that fail for certain: by the deficit bound or by kin
 * (deficit_bound.h, kin.h).
 *
 * Claim. A choice is infeasible if its batches contribute less than the deficit, or if one of them
 *   is refused.
 * Why. The claims of those two. A batch is all that was accumulated of a job, and most choices have
 *   batches that earlier ones had, so each batch is judged once. Only whether its job is exempt, or
 *   has a stale unit cache, is asked for each choice.
 * Needs. In a probe, what is known of a batch stays as it is until a scenario is simulated that is
 *   not reversible. Batches with tasks at the same address are the same: the search's arena keeps
 *   them.
 * Guard. That of those two. A choice is left out only if none of its jobs is recorded, too, and all
 *   of its pods, and the recorded ones, are reversible.
 * Test. tests/unit/snap-replay/test_choices.c; --exhaustive (prove.c). */
#ifndef SNAP_CHOICES_H
#define SNAP_CHOICES_H
#include "solvers/scenario.h"

/* For the entry choice_fails of the table of questions. */
bool choice_fails(struct search *q, const struct proposal *p);

#endif
