/* Chance. Where the original walks a Go map or draws jobs at random, its order differs from run to run (rules/09). Ours is one such order,
 * always the same; --seed N gives another one for each N. */
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
/* Negative, 0 or positive: by name as long as no seed is given, else by rank. */
int dice_compare(const struct dice *d, struct str a, struct str b);

#endif
