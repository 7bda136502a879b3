/* Sets of a probe's batches, as bits by their numbers, each once. All zero bytes: no sets. */
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

/* Was the set in? It is from now on, but for the empty one, which is never kept. Words that are 0
 * at the end make no difference. */
bool visited_sets_test_and_add(struct visited_sets *all, const uint64_t *words, int n);
void visited_sets_free(struct visited_sets *all);

#endif
