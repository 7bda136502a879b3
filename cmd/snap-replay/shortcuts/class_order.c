#include "shortcuts/class_order.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"

/* Amounts below are far enough apart for doubles near 10000. */
#define AMOUNTS_MAX 5e8

static double free_of(const struct node *n, int slot)
{
	return n->idle[slot] + n->releasing[slot];
}

bool class_order_amounts_small(const struct session *s, int slot)
{
	for (int i = 0; i < s->c->n_nodes; i++)
		if (s->c->nodes[i].allocatable[slot] > AMOUNTS_MAX ||
			s->c->nodes[i].allocatable[slot] != trunc(s->c->nodes[i].allocatable[slot]))
			return false;
	return true;
}

static int packed_slot(const struct session *s, const struct task *t)
{
	return !s->known_scores.placement ? -1 : task_needs_gpu(t) ? SLOT_GPU : SLOT_CPU;
}

bool class_order_knows(const struct session *s, const struct task *t)
{
	const struct known_scores *known = &s->known_scores;
	int slot = packed_slot(s, t);

	if (known->by_class + known->nominated + known->placement + known->confined !=
			s->hooks.node_order.n ||
		known->placement != s->hooks.node_pre_order.n || known->placement > 1 ||
		t->type != REQUEST_REGULAR)
		return false;
	return slot < 0 ||
		((slot == SLOT_GPU ? known->packs_gpu : known->packs_cpu) &&
			t->request[slot] >= 1 && t->request[slot] == trunc(t->request[slot]));
}

void class_order_open(struct session *s, struct class_order *o, const struct task *t)
{
	o->served = class_order_knows(s, t);
	o->slot = packed_slot(s, t);
	if (!o->served || o->slot < 0)
		return;
	o->served = class_order_amounts_small(s, o->slot);
	o->by_steps = o->slot == SLOT_GPU;
	for (int i = 0; i < s->c->n_nodes && o->by_steps; i++)
		o->by_steps = s->c->nodes[i].allocatable[o->slot] < CLASS_STEPS;
}

double class_order_key(struct session *s, struct task *t, struct node *n)
{
	double sum = 0;

	for (int i = 0; i < s->hooks.node_order.n; i++) {
		double part = 0;

		if (s->hooks.node_order.items[i].fn == s->known_scores.placement_fn ||
			s->hooks.node_order.items[i].fn == s->known_scores.nominated_fn ||
			s->hooks.node_order.items[i].fn == s->known_scores.confined_fn)
			continue;
		s->hooks.node_order.items[i].fn(s->hooks.node_order.items[i].state, t, n, &part);
		sum += part;
	}
	return sum;
}

/* -1: too many different ones */
static int key_index(struct class_order *o, double key)
{
	int at;

	for (int i = 0; i < o->n_keys; i++)
		if (o->keys[i] == key)
			return i;
	if (o->n_keys == CLASS_KEYS)
		return -1;
	for (at = o->n_keys; at > 0 && o->keys[o->rank[at - 1]] < key; at--)
		o->rank[at] = o->rank[at - 1];
	o->rank[at] = (signed char)o->n_keys;
	o->keys[o->n_keys] = key;
	return o->n_keys++;
}

static short bucket_of(struct session *s, struct class_order *o, struct task *t, struct node *n)
{
	int key = key_index(o, class_order_key(s, t, n));
	double c = o->by_steps ? free_of(n, o->slot) : 0;

	if (o->c)
		o->c[n->index] = free_of(n, o->slot);
	if (key < 0 || c < 0 || c >= CLASS_STEPS || c != trunc(c)) {
		o->served = false;
		return -1;
	}
	return (short)(key * CLASS_STEPS + (int)c);
}

void class_order_put(
	struct session *s, struct class_order *o, struct task *t, struct node *n, bool fits)
{
	short bucket;
	int old;

	if (!o->served)
		return;
	if (!o->bucket) {
		o->bucket = xcalloc((size_t)s->c->n_nodes, sizeof *o->bucket);
		for (int i = 0; i < s->c->n_nodes; i++)
			o->bucket[i] = -1;
		if (!o->by_steps && o->slot >= 0)
			o->c = xcalloc((size_t)s->c->n_nodes, sizeof *o->c);
	}
	bucket = fits ? bucket_of(s, o, t, n) : -1;
	old = o->bucket[n->index];
	if (bucket == old)
		return;
	if (old >= 0) {
		bit_clear(o->bits[old], n->index);
		o->counts[old]--;
	}
	if (bucket >= 0) {
		if (!o->bits[bucket])
			o->bits[bucket] =
				xcalloc((size_t)bit_blocks(s->c->n_nodes), sizeof *o->bits[bucket]);
		bit_set(o->bits[bucket], n->index);
		o->counts[bucket]++;
	}
	o->bucket[n->index] = bucket;
}

static struct node *first_of_bucket(
	const struct session *s, const uint64_t *bits, const uint64_t *mask)
{
	for (int w = 0; w < bit_blocks(s->c->n_nodes); w++)
		if (bits[w] & mask[w])
			return &s->c->nodes[w * 64 + __builtin_ctzll(bits[w] & mask[w])];
	return NULL;
}

static struct node *least_of_bucket(const struct session *s, const struct class_order *o,
	const uint64_t *bits, const uint64_t *mask)
{
	int best = -1;

	for (int w = 0; w < bit_blocks(s->c->n_nodes); w++)
		for (uint64_t left = bits[w] & mask[w]; left; left &= left - 1) {
			int n = w * 64 + __builtin_ctzll(left);

			if (best < 0 || o->c[n] < o->c[best])
				best = n;
		}
	return best < 0 ? NULL : &s->c->nodes[best];
}

struct node *class_order_first(
	const struct session *s, const struct class_order *o, const uint64_t *mask)
{
	struct node *n = NULL;

	for (int i = 0; i < o->n_keys && !n; i++) {
		int from = o->rank[i] * CLASS_STEPS,
		    to = o->by_steps ? from + CLASS_STEPS : from + 1;

		for (int b = from; b < to && !n; b++)
			if (o->counts[b])
				n = o->by_steps || o->slot < 0
					? first_of_bucket(s, o->bits[b], mask)
					: least_of_bucket(s, o, o->bits[b], mask);
	}
	return n;
}

void class_order_free(struct class_order *o)
{
	for (int i = 0; i < CLASS_BUCKETS; i++)
		free(o->bits[i]);
	free(o->bucket);
	free(o->c);
	*o = (struct class_order){0};
}
