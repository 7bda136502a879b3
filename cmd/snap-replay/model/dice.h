/* Chance. Where the original walks a Go map or draws pod groups at random, its order differs from
 * run to run (rules/09 1). Without a seed the engine takes one such order, always the same; --seed
 * N takes another one for each N. All functions here give equal results for equal arguments. */
#ifndef SNAP_DICE_H
#define SNAP_DICE_H
#include "common/str.h"

struct dice {
	bool thrown; /* --seed was given */
	uint64_t seed;
};

/* A hash of both. For a fixed key, different numbers have different hashes. */
uint64_t dice_mix(uint64_t number, uint64_t key);
/* A number to sort names by, in an order without meaning. */
uint64_t dice_rank(const struct dice *d, struct str name);
/* The entry, 0 .. n - 1, at which a Go walk over a map of n entries begins, if they were put in in
 * that order; 0 if n is 0. Without a seed 0; with one, 0 is the most frequent where n < 8. Walks
 * with different keys are independent. */
int dice_start(const struct dice *d, uint64_t key, int n);
/* Puts an array of n pointers into the order of such a walk. Without a seed it stays. */
void dice_shuffle(const struct dice *d, uint64_t key, void *items, int n);
/* The same for a series of walks whose results all count: there, to begin every walk at entry 0
 * would be the rarest outcome. So the order changes without a seed, too, and each beginning is as
 * frequent as by chance. number: of the walk, from 0. Without a seed walk 0 begins at entry 0 if n
 * is at most 8. */
void dice_turn(const struct dice *d, uint64_t number, void *items, int n);

#endif
