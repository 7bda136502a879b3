/* Chance. Where the original walks a Go map or draws pod groups at random, its order differs from
 * run to run (rules/09 1). Ours is one such order, always the same; --seed N gives another one for
 * each N. */
#ifndef SNAP_DICE_H
#define SNAP_DICE_H
#include "common/str.h"

struct dice {
	bool thrown; /* --seed was given */
	uint64_t seed;
};

/* Two numbers into one; for a fixed key, different numbers stay different. */
uint64_t dice_mix(uint64_t number, uint64_t key);
/* The place of a name in an order that has no sense. */
uint64_t dice_rank(const struct dice *d, struct str name);
/* Where a walk over a map of n entries begins, in the order in which they were put in: at 0 without
 * a seed, and more often than anywhere else with one. Walks of different keys are independent. n is
 * 1 or more. */
int dice_start(const struct dice *d, uint64_t key, int n);
/* Puts an array of pointers into the order of such a walk; nothing happens without a seed. */
void dice_shuffle(const struct dice *d, uint64_t key, void *items, int n);
/* The same for walks that each leave a trace, so that never to turn would be the rarest of all
 * outcomes: without a seed, too, they begin at places that come as often as by chance. number: of
 * the walk, 0, 1, 2, ...; number 0 begins at the first of few. */
void dice_turn(const struct dice *d, uint64_t number, void *items, int n);

#endif
