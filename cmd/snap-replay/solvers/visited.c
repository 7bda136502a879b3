/* The set of failed scenarios. Two scenarios of a search are the same if their multisets of
 * pending, recorded and potential tasks are equal (rules/04 1), which their digests tell. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/scenario.h"

struct visited_scenario {
	struct sum_digest digest; /* of all three */
	size_t number;            /* it was added as this one, from 1; 0: an empty entry */
};

static struct sum_digest digest_of(const struct proposal *p)
{
	struct sum_digest d = digest_of_tasks(p->pending.items, p->pending.n);

	for (int i = 0; i < 2; i++) {
		uint64_t sum = hash_mix(d.at[i], 1);

		sum = hash_mix(sum ^ p->recorded.digest.at[i], 1);
		d.at[i] = hash_mix(sum ^ p->potential.digest.at[i], 1);
	}
	return d;
}

/* The entry of the scenario, or an empty entry. */
static struct visited_scenario *entry_of(const struct visited *set, const struct sum_digest *digest)
{
	for (uint64_t at = digest->at[0];; at++) {
		struct visited_scenario *entry = &set->items[at & (set->cap - 1)];

		if (!entry->number || digest_equal(&entry->digest, digest))
			return entry;
	}
}

/* A table with so much space, of the first n that were added. */
static void make_table(struct visited *set, size_t cap, size_t n)
{
	struct visited old = *set;

	set->cap = cap;
	set->items = xcalloc(set->cap, sizeof *set->items);
	for (size_t i = 0; i < old.cap; i++)
		if (old.items[i].number && old.items[i].number <= n)
			*entry_of(set, &old.items[i].digest) = old.items[i];
	free(old.items);
	set->n = n;
}

void visited_keep(struct visited *set, size_t n)
{
	if (n < set->n)
		make_table(set, set->cap, n);
}

bool visited_has(const struct search *q, const struct proposal *p)
{
	struct sum_digest digest;

	if (!q->failed.n)
		return false;
	digest = digest_of(p);
	return entry_of(&q->failed, &digest)->number;
}

void visited_add(struct search *q, const struct proposal *p)
{
	struct visited *set = &q->failed;
	struct sum_digest digest = digest_of(p);
	struct visited_scenario *entry;

	if (2 * (set->n + 1) > set->cap)
		make_table(set, next_capacity(set->cap), set->n);
	entry = entry_of(set, &digest);
	if (!entry->number)
		*entry = (struct visited_scenario){digest, ++set->n};
}

void visited_free(struct visited *set)
{
	free(set->items);
	*set = (struct visited){0};
}
