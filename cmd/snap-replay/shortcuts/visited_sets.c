#include "shortcuts/visited_sets.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "solvers/scenario.h"

struct visited_set {
	uint64_t hash;
	size_t at; /* in words */
	int n;     /* of words; the last one is not 0. 0: an empty entry */
};

static uint64_t hash_of(const uint64_t *words, int n)
{
	uint64_t h = (uint64_t)n;

	for (int i = 0; i < n; i++)
		h = hash_mix(h ^ words[i]);
	return h;
}

/* The entry of the set, or an empty entry. */
static struct visited_set *entry_of(
	const struct visited_sets *all, uint64_t hash, const uint64_t *words, int n)
{
	for (size_t at = (size_t)hash;; at++) {
		struct visited_set *p = &all->items[at & (all->cap - 1)];

		if (!p->n ||
			(p->hash == hash && p->n == n &&
				!memcmp(&all->words[p->at], words, (size_t)n * sizeof *words)))
			return p;
	}
}

static void grow(struct visited_sets *all)
{
	struct visited_sets bigger = *all;

	bigger.cap = all->cap ? 2 * all->cap : 64;
	bigger.items = xcalloc(bigger.cap, sizeof *bigger.items);
	for (size_t i = 0; i < all->cap; i++) {
		const struct visited_set *p = &all->items[i];

		if (p->n)
			*entry_of(&bigger, p->hash, &all->words[p->at], p->n) = *p;
	}
	free(all->items);
	*all = bigger;
}

static size_t append(struct visited_sets *all, const uint64_t *words, size_t n)
{
	size_t at = all->n_words;

	if (at + n > all->cap_words) {
		all->cap_words = 2 * (at + n);
		all->words = xrealloc_array(all->words, all->cap_words, sizeof *all->words);
	}
	memcpy(&all->words[at], words, n * sizeof *words);
	all->n_words += n;
	return at;
}

bool visited_sets_test_and_add(struct visited_sets *all, const uint64_t *words, int n)
{
	struct visited_set *entry;
	uint64_t hash;

	while (n && !words[n - 1])
		n--;
	if (!n)
		return false;
	if (2 * (all->n + 1) > all->cap)
		grow(all);
	hash = hash_of(words, n);
	entry = entry_of(all, hash, words, n);
	if (entry->n)
		return true;
	*entry = (struct visited_set){hash, append(all, words, (size_t)n), n};
	all->n++;
	return false;
}

void visited_sets_free(struct visited_sets *all)
{
	free(all->items);
	free(all->words);
	*all = (struct visited_sets){0};
}
