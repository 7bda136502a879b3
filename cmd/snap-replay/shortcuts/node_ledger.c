#include "shortcuts/node_ledger.h"

#include <math.h>

#include "session/bits.h"
#include "shortcuts/class_order.h"

enum { CLASSES = 32, NO_BUCKET = -1, UNORDERED = -2 };

/* Buckets by K, then, where c is a small whole number, by c: the best first. */
struct buckets {
	short *bucket; /* by node; NO_BUCKET: the class does not fit there; UNORDERED: it does, but
			  its c is none of the steps */
	int n_unordered;
	uint64_t occupied[CLASS_BUCKETS / 64]; /* buckets that hold a node */
	uint64_t *some;                        /* by bucket: which blocks of its bits are not 0 */
	uint64_t *bits;                        /* by bucket: nodes */
};
struct class_nodes {
	int request_class;
	bool served, by_steps;
	int slot; /* as in struct class_order */
	const double *request;
	unsigned char *grade;       /* of a node's K, by node: 0 is the best */
	int n_buckets, cap_buckets; /* cap: that there is memory for, also from a class before */
	struct buckets now;         /* by free amounts */
};
struct node_ledger {
	struct search *q;
	int n, slots, blocks;
	/* By node and slot. start: with the victims gone and nothing placed. */
	double *free, *start;
	unsigned char *gives; /* the same: the node books it */
	struct class_nodes classes[CLASSES];
	int n_classes;
	/* Nodes of which start or free has changed since the last reset. */
	int *touched, n_touched;
	bool *is_touched;
	const uint64_t *set; /* of node_ledger_reset */
	double *key_of;      /* K by node, while a class is opened */
	bool unordered;      /* since the reset some class had an UNORDERED node */
};

struct node_ledger *node_ledger_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct node_ledger *m = ARENA_NEW(&q->arena, struct node_ledger);
	size_t cells;

	m->q = q;
	m->n = c->n_nodes;
	m->slots = c->slots.count;
	m->blocks = bit_blocks(m->n);
	cells = (size_t)m->n * (size_t)m->slots + 1;
	m->free = ARENA_ARRAY(&q->arena, cells, double);
	m->start = ARENA_ARRAY(&q->arena, cells, double);
	m->gives = ARENA_ARRAY(&q->arena, cells, unsigned char);
	m->touched = ARENA_ARRAY(&q->arena, (size_t)m->n, int);
	m->is_touched = ARENA_ARRAY(&q->arena, (size_t)m->n, bool);
	m->key_of = ARENA_ARRAY(&q->arena, (size_t)m->n, double);
	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++)
			m->gives[i * m->slots + k] = node_books(c, &c->nodes[i], k);
	return m;
}

void node_ledger_load(struct node_ledger *m)
{
	const struct cluster *c = m->q->session->c;

	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++)
			m->start[i * m->slots + k] = c->nodes[i].idle[k] + c->nodes[i].releasing[k];
	memcpy(m->free, m->start, (size_t)m->n * (size_t)m->slots * sizeof *m->free);
	memset(m->is_touched, 0, (size_t)m->n * sizeof *m->is_touched);
	m->n_touched = m->n_classes = 0;
}

/* ---- classes ---- */

static bool holds(const struct node_ledger *m, const double *request, const double *amounts)
{
	for (int i = 0; i < m->slots; i++)
		if (!(request[i] <= amounts[i]))
			return false;
	return true;
}

/* With that much free. */
static int bucket_of(
	const struct node_ledger *m, const struct class_nodes *k, int node, const double *free)
{
	double c = k->by_steps ? free[k->slot] : 0;

	if (!holds(m, k->request, free) || !(free[SLOT_PODS] > 0))
		return NO_BUCKET;
	if (!(c >= 0 && c < CLASS_STEPS && c == trunc(c)))
		return UNORDERED;
	return k->by_steps ? k->grade[node] * CLASS_STEPS + (int)c : k->grade[node];
}

static bool is_empty(const uint64_t *set, int blocks)
{
	for (int w = 0; w < blocks; w++)
		if (set[w])
			return false;
	return true;
}

static void take_out(const struct node_ledger *m, struct buckets *r, int bucket, int node)
{
	uint64_t *bits = &r->bits[bucket * m->blocks],
		 *some = &r->some[bucket * bit_blocks(m->blocks)];

	bit_clear(bits, node);
	if (bits[node / 64])
		return;
	bit_clear(some, node / 64);
	if (is_empty(some, bit_blocks(m->blocks)))
		bit_clear(r->occupied, bucket);
}

static void put_in(const struct node_ledger *m, struct buckets *r, int bucket, int node)
{
	bit_set(&r->bits[bucket * m->blocks], node);
	bit_set(&r->some[bucket * bit_blocks(m->blocks)], node / 64);
	bit_set(r->occupied, bucket);
}

static void put(const struct node_ledger *m, const struct class_nodes *k, struct buckets *r,
	int node, const double *free)
{
	int old = r->bucket[node], bucket = bucket_of(m, k, node, free);

	if (bucket == old)
		return;
	r->n_unordered += (bucket == UNORDERED) - (old == UNORDERED);
	if (old >= 0)
		take_out(m, r, old, node);
	if (bucket >= 0)
		put_in(m, r, bucket, node);
	r->bucket[node] = (short)bucket;
}

static void make_buckets(struct node_ledger *m, struct class_nodes *k, struct buckets *r)
{
	struct arena *a = &m->q->arena;

	if (k->n_buckets > k->cap_buckets) {
		r->bucket = ARENA_ARRAY(a, (size_t)m->n, short);
		r->some = ARENA_ARRAY(a, (size_t)(k->n_buckets * bit_blocks(m->blocks)), uint64_t);
		r->bits = ARENA_ARRAY(a, (size_t)k->n_buckets * (size_t)m->blocks, uint64_t);
	}
	for (int i = 0; i < m->n; i++)
		r->bucket[i] = NO_BUCKET;
	memset(r->some, 0, (size_t)(k->n_buckets * bit_blocks(m->blocks)) * sizeof *r->some);
	memset(r->bits, 0, (size_t)k->n_buckets * (size_t)m->blocks * sizeof *r->bits);
	memset(r->occupied, 0, sizeof r->occupied);
	r->n_unordered = 0;
}

/* The different K, the best first; how many, 0: too many. */
static int collect_keys(struct node_ledger *m, struct task *t, double *keys)
{
	struct session *s = m->q->session;
	int n = 0;

	for (int i = 0; i < m->n; i++) {
		int at = 0;

		m->key_of[i] = class_order_key(s, t, &s->c->nodes[i]);
		while (at < n && keys[at] > m->key_of[i])
			at++;
		if (at < n && keys[at] == m->key_of[i])
			continue;
		if (n == CLASS_KEYS)
			return 0;
		memmove(&keys[at + 1], &keys[at], (size_t)(n - at) * sizeof *keys);
		keys[at] = m->key_of[i];
		n++;
	}
	return n;
}

/* Every node into its bucket. */
static void fill(struct node_ledger *m, struct class_nodes *k, const double *keys)
{
	make_buckets(m, k, &k->now);
	if (k->n_buckets > k->cap_buckets) {
		k->grade = ARENA_ARRAY(&m->q->arena, (size_t)m->n, unsigned char);
		k->cap_buckets = k->n_buckets;
	}
	for (int i = 0; i < m->n; i++) {
		for (k->grade[i] = 0; keys[k->grade[i]] != m->key_of[i]; k->grade[i]++)
			;
		put(m, k, &k->now, i, &m->free[i * m->slots]);
	}
}

static void class_open(struct node_ledger *m, struct class_nodes *k, struct task *t)
{
	struct class_order order = {0};
	double keys[CLASS_KEYS] = {0};
	int n_keys;

	k->request_class = t->request_class;
	k->request = t->request;
	class_order_open(m->q->session, &order, t);
	n_keys = order.served ? collect_keys(m, t, keys) : 0;
	k->served = n_keys > 0;
	if (!k->served)
		return;
	k->by_steps = order.by_steps;
	k->slot = order.slot;
	k->n_buckets = k->by_steps ? n_keys * CLASS_STEPS : n_keys;
	fill(m, k, keys);
}

int node_ledger_class(struct node_ledger *m, struct task *t)
{
	int i = 0;

	while (i < m->n_classes && m->classes[i].request_class != t->request_class)
		i++;
	if (i == m->n_classes) {
		if (m->n_classes == CLASSES)
			return -1;
		class_open(m, &m->classes[m->n_classes++], t);
	}
	return m->classes[i].served ? i : -1;
}

/* ---- the victims of a dry run ---- */

static void book(const struct node_ledger *m, double *amounts, const struct class_nodes *k,
	int node, double sign)
{
	for (int i = node * m->slots, end = i + m->slots, slot = 0; i < end; i++, slot++)
		if (m->gives[i])
			amounts[i] += sign * k->request[slot];
}

static void touch(struct node_ledger *m, int node)
{
	if (!m->is_touched[node])
		m->touched[m->n_touched++] = node;
	m->is_touched[node] = true;
}

void node_ledger_evict(struct node_ledger *m, int class, int node)
{
	book(m, m->start, &m->classes[class], node, 1);
	touch(m, node);
}

void node_ledger_return(struct node_ledger *m, int class, int node)
{
	book(m, m->start, &m->classes[class], node, -1);
	touch(m, node);
}

/* The node goes to its bucket in all classes. */
static void put_all(struct node_ledger *m, int node)
{
	for (int i = 0; i < m->n_classes; i++)
		if (m->classes[i].served) {
			put(m, &m->classes[i], &m->classes[i].now, node, &m->free[node * m->slots]);
			m->unordered |= m->classes[i].now.n_unordered > 0;
		}
}

void node_ledger_reset(struct node_ledger *m, const uint64_t *set)
{
	size_t amounts = (size_t)m->slots * sizeof *m->free;

	for (int i = 0; i < m->n_touched; i++) {
		int node = m->touched[i];

		memcpy(&m->free[node * m->slots], &m->start[node * m->slots], amounts);
		put_all(m, node);
		m->is_touched[node] = false;
	}
	m->n_touched = 0;
	m->set = set;
	m->unordered = false;
	for (int i = 0; i < m->n_classes; i++)
		m->unordered |= m->classes[i].served && m->classes[i].now.n_unordered > 0;
}

const double *node_ledger_request(const struct node_ledger *m, int class)
{
	return m->classes[class].request;
}

/* ---- what is placed ---- */

static int first_of(const struct node_ledger *m, const uint64_t *some, const uint64_t *bits,
	const uint64_t *able)
{
	for (int v = 0; v < bit_blocks(m->blocks); v++)
		for (uint64_t blocks = some[v]; blocks; blocks &= blocks - 1) {
			int w = v * 64 + __builtin_ctzll(blocks);

			uint64_t found = bits[w] & able[w] & m->set[w];

			if (found)
				return w * 64 + __builtin_ctzll(found);
		}
	return -1;
}

/* The one with the least free. */
static int least_of(const struct node_ledger *m, int slot, const uint64_t *some,
	const uint64_t *bits, const uint64_t *able)
{
	int best = -1;

	for (int w = bit_next(some, 0, m->blocks); w < m->blocks;
		w = bit_next(some, w + 1, m->blocks))
		for (uint64_t left = bits[w] & able[w] & m->set[w]; left; left &= left - 1) {
			int n = w * 64 + __builtin_ctzll(left);

			if (best < 0 ||
				m->free[n * m->slots + slot] < m->free[best * m->slots + slot])
				best = n;
		}
	return best;
}

int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *able)
{
	const struct class_nodes *k = &m->classes[class];
	bool least = !k->by_steps && k->slot >= 0;

	for (int v = 0; v < CLASS_BUCKETS / 64; v++)
		for (uint64_t buckets = k->now.occupied[v]; buckets; buckets &= buckets - 1) {
			int i = v * 64 + __builtin_ctzll(buckets);
			const uint64_t *bits = &k->now.bits[i * m->blocks],
				       *some = &k->now.some[i * bit_blocks(m->blocks)];
			int node = least ? least_of(m, k->slot, some, bits, able)
					 : first_of(m, some, bits, able);

			if (node >= 0)
				return node;
		}
	return -1;
}

void node_ledger_put(struct node_ledger *m, int class, int node)
{
	book(m, m->free, &m->classes[class], node, -1);
	touch(m, node);
	put_all(m, node);
}

void node_ledger_take_back(struct node_ledger *m, int class, int node)
{
	book(m, m->free, &m->classes[class], node, 1);
	put_all(m, node); /* touched when the pod was placed */
}

double node_ledger_free(const struct node_ledger *m, int node, int slot)
{
	return m->free[node * m->slots + slot];
}

bool node_ledger_unordered(const struct node_ledger *m)
{
	return m->unordered;
}

bool node_ledger_idle(const struct node_ledger *m, int node)
{
	const double *idle = m->q->session->c->nodes[node].idle;

	for (int i = 0; i < m->n_classes; i++)
		if (holds(m, m->classes[i].request, idle))
			return true;
	return false;
}

double node_ledger_takes(const struct node_ledger *m, int class, int node, int slot)
{
	return m->gives[node * m->slots + slot] ? m->classes[class].request[slot] : 0;
}
