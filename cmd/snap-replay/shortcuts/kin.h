/* Kin: batches of an elastic job of which a scenario may have one, and no two.
 *
 * Claim. A pick of MultiNodeGang is infeasible if it has a *refused* batch, or two batches of one
 *   kin. So are the picks that its state makes after it. A choice of NodeLocalGreedy is infeasible
 *   if it has a refused batch (choices.h).
 * Why. Batches of one kin each have a pod that must return, of one pod set above its minimum:
 *   INFEASIBLE_UNITS (bounds.c). A batch is refused if it has two of these, or one while a
 *   recorded victim is another one, or a pod that must not be moved: INFEASIBLE_PROTECTED. A later
 *   pick of the state has all batches of the earlier one.
 * Needs. Such a pick, and those behind it, leave nothing behind when they are not proposed.
 * Guard. That of the bounds for a scenario with all victims of the state. Search budgets are off,
 *   as for the deficit bound. No job of the state's batches has a stale unit cache, which a
 *   scenario would drop.
 * Test. tests/unit/snap-replay/test_kin.c; --exhaustive (prove.c). */
#ifndef SNAP_KIN_H
#define SNAP_KIN_H
#include "shortcuts/prefix_sets.h"
#include "solvers/scenario.h"

struct bounds;
/* Of the batches of one probe; all zero bytes: none. Arrays are in the search's arena. */
struct kin {
	struct bounds *bounds; /* NULL: no bound may be used now */
	int *first;         /* by index of a pod set's first task: the first batch of the kin + 1 */
	uint64_t *recorded; /* the set of recorded tasks */
	struct job **stale; /* jobs of batches that had a stale unit cache when they came */
	int n_stale, cap_stale;
	bool unread; /* a batch came while no bound could be used */
	bool unsafe; /* a batch came whose scenarios are not reversible */
};

/* Call it for each state, before its new batches are added. True: forget all batches and add them
 * anew. */
bool kin_begin(struct kin *k, struct search *q, const struct proposal *state);
/* Forgets all batches. */
void kin_clear(struct kin *k, struct search *q, const struct proposal *state);
/* Adds a potential batch of the state; number: its number, ascending from 0. Returns what
 * prefix_sets_batch takes, without a contribution. */
struct prefix_batch kin_add(struct kin *k, struct search *q, const struct batch *b, int number);
/* True: the guard holds for the state. */
bool kin_holds(struct kin *k);
/* The bounds, if they may be used for the state, or for a choice; else NULL. */
struct bounds *kin_bounds(struct search *q, const struct proposal *state);
/* The batch is refused, whatever the recorded victims are. */
bool kin_refuses(struct search *q, struct bounds *f, const struct batch *b);

#endif
