#include "shortcuts/visited_sets.h"

#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/scenario.h"

struct visited_set {
	uint64_t hash;
	size_t at; /* in blocks */
	int n;     /* of blocks; the last one is not 0. 0: an empty entry */
};

/* The entry of the set, or an empty entry. */
static struct visited_set *entry_of(
	const struct visited_sets *all, uint64_t hash, const uint64_t *blocks, int n)
{
	for (size_t at = (size_t)hash;; at++) {
		struct visited_set *p = &all->items[at & (all->cap - 1)];

		if (!p->n ||
			(p->hash == hash && p->n == n &&
				!memcmp(&all->blocks[p->at], blocks, (size_t)n * sizeof *blocks)))
			return p;
	}
}

static void grow(struct visited_sets *all)
{
	struct visited_sets bigger = *all;

	bigger.cap = next_capacity(all->cap);
	bigger.items = xcalloc(bigger.cap, sizeof *bigger.items);
	for (size_t i = 0; i < all->cap; i++) {
		const struct visited_set *p = &all->items[i];

		if (p->n)
			*entry_of(&bigger, p->hash, &all->blocks[p->at], p->n) = *p;
	}
	free(all->items);
	*all = bigger;
}

static size_t append(struct visited_sets *all, const uint64_t *blocks, size_t n)
{
	size_t at = all->n_blocks;

	ARRAY_RESERVE(all->blocks, at + n, all->cap_blocks);
	memcpy(&all->blocks[at], blocks, n * sizeof *blocks);
	all->n_blocks += n;
	return at;
}

bool visited_sets_test_and_add(
	struct visited_sets *all, uint64_t hash, const uint64_t *blocks, int n)
{
	struct visited_set *entry;

	while (n && !blocks[n - 1])
		n--;
	if (!n)
		return false;
	if (2 * (all->n + 1) > all->cap)
		grow(all);
	entry = entry_of(all, hash, blocks, n);
	if (entry->n)
		return true;
	*entry = (struct visited_set){hash, append(all, blocks, (size_t)n), n};
	all->n++;
	return false;
}

void visited_sets_free(struct visited_sets *all)
{
	free(all->items);
	free(all->blocks);
	*all = (struct visited_sets){0};
}
