/* Scenarios are the same when preemptor, pending, recorded and potential tasks are the same multisets (kai/04 section 1).
 *
 * A key holds the task indexes of the three sections as they come, and a hash that does not depend on their order. Keys with equal
 * hashes are compared, as they are and then sorted, so two scenarios count as the same exactly if their multisets are equal. */
#include <stdlib.h>

#include "common/mem.h"
#include "search.h"

struct fingerprint {
	uint64_t hash;
	int n;          /* of key */
	const int *key; /* task indexes; -1 ends a section */
};

static uint64_t mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

/* Behind the key of f, which has room for them. */
static void add(struct fingerprint *f, int *key, uint64_t *sum, struct task *const *tasks, int n)
{
	for (int i = 0; i < n; i++) {
		key[f->n++] = tasks[i]->index;
		*sum += mix((uint64_t)tasks[i]->index);
	}
}

static void end_section(struct fingerprint *f, int *key, uint64_t sum)
{
	key[f->n++] = -1;
	f->hash = mix(f->hash ^ sum);
}

static void add_batches(struct fingerprint *f, int *key, const struct batches *b)
{
	uint64_t sum = 0;

	for (int i = 0; i < b->n; i++)
		add(f, key, &sum, b->items[i].tasks, b->items[i].n);
	end_section(f, key, sum);
}

/* In the search's scratch memory. */
static struct fingerprint fingerprint_of(struct search *q, const struct proposal *p)
{
	struct fingerprint f = {0};
	int n = p->pending.n + count_tasks(&p->recorded) + count_tasks(&p->potential) + 3;
	uint64_t sum = 0;

	if (n > q->failed.cap_scratch) {
		q->failed.cap_scratch = 2 * n;
		q->failed.scratch = xrealloc_array(q->failed.scratch, (size_t)q->failed.cap_scratch, sizeof *q->failed.scratch);
	}
	f.key = q->failed.scratch;
	add(&f, q->failed.scratch, &sum, p->pending.items, p->pending.n);
	end_section(&f, q->failed.scratch, sum);
	add_batches(&f, q->failed.scratch, &p->recorded);
	add_batches(&f, q->failed.scratch, &p->potential);
	return f;
}

static int compare(const void *a, const void *b)
{
	int l = *(const int *)a, r = *(const int *)b;

	return (l > r) - (l < r);
}

/* A copy with every section sorted. */
static int *sorted(const struct fingerprint *f)
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

static bool same(const struct fingerprint *a, const struct fingerprint *b)
{
	size_t bytes = (size_t)a->n * sizeof *a->key;
	int *l, *r;
	bool equal;

	if (a->hash != b->hash || a->n != b->n)
		return false;
	if (memcmp(a->key, b->key, bytes) == 0)
		return true;
	l = sorted(a);
	r = sorted(b);
	equal = memcmp(l, r, bytes) == 0;
	free(l);
	free(r);
	return equal;
}

/* The place of f, or an empty one. */
static struct fingerprint *place_of(const struct fingerprints *set, const struct fingerprint *f)
{
	size_t at = (size_t)f->hash & (set->cap - 1);

	while (set->items[at].key && !same(&set->items[at], f))
		at = (at + 1) & (set->cap - 1);
	return &set->items[at];
}

static void grow(struct fingerprints *set)
{
	struct fingerprints bigger = *set;

	bigger.cap = set->cap ? 2 * set->cap : 64;
	bigger.items = xcalloc(bigger.cap, sizeof *bigger.items);
	for (size_t i = 0; i < set->cap; i++)
		if (set->items[i].key)
			*place_of(&bigger, &set->items[i]) = set->items[i];
	free(set->items);
	*set = bigger;
}

bool fingerprint_known(struct search *q, const struct proposal *p)
{
	struct fingerprint f;

	if (!q->failed.n)
		return false;
	f = fingerprint_of(q, p);
	return place_of(&q->failed, &f)->key != NULL;
}

void fingerprint_remember(struct search *q, const struct proposal *p)
{
	struct fingerprint f = fingerprint_of(q, p), *place;
	int *key;

	if (2 * (q->failed.n + 1) > q->failed.cap)
		grow(&q->failed);
	place = place_of(&q->failed, &f);
	if (place->key)
		return;
	key = arena_alloc(&q->arena, (size_t)f.n * sizeof *key);
	memcpy(key, f.key, (size_t)f.n * sizeof *key);
	f.key = key;
	*place = f;
	q->failed.n++;
}

void fingerprints_free(struct fingerprints *set)
{
	free(set->items);
	free(set->scratch);
	*set = (struct fingerprints){0};
}
