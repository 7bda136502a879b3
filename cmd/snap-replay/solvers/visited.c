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
 * eighth bit in all bytes but its last.
 *
 * Of a proposal that knows the numbers of its batches, these are stored, and the lists that they
 * come from; of one with few batches, their lists of tasks: the search's arena keeps all of them,
 * unchanged. Its key is written from them when it is compared, which is seldom. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "solvers/scenario.h"

/* The lists of so many batches take no more space than a key. */
enum { FEW = 8 };

/* Lists that scenarios share: of one accumulator, as long as its list of batches is not moved. */
struct visited_origin {
	struct task_list pending;
	struct batches recorded;
	const struct batch *among; /* the potential batches by number; NULL: unknown */
};
struct visited_scenario {
	uint64_t hash;
	/* NULL: the scenario has a key. Else its potential batches are given: by their numbers, if
	 * origin->among is known, or by their lists of tasks. */
	const struct visited_origin *origin;
	union {
		const unsigned char *key;
		const uint64_t *numbers; /* as bits */
		const struct task_list *lists;
	};
	size_t n;  /* bytes of key; blocks of numbers; number of lists */
	size_t at; /* how many were added before it */
	bool used;
};

uint64_t tasks_hash(struct task *const *tasks, int n)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += hash_mix((uint64_t)tasks[i]->index);
	return sum;
}

static uint64_t hash_of(const struct proposal *p)
{
	uint64_t hash = hash_mix(tasks_hash(p->pending.items, p->pending.n));

	return hash_mix(hash_mix(hash ^ p->recorded.hash) ^ p->potential.hash);
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

enum {
	GAP_MAX = 5,
	SECTIONS = 3
}; /* GAP_MAX in bytes; each layer and each section ends with one */

/* out: where the key is written to; valid until it is written anew. tasks: at least as many as the
 * scenario has. */
static struct key_writer begin_key(struct search *q, struct visited_key *out, int tasks)
{
	struct visited *set = &q->failed;

	if (!set->layer)
		set->layer =
			xcalloc((size_t)bit_blocks(q->session->c->n_tasks), sizeof *set->layer);
	ARRAY_RESERVE(out->bytes, (size_t)tasks * (GAP_MAX + 1) + SECTIONS, out->cap);
	return (struct key_writer){.set = set,
		.first = q->session->c->tasks,
		.end = out->bytes,
		.low = INT_MAX,
		.high = -1};
}

static void write_given(
	struct key_writer *w, const struct task_list *pending, const struct batches *recorded)
{
	write_tasks(w, pending->items, pending->n);
	end_section(w);
	for (int i = 0; i < recorded->n; i++)
		write_tasks(w, recorded->items[i].tasks, recorded->items[i].n);
	end_section(w);
}

static void end_key(struct key_writer *w, struct visited_key *out)
{
	end_section(w);
	out->n = (size_t)(w->end - out->bytes);
}

static void write_key(struct search *q, struct visited_key *out, const struct proposal *p)
{
	struct key_writer w =
		begin_key(q, out, p->pending.n + p->recorded.n_tasks + p->potential.n_tasks);
	const struct batch *b;

	write_given(&w, &p->pending, &p->recorded);
	for (int at = 0; (b = next_potential(p, &at));)
		write_tasks(&w, b->tasks, b->n);
	end_key(&w, out);
}

/* The potential tasks of a scenario that has no key, list by list. *at: 0 for the first one. False:
 * none is left. */
static bool next_list(const struct visited_scenario *f, int *at, struct task_list *out)
{
	const struct batch *among = f->origin->among;
	int end = (int)f->n * (among ? 64 : 1), i = among ? bit_next(f->numbers, *at, end) : *at;

	*at = i + 1;
	if (i >= end)
		return false;
	*out = among ? (struct task_list){among[i].tasks, among[i].n} : f->lists[i];
	return true;
}

static int count_given(const struct visited_scenario *f)
{
	struct task_list list;
	int sum = 0, at = 0;

	while (next_list(f, &at, &list))
		sum += list.n;
	return sum;
}

/* The key of a scenario that has none. */
static void write_key_of(
	struct search *q, struct visited_key *out, const struct visited_scenario *f)
{
	const struct visited_origin *o = f->origin;
	struct key_writer w =
		begin_key(q, out, o->pending.n + o->recorded.n_tasks + count_given(f));
	struct task_list list;

	write_given(&w, &o->pending, &o->recorded);
	for (int at = 0; next_list(f, &at, &list);)
		write_tasks(&w, list.items, list.n);
	end_key(&w, out);
}

/* ---- the table ---- */

/* f, with an equal hash, is the scenario p. *written: the key of p is. */
static bool is_same(
	struct search *q, const struct visited_scenario *f, const struct proposal *p, bool *written)
{
	struct visited *set = &q->failed;

	if (!*written)
		write_key(q, &set->key, p);
	*written = true;
	if (f->origin)
		write_key_of(q, &set->other, f);
	return (f->origin ? set->other.n : f->n) == set->key.n &&
		!memcmp(f->origin ? set->other.bytes : f->key, set->key.bytes, set->key.n);
}

/* The entry of p, or an empty entry. */
static struct visited_scenario *entry_of(
	struct search *q, uint64_t hash, const struct proposal *p, bool *written)
{
	const struct visited *set = &q->failed;

	for (size_t at = (size_t)hash;; at++) {
		struct visited_scenario *entry = &set->items[at & (set->cap - 1)];

		if (!entry->used || (entry->hash == hash && is_same(q, entry, p, written)))
			return entry;
	}
}

/* A table with so much space, of the first n that were added. */
static void make_table(struct visited *set, size_t cap, size_t n)
{
	struct visited old = *set;

	set->cap = cap;
	set->items = xcalloc(set->cap, sizeof *set->items);
	for (size_t i = 0; i < old.cap; i++) {
		size_t at = (size_t)old.items[i].hash;

		if (!old.items[i].used || old.items[i].at >= n)
			continue;
		while (set->items[at & (set->cap - 1)].used)
			at++;
		set->items[at & (set->cap - 1)] = old.items[i];
	}
	free(old.items);
	set->n = n;
}

void visited_keep(struct visited *set, size_t n)
{
	if (n < set->n)
		make_table(set, set->cap, n);
}

bool visited_has(struct search *q, const struct proposal *p)
{
	bool written = false;

	return q->failed.n && entry_of(q, hash_of(p), p, &written)->used;
}

/* Lists at equal addresses are the same: the arena frees nothing before the search ends. */
static bool is_origin(const struct visited_origin *o, const struct proposal *p)
{
	return o && o->pending.items == p->pending.items && o->pending.n == p->pending.n &&
		o->recorded.items == p->recorded.items && o->recorded.n == p->recorded.n &&
		o->among == (p->among ? p->among->items : NULL);
}

static const struct visited_origin *origin_of(struct search *q, const struct proposal *p)
{
	struct visited *set = &q->failed;
	struct visited_origin *new;

	if (is_origin(set->origin, p))
		return set->origin;
	new = ARENA_NEW(&q->arena, struct visited_origin);
	*new = (struct visited_origin){p->pending, p->recorded, NULL};
	if (p->among)
		new->among = p->among->items;
	set->origin = new;
	return new;
}

static void *keep(struct search *q, const void *bytes, size_t n)
{
	return memcpy(arena_alloc(&q->arena, n), bytes, n);
}

static const struct task_list *keep_lists(struct search *q, const struct batches *b)
{
	struct task_list *lists = ARENA_ARRAY(&q->arena, (size_t)b->n, struct task_list);

	for (int i = 0; i < b->n; i++)
		lists[i] = (struct task_list){b->items[i].tasks, b->items[i].n};
	return lists;
}

/* What the set keeps of p. */
static struct visited_scenario scenario_of(
	struct search *q, uint64_t hash, const struct proposal *p, bool written)
{
	struct visited_scenario f = {.hash = hash, .at = q->failed.n, .used = true};

	if (p->among) {
		f.origin = origin_of(q, p);
		f.n = (size_t)bit_blocks(p->among->n);
		while (f.n && !p->numbers[f.n - 1])
			f.n--;
		f.numbers = keep(q, p->numbers, f.n * sizeof *f.numbers);
		return f;
	}
	if (p->potential.n <= FEW) {
		f.origin = origin_of(q, p);
		f.n = (size_t)p->potential.n;
		f.lists = keep_lists(q, &p->potential);
		return f;
	}
	if (!written)
		write_key(q, &q->failed.key, p);
	f.n = q->failed.key.n;
	f.key = keep(q, q->failed.key.bytes, f.n);
	return f;
}

void visited_add(struct search *q, const struct proposal *p)
{
	uint64_t hash = hash_of(p);
	struct visited_scenario *entry;
	bool written = false;

	if (2 * (q->failed.n + 1) > q->failed.cap)
		make_table(&q->failed, next_capacity(q->failed.cap), q->failed.n);
	entry = entry_of(q, hash, p, &written);
	if (entry->used)
		return;
	*entry = scenario_of(q, hash, p, written);
	q->failed.n++;
}

void visited_free(struct visited *set)
{
	free(set->items);
	free(set->key.bytes);
	free(set->other.bytes);
	free(set->layer);
	free(set->again);
	*set = (struct visited){0};
}
