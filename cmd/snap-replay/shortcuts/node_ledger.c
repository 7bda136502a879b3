#include "shortcuts/node_ledger.h"

#include <math.h>

#include "model/bits.h"
#include "session/place/placement.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/class_order.h"
#include "shortcuts/gpu_ledger.h"
#include "shortcuts/ledger_steps.h"
#include "shortcuts/sparse_set.h"

enum { CLASSES = 32, NO_BUCKET = -1, UNORDERED = -2 };

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
struct node_ledger {
	struct search *q;
	int n, slots, blocks;
	/* By node and slot. amounts: those of the run; start: with the victims gone and nothing
	 * placed. */
	struct ledger_amounts amounts, start;
	const double **requests; /* by class */
	size_t n_requests;
	struct ledger_steps *steps; /* NULL: each class has buckets */
	bool by_steps;              /* steps is in use */
	struct gpu_ledger *gpus;    /* NULL: as steps */
	bool by_gpus;               /* gpus follows this run; amounts stay as they are */
	unsigned char *gives;       /* the same: the node books it */
	struct class_nodes classes[CLASSES];
	int n_classes;
	/* Nodes of which start or amounts have changed since the last reset, as a list and by node.
	 * idle_touched: by node; their idle amounts have. */
	int *touched, n_touched;
	bool *is_touched, *idle_touched;
	const uint64_t *set; /* of node_ledger_reset */
	double *key_of;      /* K by node, while a class is opened */
	double *low_of;      /* the same, where the class does not fit on the idle amounts */
	bool unordered;      /* since the reset some class had an UNORDERED node */
};

static struct ledger_amounts amounts_new(const struct node_ledger *m)
{
	size_t cells = (size_t)m->n * (size_t)m->slots + 1;

	return (struct ledger_amounts){m->n, m->slots, ARENA_ARRAY(&m->q->arena, cells, double),
		ARENA_ARRAY(&m->q->arena, cells, double)};
}

static size_t count_classes(const struct cluster *c)
{
	int last = CLASSES - 1;

	for (int i = 0; i < c->n_tasks; i++)
		last = c->tasks[i].request_class > last ? c->tasks[i].request_class : last;
	return (size_t)last + 1;
}

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
	m->amounts = amounts_new(m);
	m->start = amounts_new(m);
	m->n_requests = count_classes(c);
	m->requests = ARENA_ARRAY(&q->arena, m->n_requests, const double *);
	m->steps = ledger_steps_new(q->session, &q->arena, &m->amounts);
	m->gpus = m->steps ? gpu_ledger_new(q->session, &q->arena, &m->start) : NULL;
	m->gives = ARENA_ARRAY(&q->arena, cells, unsigned char);
	m->touched = ARENA_ARRAY(&q->arena, (size_t)m->n, int);
	m->is_touched = ARENA_ARRAY(&q->arena, (size_t)m->n, bool);
	m->idle_touched = ARENA_ARRAY(&q->arena, (size_t)m->n, bool);
	m->key_of = ARENA_ARRAY(&q->arena, (size_t)m->n, double);
	m->low_of = ARENA_ARRAY(&q->arena, (size_t)m->n, double);
	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++)
			m->gives[i * m->slots + k] = node_books(c, &c->nodes[i], k);
	return m;
}

void node_ledger_load(struct node_ledger *m)
{
	const struct cluster *c = m->q->session->c;
	size_t bytes = (size_t)m->n * (size_t)m->slots * sizeof(double);

	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++) {
			m->start.idle[i * m->slots + k] = c->nodes[i].idle[k];
			m->start.free[i * m->slots + k] =
				c->nodes[i].idle[k] + c->nodes[i].releasing[k];
		}
	memcpy(m->amounts.free, m->start.free, bytes);
	memcpy(m->amounts.idle, m->start.idle, bytes);
	memset(m->is_touched, 0, (size_t)m->n * sizeof *m->is_touched);
	memset(m->idle_touched, 0, (size_t)m->n * sizeof *m->idle_touched);
	m->n_touched = m->n_classes = 0;
	m->by_steps = m->steps && ledger_steps_load(m->steps);
	m->by_gpus = false;
	if (m->by_steps)
		gpu_ledger_load(m->gpus);
}

/* ---- classes ---- */

static bool holds(const struct node_ledger *m, const double *request, const double *amounts)
{
	for (int i = 0; i < m->slots; i++)
		if (!(request[i] <= amounts[i]))
			return false;
	return true;
}

static int grade_of(const struct node_ledger *m, const struct class_nodes *k, int node)
{
	return k->low[node] == k->grade[node] ||
			holds(m, k->request, &m->amounts.idle[node * m->slots])
		? k->grade[node]
		: k->low[node];
}

static int bucket_of(const struct node_ledger *m, const struct class_nodes *k, int node)
{
	const double *free = &m->amounts.free[node * m->slots];
	double c = k->by_steps ? free[k->slot] : 0;

	if (!holds(m, k->request, free) || !(free[SLOT_PODS] > 0))
		return NO_BUCKET;
	if (!(c >= 0 && c < CLASS_STEPS && c == trunc(c)))
		return UNORDERED;
	return k->by_steps ? grade_of(m, k, node) * CLASS_STEPS + (int)c : grade_of(m, k, node);
}

static void take_out(const struct node_ledger *m, struct buckets *r, int bucket, int node)
{
	sparse_set_remove(&r->nodes[bucket], node);
	if (sparse_set_next(&r->nodes[bucket], m->n, 0) == m->blocks)
		bit_clear(r->occupied, bucket);
}

static void put_in(struct buckets *r, int bucket, int node)
{
	sparse_set_add(&r->nodes[bucket], node);
	bit_set(r->occupied, bucket);
}

static void put(
	const struct node_ledger *m, const struct class_nodes *k, struct buckets *r, int node)
{
	int old = r->bucket[node], bucket = bucket_of(m, k, node);

	if (bucket == old)
		return;
	r->n_unordered += (bucket == UNORDERED) - (old == UNORDERED);
	if (old >= 0)
		take_out(m, r, old, node);
	if (bucket >= 0)
		put_in(r, bucket, node);
	r->bucket[node] = (short)bucket;
}

static void make_buckets(struct node_ledger *m, struct class_nodes *k, struct buckets *r)
{
	struct arena *a = &m->q->arena;

	if (k->n_buckets > k->cap_buckets) {
		r->bucket = ARENA_ARRAY(a, (size_t)m->n, short);
		r->nodes = ARENA_ARRAY(a, (size_t)k->n_buckets, struct sparse_set);
		for (int i = 0; i < k->n_buckets; i++)
			r->nodes[i] = sparse_set_new(a, m->n);
	}
	for (int i = 0; i < m->n; i++)
		r->bucket[i] = NO_BUCKET;
	for (int i = 0; i < k->n_buckets; i++)
		sparse_set_clear(&r->nodes[i], m->n);
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
static int collect_keys(struct node_ledger *m, struct task *t, double *keys)
{
	struct session *s = m->q->session;
	double available = s->known_scores.available * SCORE_AVAILABLE;
	int n = 0;

	for (int i = 0; i < m->n; i++) {
		m->key_of[i] = class_order_key(s, t, &s->c->nodes[i]);
		m->low_of[i] = m->key_of[i] -
			(holds(m, t->request, &m->amounts.idle[i * m->slots]) ? available : 0);
		if (!collect_key(m->key_of[i], keys, &n) || !collect_key(m->low_of[i], keys, &n))
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
static void fill(struct node_ledger *m, struct class_nodes *k, const double *keys)
{
	make_buckets(m, k, &k->now);
	if (k->n_buckets > k->cap_buckets) {
		k->grade = ARENA_ARRAY(&m->q->arena, (size_t)m->n, unsigned char);
		k->low = ARENA_ARRAY(&m->q->arena, (size_t)m->n, unsigned char);
		k->cap_buckets = k->n_buckets;
	}
	for (int i = 0; i < m->n; i++) {
		k->grade[i] = index_of(keys, m->key_of[i]);
		k->low[i] = index_of(keys, m->low_of[i]);
		put(m, k, &k->now, i);
	}
}

static void class_open(struct node_ledger *m, struct class_nodes *k, struct task *t)
{
	struct class_order order = {0};
	double keys[CLASS_KEYS] = {0};
	int n_keys;

	k->task = t;
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

	if (m->by_steps) {
		m->requests[t->request_class] = t->request;
		gpu_ledger_add_class(m->gpus, t->request);
		return ledger_steps_serves(m->steps, t) ? t->request_class : -1;
	}
	while (i < m->n_classes && m->classes[i].task->request_class != t->request_class)
		i++;
	if (i == m->n_classes) {
		if (m->n_classes == CLASSES)
			return -1;
		m->requests[i] = t->request;
		class_open(m, &m->classes[m->n_classes++], t);
	}
	return m->classes[i].served ? i : -1;
}

void node_ledger_open_as(struct node_ledger *m, const struct node_ledger *other)
{
	memcpy(m->requests, other->requests, m->n_requests * sizeof *m->requests);
	if (m->by_steps)
		gpu_ledger_open_as(m->gpus, other->gpus);
	for (; m->n_classes < other->n_classes; m->n_classes++)
		class_open(m, &m->classes[m->n_classes], other->classes[m->n_classes].task);
}

/* ---- the victims of a dry run ---- */

static void book(const struct node_ledger *m, double *amounts, int class, int node, double sign)
{
	const double *request = m->requests[class];

	for (int i = node * m->slots, end = i + m->slots, slot = 0; i < end; i++, slot++)
		if (m->gives[i])
			amounts[i] += sign * request[slot];
}

static void book_idle(
	struct node_ledger *m, struct ledger_amounts *a, int class, int node, double sign)
{
	book(m, a->idle, class, node, sign);
	m->idle_touched[node] = true;
}

static void touch(struct node_ledger *m, int node)
{
	if (!m->is_touched[node])
		m->touched[m->n_touched++] = node;
	m->is_touched[node] = true;
}

static void start_changed(struct node_ledger *m, int node)
{
	touch(m, node);
	if (m->by_steps)
		gpu_ledger_start_changed(m->gpus, node);
}

void node_ledger_evict(struct node_ledger *m, int class, int node, bool pipelined)
{
	book(m, m->start.free, class, node, 1);
	if (pipelined)
		book_idle(m, &m->start, class, node, -1);
	start_changed(m, node);
}

void node_ledger_return(struct node_ledger *m, int class, int node, bool pipelined)
{
	book(m, m->start.free, class, node, -1);
	if (pipelined)
		book_idle(m, &m->start, class, node, 1);
	start_changed(m, node);
}

/* The node goes to its bucket in all classes. */
static void put_all(struct node_ledger *m, int node)
{
	if (m->by_steps) {
		ledger_steps_put(m->steps, node);
		m->unordered |= ledger_steps_unordered(m->steps);
	}
	for (int i = 0; i < m->n_classes; i++)
		if (m->classes[i].served) {
			put(m, &m->classes[i], &m->classes[i].now, node);
			m->unordered |= m->classes[i].now.n_unordered > 0;
		}
}

static void copy(double *to, const double *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

static void reset_node(struct node_ledger *m, int node)
{
	int at = node * m->slots;

	copy(&m->amounts.free[at], &m->start.free[at], m->slots);
	if (m->idle_touched[node])
		copy(&m->amounts.idle[at], &m->start.idle[at], m->slots);
	put_all(m, node);
	m->is_touched[node] = m->idle_touched[node] = false;
}

static void reset_amounts(struct node_ledger *m)
{
	while (m->n_touched)
		reset_node(m, m->touched[--m->n_touched]);
	if (m->by_steps)
		ledger_steps_limit(m->steps, m->set);
	m->unordered = m->by_steps && ledger_steps_unordered(m->steps);
	for (int i = 0; i < m->n_classes; i++)
		m->unordered |= m->classes[i].served && m->classes[i].now.n_unordered > 0;
}

void node_ledger_reset(struct node_ledger *m, const uint64_t *set, bool claimless)
{
	m->set = set;
	m->by_gpus = claimless && m->by_steps && gpu_ledger_begin(m->gpus, set);
	if (m->by_gpus)
		m->unordered = false;
	else
		reset_amounts(m);
}

const double *node_ledger_request(const struct node_ledger *m, int class)
{
	return m->requests[class];
}

/* ---- what is placed ---- */

static int first_of(
	const struct node_ledger *m, const struct sparse_set *nodes, const uint64_t *able)
{
	for (int w = sparse_set_next(nodes, m->n, 0); w < m->blocks;
		w = sparse_set_next(nodes, m->n, w + 1)) {
		uint64_t found = nodes->bits[w] & able[w] & m->set[w];

		if (found)
			return w * 64 + __builtin_ctzll(found);
	}
	return -1;
}

/* The one with the least free. */
static int least_of(
	const struct node_ledger *m, int slot, const struct sparse_set *nodes, const uint64_t *able)
{
	int best = -1;

	for (int w = sparse_set_next(nodes, m->n, 0); w < m->blocks;
		w = sparse_set_next(nodes, m->n, w + 1))
		for (uint64_t left = nodes->bits[w] & able[w] & m->set[w]; left; left &= left - 1) {
			int n = w * 64 + __builtin_ctzll(left);

			if (best < 0 ||
				m->amounts.free[n * m->slots + slot] <
					m->amounts.free[best * m->slots + slot])
				best = n;
		}
	return best;
}

int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *able)
{
	const struct class_nodes *k;
	bool least;

	if (m->by_gpus)
		return gpu_ledger_find(m->gpus, m->requests[class], able);
	if (m->by_steps)
		return ledger_steps_find(m->steps, m->requests[class], able, able);
	k = &m->classes[class];
	least = !k->by_steps && k->slot >= 0;
	for (int v = 0; v < CLASS_BUCKETS / 64; v++)
		for (uint64_t buckets = k->now.occupied[v]; buckets; buckets &= buckets - 1) {
			int i = v * 64 + __builtin_ctzll(buckets);
			const struct sparse_set *nodes = &k->now.nodes[i];
			int node = least ? least_of(m, k->slot, nodes, able)
					 : first_of(m, nodes, able);

			if (node >= 0)
				return node;
		}
	return -1;
}

int node_ledger_find_claiming(
	const struct node_ledger *m, int class, const uint64_t *able, const uint64_t *now)
{
	return ledger_steps_find(m->steps, m->requests[class], able, now);
}

bool node_ledger_knows_claims(const struct node_ledger *m)
{
	return m->by_steps;
}

void node_ledger_put(struct node_ledger *m, int class, int node, bool home)
{
	if (m->by_gpus) {
		gpu_ledger_put(m->gpus, node, m->requests[class], home);
		return;
	}
	book(m, m->amounts.free, class, node, -1);
	if (home)
		book_idle(m, &m->amounts, class, node, 1);
	touch(m, node);
	put_all(m, node);
}

void node_ledger_take_back(struct node_ledger *m, int class, int node, bool home)
{
	if (m->by_gpus) {
		gpu_ledger_take_back(m->gpus, node, m->requests[class], home);
		return;
	}
	book(m, m->amounts.free, class, node, 1);
	if (home)
		book_idle(m, &m->amounts, class, node, -1);
	put_all(m, node); /* touched when the pod was placed */
}

bool node_ledger_unordered(const struct node_ledger *m)
{
	return m->unordered;
}

double node_ledger_room_taken(const struct node_ledger *m, int class, int node, int slot)
{
	int at = node * m->slots + slot, gpus = m->by_gpus ? gpu_ledger_free(m->gpus, node) : 0;
	double takes = m->gives[at] ? m->requests[class][slot] : 0;

	if (!m->by_gpus)
		return room_between(m->amounts.free[at], takes);
	if (slot == SLOT_GPU)
		return room_between(gpus, takes);
	return gpus >= 0 ? takes : 0;
}
