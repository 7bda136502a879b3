/* The set of failed scenarios. Two scenarios of a search are the same if their multisets of
 * pending, recorded and potential tasks are equal (rules/04 1).
 *
 * A scenario has a hash and a key. The hash is made of the sums of the tasks' hashes, which batches
 * keep, so it does not depend on the order of tasks. Keys of equal hashes are compared. A key is
 * written only when it is compared or stored, because most proposals have a new hash.
 *
 * A search may keep 10^5 scenarios of 10^3 tasks, so keys are short: each of the three sections is
 * a list of layers and ends with an empty one. The first layer has the indexes of all tasks of the
 * section, the next those of the tasks that are there twice, and so on. A layer is the gaps between
 * its indexes, which ascend, and a 0. A gap has seven bits to a byte, the lowest first, and the
 * eighth bit in all bytes but its last. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "common/mem.h"
#include "session/bits.h"
#include "solvers/scenario.h"

struct visited_scenario {
	uint64_t hash;
	size_t n;                 /* bytes of key */
	const unsigned char *key; /* NULL: not written yet */
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
	return (struct visited_scenario){.hash = hash};
}

/* ---- keys ---- */

struct key_writer {
	struct visited *set;
	const struct task *first; /* of all tasks */
	unsigned char *end;       /* of what was written */
	int low, high;            /* the blocks of set->layer with members */
};

/* Indexes from addresses: the tasks themselves are seldom in a cache by now. */
static void put_task(struct key_writer *w, const struct task *t)
{
	struct visited *set = w->set;
	int i = (int)(t - w->first), block = i / 64;

	if (bit_is_set(set->layer, i)) {
		ARRAY_GROW(set->again, set->n_again, set->cap_again);
		set->again[set->n_again++] = t;
		return;
	}
	bit_set(set->layer, i);
	w->low = block < w->low ? block : w->low;
	w->high = block > w->high ? block : w->high;
}

static void write_gap(struct key_writer *w, unsigned gap)
{
	for (; gap > 0x7f; gap >>= 7)
		*w->end++ = (unsigned char)(gap | 0x80);
	*w->end++ = (unsigned char)gap;
}

/* Writes the tasks that were put, and forgets them. */
static void write_layer(struct key_writer *w)
{
	int last = -1;

	for (int block = w->low; block <= w->high; block++) {
		for (uint64_t some = w->set->layer[block]; some; some &= some - 1) {
			int i = block * 64 + __builtin_ctzll(some);

			write_gap(w, (unsigned)(i - last));
			last = i;
		}
		w->set->layer[block] = 0;
	}
	w->low = INT_MAX;
	w->high = -1;
	*w->end++ = 0;
}

static void end_section(struct key_writer *w)
{
	struct visited *set = w->set;

	while (w->high >= 0) {
		int n = set->n_again;

		write_layer(w);
		set->n_again = 0;
		for (int i = 0; i < n; i++) /* what is put again takes an earlier place */
			put_task(w, set->again[i]);
	}
	*w->end++ = 0;
}

static void write_tasks(struct key_writer *w, struct task *const *tasks, int n)
{
	for (int i = 0; i < n; i++)
		put_task(w, tasks[i]);
}

static void write_batches(struct key_writer *w, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		write_tasks(w, b->items[i].tasks, b->items[i].n);
	end_section(w);
}

enum {
	GAP_MAX = 5,
	SECTIONS = 3
}; /* GAP_MAX in bytes; each layer and each section ends with one */

/* The key is valid until the next call. */
static void write_key(struct search *q, struct visited_scenario *f, const struct proposal *p)
{
	struct visited *set = &q->failed;
	int tasks = p->pending.n + p->recorded.n_tasks + p->potential.n_tasks;
	struct key_writer w = {
		.set = set, .first = q->session->c->tasks, .low = INT_MAX, .high = -1};

	if (!set->layer)
		set->layer =
			xcalloc((size_t)bit_blocks(q->session->c->n_tasks), sizeof *set->layer);
	ARRAY_RESERVE(set->key, (size_t)tasks * (GAP_MAX + 1) + SECTIONS, set->cap_key);
	w.end = set->key;
	write_tasks(&w, p->pending.items, p->pending.n);
	end_section(&w);
	write_batches(&w, &p->recorded);
	write_batches(&w, &p->potential);
	f->key = set->key;
	f->n = (size_t)(w.end - set->key);
}

/* ---- the table ---- */

/* The entry of f, the fingerprint of p, or an empty entry. */
static struct visited_scenario *entry_of(
	struct search *q, struct visited_scenario *f, const struct proposal *p)
{
	const struct visited *set = &q->failed;

	for (size_t at = (size_t)f->hash;; at++) {
		struct visited_scenario *entry = &set->items[at & (set->cap - 1)];

		if (!entry->key)
			return entry;
		if (entry->hash != f->hash)
			continue;
		if (!f->key)
			write_key(q, f, p);
		if (entry->n == f->n && memcmp(entry->key, f->key, f->n) == 0)
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
	unsigned char *key;

	if (2 * (q->failed.n + 1) > q->failed.cap)
		grow(q);
	entry = entry_of(q, &f, p);
	if (entry->key)
		return;
	if (!f.key)
		write_key(q, &f, p);
	key = arena_alloc(&q->arena, f.n);
	memcpy(key, f.key, f.n);
	f.key = key;
	*entry = f;
	q->failed.n++;
}

void visited_free(struct visited *set)
{
	free(set->items);
	free(set->key);
	free(set->layer);
	free(set->again);
	*set = (struct visited){0};
}
