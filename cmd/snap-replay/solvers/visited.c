/* The set of failed scenarios. Two scenarios of a search are the same if their multisets of
 * pending, recorded and potential tasks are equal (rules/04 1).
 *
 * A scenario has a key and a hash. The key is a list of task indexes in three sections (pending,
 * recorded, potential). The hash is made of the sums of the tasks' hashes, which batches keep, so
 * it does not depend on the order of tasks. Keys with equal hashes are compared: first as they are,
 * then with each section sorted. A key is written only when it is compared or stored, because most
 * proposals have a new hash. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/scenario.h"

struct visited_scenario {
	uint64_t hash;
	int n;          /* of key */
	const int *key; /* task indexes; -1 ends a section; NULL: not written yet */
};

uint64_t tasks_hash(struct task *const *tasks, int n)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += hash_mix((uint64_t)tasks[i]->index);
	return sum;
}

/* Without the key. */
static struct visited_scenario scenario_of(const struct proposal *p)
{
	uint64_t hash = hash_mix(tasks_hash(p->pending.items, p->pending.n));

	hash = hash_mix(hash_mix(hash ^ p->recorded.hash) ^ p->potential.hash);
	return (struct visited_scenario){
		hash, p->pending.n + p->recorded.n_tasks + p->potential.n_tasks + 3, NULL};
}

/* Indexes from addresses: the tasks themselves are seldom in a cache by now. */
static int *write_section(int *key, const struct task *first, struct task *const *tasks, int n)
{
	for (int i = 0; i < n; i++)
		*key++ = (int)(tasks[i] - first);
	return key;
}

static int *write_batches(int *key, const struct task *first, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		key = write_section(key, first, b->items[i].tasks, b->items[i].n);
	*key++ = -1;
	return key;
}

static void write_key(const struct search *q, int *key, const struct proposal *p)
{
	const struct task *first = q->session->c->tasks;

	key = write_section(key, first, p->pending.items, p->pending.n);
	*key++ = -1;
	write_batches(write_batches(key, first, &p->recorded), first, &p->potential);
}

static const int *scratch_key(struct search *q, const struct proposal *p, int n)
{
	struct visited *set = &q->failed;

	ARRAY_RESERVE(set->scratch, n, set->cap_scratch);
	write_key(q, set->scratch, p);
	return set->scratch;
}

static int compare(const void *a, const void *b)
{
	int l = *(const int *)a, r = *(const int *)b;

	return (l > r) - (l < r);
}

/* A copy with every section sorted. */
static int *sorted(const struct visited_scenario *f)
{
	int *key = xcalloc((size_t)f->n, sizeof *key), start = 0;

	memcpy(key, f->key, (size_t)f->n * sizeof *key);
	for (int i = 0; i < f->n; i++)
		if (key[i] < 0) {
			qsort(key + start, (size_t)(i - start), sizeof *key, compare);
			start = i + 1;
		}
	return key;
}

static bool same_key(const struct visited_scenario *a, const struct visited_scenario *b)
{
	size_t bytes = (size_t)a->n * sizeof *a->key;
	int *l, *r;
	bool equal;

	if (memcmp(a->key, b->key, bytes) == 0)
		return true;
	l = sorted(a);
	r = sorted(b);
	equal = memcmp(l, r, bytes) == 0;
	free(l);
	free(r);
	return equal;
}

/* The entry of f, the fingerprint of p, or an empty entry. */
static struct visited_scenario *entry_of(
	struct search *q, struct visited_scenario *f, const struct proposal *p)
{
	const struct visited *set = &q->failed;

	for (size_t at = (size_t)f->hash;; at++) {
		struct visited_scenario *entry = &set->items[at & (set->cap - 1)];

		if (!entry->key)
			return entry;
		if (entry->hash != f->hash || entry->n != f->n)
			continue;
		if (!f->key)
			f->key = scratch_key(q, p, f->n);
		if (same_key(entry, f))
			return entry;
	}
}

static void grow(struct search *q)
{
	struct visited *set = &q->failed, old = *set;

	set->cap = next_capacity(old.cap);
	set->items = xcalloc(set->cap, sizeof *set->items);
	for (size_t i = 0; i < old.cap; i++)
		if (old.items[i].key)
			*entry_of(q, &old.items[i], NULL) = old.items[i];
	free(old.items);
}

bool visited_has(struct search *q, const struct proposal *p)
{
	struct visited_scenario f;

	if (!q->failed.n)
		return false;
	f = scenario_of(p);
	return entry_of(q, &f, p)->key != NULL;
}

void visited_add(struct search *q, const struct proposal *p)
{
	struct visited_scenario f = scenario_of(p), *entry;
	int *key;

	if (2 * (q->failed.n + 1) > q->failed.cap)
		grow(q);
	entry = entry_of(q, &f, p);
	if (entry->key)
		return;
	key = arena_alloc(&q->arena, (size_t)f.n * sizeof *key);
	write_key(q, key, p);
	f.key = key;
	*entry = f;
	q->failed.n++;
}

void visited_free(struct visited *set)
{
	free(set->items);
	free(set->scratch);
	*set = (struct visited){0};
}
