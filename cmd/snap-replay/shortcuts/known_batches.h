/* The potential batches of a scenario, remembered by their numbers: what the next scenario of the
 * same accumulator has besides, and what it has not. The list of an accumulator only grows, so a
 * number stands for one batch of it. Test: tests/unit/snap-replay/test_dry_run_victims.c,
 * tests/unit/snap-replay/test_bounds_victims.c. */
#ifndef SNAP_KNOWN_BATCHES_H
#define SNAP_KNOWN_BATCHES_H
#include "solvers/scenario.h"

struct known_batches {
	const struct batches *among; /* proposal.among; NULL: none are known */
	const struct batch *recorded;
	uint64_t *numbers; /* as proposal.numbers; the first `blocks` are valid */
	int blocks, cap;   /* cap: how many there is memory for */
};
/* Those of p, or none if they are not given by numbers, or do not fit. */
void known_batches_note(struct known_batches *k, const struct proposal *p);
/* True: p is of the same accumulator, and has the same recorded batches. */
bool known_batches_precede(const struct known_batches *k, const struct proposal *p);
/* Only if they precede p: the next batch that only one of the two scenarios has; NULL: none is
 * left. *one: 1 if p has it, else -1. *at: 0 before the first one. */
const struct batch *known_batches_differ(
	const struct known_batches *k, const struct proposal *p, int *at, int *one);

#endif
