#include "shortcuts/ledger_classes.h"

#include <math.h>

#include "shortcuts/class_order.h"
#include "shortcuts/sparse_set.h"

enum { NO_BUCKET = -1, UNORDERED = -2 };

/* Buckets by K, then, where c is a small whole number, by c: the best first. */
struct buckets {
	short *bucket; /* by node; NO_BUCKET: the class does not fit there; UNORDERED: it does, but
			  its c is none of the steps */
	int n_unordered;
	uint64_t occupied[CLASS_BUCKETS / 64]; /* buckets that hold a node */
	struct sparse_set *nodes;              /* by bucket */
};
struct class_nodes {
	struct task *task; /* one of the class */
	bool served, by_steps;
	int slot; /* as in struct class_order */
	const double *request;
	/* Of a node's K, by node: 0 is the best. low: once the class does not fit on the idle
	 * amounts any more. */
	unsigned char *grade, *low;
	int n_buckets, cap_buckets; /* cap: that there is memory for, also from a class before */
	struct buckets now;         /* by free amounts */
};
struct ledger_classes {
	struct search *q;
	const struct ledger_amounts *a;
	int blocks;
	struct class_nodes classes[CLASSES_MOST];
	int n;
	double *key_of; /* K by node, while a class is opened */
	double *low_of; /* the same, where the class does not fit on the idle amounts */
};

struct ledger_classes *ledger_classes_new(struct search *q, const struct ledger_amounts *a)
{
	struct ledger_classes *l = ARENA_NEW(&q->arena, struct ledger_classes);

	*l = (struct ledger_classes){.q = q, .a = a, .blocks = bit_blocks(a->n)};
	l->key_of = ARENA_ARRAY(&q->arena, (size_t)a->n, double);
	l->low_of = ARENA_ARRAY(&q->arena, (size_t)a->n, double);
	return l;
}

void ledger_classes_forget(struct ledger_classes *l)
{
	l->n = 0;
}

static int grade_of(const struct ledger_classes *l, const struct class_nodes *k, int node)
{
	return k->low[node] == k->grade[node] ||
			ledger_holds(l->a->slots, &l->a->idle[node * l->a->slots], k->request)
		? k->grade[node]
		: k->low[node];
}

static int bucket_of(const struct ledger_classes *l, const struct class_nodes *k, int node)
{
	const double *free = &l->a->free[node * l->a->slots];
	double c = k->by_steps ? free[k->slot] : 0;

	if (!ledger_holds(l->a->slots, free, k->request) || !(free[SLOT_PODS] > 0))
		return NO_BUCKET;
	if (!(c >= 0 && c < CLASS_STEPS && c == trunc(c)))
		return UNORDERED;
	return k->by_steps ? grade_of(l, k, node) * CLASS_STEPS + (int)c : grade_of(l, k, node);
}

static void take_out(const struct ledger_classes *l, struct buckets *r, int bucket, int node)
{
	sparse_set_remove(&r->nodes[bucket], node);
	if (sparse_set_next(&r->nodes[bucket], l->a->n, 0) == l->blocks)
		bit_clear(r->occupied, bucket);
}

static void put_in(struct buckets *r, int bucket, int node)
{
	sparse_set_add(&r->nodes[bucket], node);
	bit_set(r->occupied, bucket);
}

static void put(
	const struct ledger_classes *l, const struct class_nodes *k, struct buckets *r, int node)
{
	int old = r->bucket[node], bucket = bucket_of(l, k, node);

	if (bucket == old)
		return;
	r->n_unordered += (bucket == UNORDERED) - (old == UNORDERED);
	if (old >= 0)
		take_out(l, r, old, node);
	if (bucket >= 0)
		put_in(r, bucket, node);
	r->bucket[node] = (short)bucket;
}

static void make_buckets(struct ledger_classes *l, struct class_nodes *k, struct buckets *r)
{
	struct arena *a = &l->q->arena;

	if (k->n_buckets > k->cap_buckets) {
		r->bucket = ARENA_ARRAY(a, (size_t)l->a->n, short);
		r->nodes = ARENA_ARRAY(a, (size_t)k->n_buckets, struct sparse_set);
		for (int i = 0; i < k->n_buckets; i++)
			r->nodes[i] = sparse_set_new(a, l->a->n);
	}
	for (int i = 0; i < l->a->n; i++)
		r->bucket[i] = NO_BUCKET;
	for (int i = 0; i < k->n_buckets; i++)
		sparse_set_clear(&r->nodes[i], l->a->n);
	memset(r->occupied, 0, sizeof r->occupied);
	r->n_unordered = 0;
}

/* Puts the key among n different ones, the best first. False: too many. */
static bool collect_key(double key, double *keys, int *n)
{
	int at = 0;

	while (at < *n && keys[at] > key)
		at++;
	if (at < *n && keys[at] == key)
		return true;
	if (*n == CLASS_KEYS)
		return false;
	memmove(&keys[at + 1], &keys[at], (size_t)(*n - at) * sizeof *keys);
	keys[at] = key;
	++*n;
	return true;
}

/* The different K, the best first; how many, 0: too many. */
static int collect_keys(struct ledger_classes *l, struct task *t, double *keys)
{
	struct session *s = l->q->session;
	double available = s->known_scores.available * SCORE_AVAILABLE;
	int n = 0;

	for (int i = 0; i < l->a->n; i++) {
		l->key_of[i] = class_order_key(s, t, &s->c->nodes[i]);
		l->low_of[i] = l->key_of[i] -
			(ledger_holds(l->a->slots, &l->a->idle[i * l->a->slots], t->request)
					? available
					: 0);
		if (!collect_key(l->key_of[i], keys, &n) || !collect_key(l->low_of[i], keys, &n))
			return 0;
	}
	return n;
}

static unsigned char index_of(const double *keys, double key)
{
	unsigned char i = 0;

	while (keys[i] != key)
		i++;
	return i;
}

/* Every node into its bucket. */
static void fill(struct ledger_classes *l, struct class_nodes *k, const double *keys)
{
	make_buckets(l, k, &k->now);
	if (k->n_buckets > k->cap_buckets) {
		k->grade = ARENA_ARRAY(&l->q->arena, (size_t)l->a->n, unsigned char);
		k->low = ARENA_ARRAY(&l->q->arena, (size_t)l->a->n, unsigned char);
		k->cap_buckets = k->n_buckets;
	}
	for (int i = 0; i < l->a->n; i++) {
		k->grade[i] = index_of(keys, l->key_of[i]);
		k->low[i] = index_of(keys, l->low_of[i]);
		put(l, k, &k->now, i);
	}
}

static void class_open(struct ledger_classes *l, struct class_nodes *k, struct task *t)
{
	struct class_order order = {0};
	double keys[CLASS_KEYS] = {0};
	int n_keys;

	k->task = t;
	k->request = t->request;
	class_order_open(l->q->session, &order, t);
	n_keys = order.served ? collect_keys(l, t, keys) : 0;
	k->served = n_keys > 0;
	if (!k->served)
		return;
	k->by_steps = order.by_steps;
	k->slot = order.slot;
	k->n_buckets = k->by_steps ? n_keys * CLASS_STEPS : n_keys;
	fill(l, k, keys);
}

int ledger_classes_open(struct ledger_classes *l, struct task *t)
{
	int i = 0;

	while (i < l->n && l->classes[i].task->request_class != t->request_class)
		i++;
	if (i == l->n) {
		if (l->n == CLASSES_MOST)
			return -1;
		class_open(l, &l->classes[l->n++], t);
	}
	return l->classes[i].served ? i : -1;
}

void ledger_classes_open_as(struct ledger_classes *l, const struct ledger_classes *other)
{
	for (; l->n < other->n; l->n++)
		class_open(l, &l->classes[l->n], other->classes[l->n].task);
}

void ledger_classes_put(struct ledger_classes *l, int node)
{
	for (int i = 0; i < l->n; i++)
		if (l->classes[i].served)
			put(l, &l->classes[i], &l->classes[i].now, node);
}

bool ledger_classes_unordered(const struct ledger_classes *l)
{
	bool unordered = false;

	for (int i = 0; i < l->n; i++)
		unordered |= l->classes[i].served && l->classes[i].now.n_unordered > 0;
	return unordered;
}

/* ---- what is found ---- */

static int first_of(const struct ledger_classes *l, const struct sparse_set *nodes,
	const uint64_t *able, const uint64_t *set)
{
	for (int w = sparse_set_next(nodes, l->a->n, 0); w < l->blocks;
		w = sparse_set_next(nodes, l->a->n, w + 1)) {
		uint64_t found = nodes->bits[w] & able[w] & set[w];

		if (found)
			return w * 64 + __builtin_ctzll(found);
	}
	return -1;
}

/* The one with the least free. */
static int least_of(const struct ledger_classes *l, int slot, const struct sparse_set *nodes,
	const uint64_t *able, const uint64_t *set)
{
	int best = -1;

	for (int w = sparse_set_next(nodes, l->a->n, 0); w < l->blocks;
		w = sparse_set_next(nodes, l->a->n, w + 1))
		for (uint64_t left = nodes->bits[w] & able[w] & set[w]; left; left &= left - 1) {
			int n = w * 64 + __builtin_ctzll(left);

			if (best < 0 ||
				l->a->free[n * l->a->slots + slot] <
					l->a->free[best * l->a->slots + slot])
				best = n;
		}
	return best;
}

int ledger_classes_find(
	const struct ledger_classes *l, int class, const uint64_t *able, const uint64_t *set)
{
	const struct class_nodes *k = &l->classes[class];
	bool least = !k->by_steps && k->slot >= 0;

	for (int v = 0; v < CLASS_BUCKETS / 64; v++)
		for (uint64_t buckets = k->now.occupied[v]; buckets; buckets &= buckets - 1) {
			int i = v * 64 + __builtin_ctzll(buckets);
			const struct sparse_set *nodes = &k->now.nodes[i];
			int node = least ? least_of(l, k->slot, nodes, able, set)
					 : first_of(l, nodes, able, set);

			if (node >= 0)
				return node;
		}
	return -1;
}
