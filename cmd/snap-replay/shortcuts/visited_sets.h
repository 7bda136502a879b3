/* Visited sets: the sets of potential batches that a probe of MultiNodeGang proposed. A set has a
 * bit for the number of each batch.
 *
 * Claim. A proposal is a duplicate if the probe proposed the same set before.
 * Why. Recorded batches and pending tasks stay the same in a probe, so the same set is the same
 *   scenario. A proposal that did not end the probe is in search.failed (solver.c).
 * Needs. Batches keep their numbers in the probe.
 * Guard. A new set may be a duplicate, too: other batches may have the same tasks, or another probe
 *   may have proposed the scenario. So solver.c looks in search.failed as well.
 * Test. tests/unit/snap-replay/test_generators.c; --exhaustive. */
#ifndef SNAP_VISITED_SETS_H
#define SNAP_VISITED_SETS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visited_set;
struct visited_sets {              /* all zero bytes: no sets */
	struct visited_set *items; /* a hash table */
	size_t n, cap;             /* cap: 0 or a power of two */
	uint64_t *blocks;          /* the bits of all sets, one set behind the other */
	size_t n_blocks, cap_blocks;
};

/* True: the set was added before. False: a copy is added now, unless the set is empty: the empty
 * set is never added. hash: the same for equal sets. n: the number of blocks; zero blocks at the
 * end make no difference. */
bool visited_sets_test_and_add(
	struct visited_sets *all, uint64_t hash, const uint64_t *blocks, int n);
void visited_sets_free(struct visited_sets *all);

#endif
