/* Visited sets: the sets of batches that a probe proposed, as bits by the batches' numbers.
 *
 * Claim. A proposal of MultiNodeGang is a duplicate if the probe proposed the same set before.
 * Why. Recorded batches and pending tasks stay the same in a probe, so the same set is the same
 *   scenario. What was proposed and did not end the probe is in search.failed (solver.c).
 * Needs. Batches keep their numbers in the probe.
 * Guard. The opposite does not hold: other batches may hold the same tasks, and other probes had
 *   proposals as well. search.failed is searched, too.
 * Test. tests/unit/snap-replay/test_generators.c; --exhaustive.
 *
 * All zero bytes: no sets. */
#ifndef SNAP_VISITED_SETS_H
#define SNAP_VISITED_SETS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visited_set;
struct visited_sets {
	struct visited_set *items;
	size_t n, cap; /* cap: 0 or a power of two */
	uint64_t *words;
	size_t n_words, cap_words;
};

/* True: the set is in. Adds it, unless it is empty: the empty set is never in. Zero words at the
 * end make no difference. */
bool visited_sets_test_and_add(struct visited_sets *all, const uint64_t *words, int n);
void visited_sets_free(struct visited_sets *all);

#endif
