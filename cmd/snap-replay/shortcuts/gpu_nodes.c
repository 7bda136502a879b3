#include "shortcuts/gpu_nodes.h"

#include <math.h>

#include "model/shared_gpus.h"
#include "model/bits.h"
#include "session/place/placement.h"
#include "session/storage/storage.h"
#include "shortcuts/class_order.h"
#include "shortcuts/cpu_steps.h"
#include "shortcuts/fit_cache.h"

enum { NO_STEP = -1, NOT_WHOLE = -2 };
struct gpu_nodes {
	bool many_classes;
	bool small; /* all nodes have whole GPUs, less than CLASS_STEPS */
	/* K follows from idle amounts and from whether the node is CPU-only, on nodes without
	 * device groups; CPU is packed, in amounts for which the class order is known. */
	bool plain;
	uint64_t seen;
	/* By node index: how many GPUs are free. NO_STEP: none. */
	signed char *step;
	int n_not_whole;
	uint64_t *bits[CLASS_STEPS]; /* by that number: the set of nodes */
	/* If plain: */
	double *cpu, *idle_cpu;  /* by node index: the free CPU, and what is idle of it */
	struct cpu_steps at_cpu; /* the nodes by that CPU */
	uint64_t *cpu_only;      /* the set of CPU-only nodes */
	int top_key;             /* the greatest K for a CPU-only pod */
	uint64_t *idle;          /* the set of nodes with idle GPUs */
	bool *groups;            /* by node index: it has device groups */
	int n_groups;            /* how many do */
};

static bool has_many_classes(const struct cluster *c, int few)
{
	int most = -1;

	for (int i = 0; i < c->n_tasks; i++)
		most = c->tasks[i].request_class > most ? c->tasks[i].request_class : most;
	return most >= few;
}

static bool is_small(const struct cluster *c)
{
	for (int i = 0; i < c->n_nodes; i++)
		if (!(c->nodes[i].allocatable[SLOT_GPU] < CLASS_STEPS) ||
			c->nodes[i].allocatable[SLOT_GPU] !=
				trunc(c->nodes[i].allocatable[SLOT_GPU]))
			return false;
	return true;
}

static signed char step_of(const struct node *n)
{
	double free = n->idle[SLOT_GPU] + n->releasing[SLOT_GPU];

	if (free <= 0)
		return NO_STEP;
	return (signed char)(free < CLASS_STEPS && free == trunc(free) ? (int)free : NOT_WHOLE);
}

static void put_plain(struct gpu_nodes *g, const struct node *n)
{
	bool groups = n->n_device_groups > 0;

	g->cpu[n->index] = n->idle[SLOT_CPU] + n->releasing[SLOT_CPU];
	g->idle_cpu[n->index] = n->idle[SLOT_CPU];
	cpu_steps_put(&g->at_cpu, n->index, g->cpu[n->index]);
	if (n->idle[SLOT_GPU] > 0)
		bit_set(g->idle, n->index);
	else
		bit_clear(g->idle, n->index);
	g->n_groups += groups - g->groups[n->index];
	g->groups[n->index] = groups;
}

static void put(struct gpu_nodes *g, const struct node *n)
{
	signed char old = g->step[n->index], step = step_of(n);

	if (g->plain)
		put_plain(g, n);
	if (old == step)
		return;
	g->n_not_whole += (step == NOT_WHOLE) - (old == NOT_WHOLE);
	if (old >= 0)
		bit_clear(g->bits[old], n->index);
	if (step >= 0)
		bit_set(g->bits[step], n->index);
	g->step[n->index] = step;
}

static void put_all(struct gpu_nodes *g, const struct cluster *c)
{
	for (int i = 0; i < c->n_nodes; i++)
		put(g, &c->nodes[i]);
}

static bool is_plain(const struct session *s)
{
	const struct known_scores *k = &s->known_scores;

	return k->by_class == k->available + k->cpu_only + k->sharing && k->placement == 1 &&
		k->packs_gpu && k->packs_cpu && class_order_amounts_small(s, SLOT_CPU);
}

/* What the pod's node scores: K. now: the pod fits on what is idle. */
static int key_of(const struct session *s, const struct gpu_nodes *g, int node, bool now)
{
	const struct known_scores *k = &s->known_scores;

	return (bit_is_set(g->cpu_only, node) ? k->cpu_only * SCORE_CPU_ONLY : 0) +
		(now ? k->available * SCORE_AVAILABLE : 0);
}

static int find_top_key(const struct session *s, const struct gpu_nodes *g)
{
	int top = 0;

	for (int i = 0; i < s->c->n_nodes; i++)
		top = key_of(s, g, i, true) > top ? key_of(s, g, i, true) : top;
	return top;
}

static struct gpu_nodes *gpu_nodes_new(struct session *s)
{
	const struct cluster *c = s->c;
	struct gpu_nodes *g = ARENA_NEW(&s->arena, struct gpu_nodes);

	g->many_classes = s->storage || has_many_classes(c, s->fit_cache->few);
	g->small = is_small(c);
	if (!g->many_classes || !g->small)
		return g;
	g->step = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, signed char);
	memset(g->step, NO_STEP, (size_t)c->n_nodes);
	for (int i = 0; i < CLASS_STEPS; i++)
		g->bits[i] = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	g->plain = is_plain(s);
	g->cpu = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, double);
	g->idle_cpu = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, double);
	cpu_steps_open(&g->at_cpu, &s->arena, c);
	g->cpu_only = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	for (int i = 0; i < c->n_nodes; i++)
		if (c->nodes[i].cpu_only)
			bit_set(g->cpu_only, i);
	g->top_key = find_top_key(s, g);
	g->idle = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	g->groups = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, bool);
	put_all(g, c);
	g->seen = c->n_changes;
	return g;
}

static void catch_up(struct gpu_nodes *g, const struct cluster *c)
{
	if (c->n_changes - g->seen > CHANGE_RING)
		put_all(g, c);
	else
		for (uint64_t i = g->seen; i < c->n_changes; i++)
			put(g, &c->nodes[c->changes[i % CHANGE_RING]]);
	g->seen = c->n_changes;
}

/* Pods that a node may refuse for more than what it has would be compared again for each node. */
static bool serves_plain(struct session *s, const struct gpu_nodes *g, const struct task *t)
{
	return g->plain && !g->n_groups && !g->n_not_whole && session_lasting_nodes(s, t);
}

struct gpu_nodes *gpu_nodes_of(struct session *s, const struct task *t)
{
	struct fit_cache *cache = fit_cache(s);
	struct gpu_nodes *g;

	if (!cache->gpus)
		cache->gpus = gpu_nodes_new(s);
	g = cache->gpus;
	if (!g->many_classes || !g->small || !s->known_scores.placement ||
		!class_order_knows(s, t) || !fit_cache_serves(s, t))
		return NULL;
	catch_up(g, s->c);
	if (serves_plain(s, g, t))
		return g;
	return g->n_not_whole || !task_needs_gpu(t) || storage_matters(t) ? NULL : g;
}

static bool fits(struct session *s, const struct node *n, const struct task *t)
{
	return node_fits_releasing_or_idle(s->c, n, t) &&
		(!t->storage || storage_on_releasing(s, n, t));
}

static bool has_cpu(const struct gpu_nodes *g, const struct node *n, const struct task *t)
{
	return g->cpu[n->index] >= t->request[SLOT_CPU];
}

/* Of the nodes on whose idle room the pod fits. */
static struct node *first_idle(
	struct session *s, const struct gpu_nodes *g, struct task *t, const uint64_t *mask)
{
	struct node *best = NULL;

	for (int w = 0; w < bit_blocks(s->c->n_nodes); w++)
		for (uint64_t left = g->idle[w] & mask[w]; left; left &= left - 1) {
			struct node *n = &s->c->nodes[w * 64 + __builtin_ctzll(left)];

			if ((!best || g->step[n->index] < g->step[best->index]) &&
				n->idle[SLOT_GPU] >= t->request[SLOT_GPU] &&
				node_fits_now(s, n, t) && fits(s, n, t))
				best = n;
		}
	return best;
}

/* The first by free GPUs on which the pod fits, unless it fits on what is idle somewhere. */
static struct node *first_plain(
	struct session *s, const struct gpu_nodes *g, struct task *t, const uint64_t *mask)
{
	struct node *n = s->known_scores.available ? first_idle(s, g, t, mask) : NULL;

	for (int free = class_step(t->request[SLOT_GPU]); free < CLASS_STEPS && !n; free++)
		for (int w = 0; w < bit_blocks(s->c->n_nodes) && !n; w++)
			for (uint64_t left = g->bits[free][w] & mask[w]; left && !n;
				left &= left - 1) {
				n = &s->c->nodes[w * 64 + __builtin_ctzll(left)];
				n = has_cpu(g, n, t) && fits(s, n, t) ? n : NULL;
			}
	return n;
}

struct best_node { /* so far */
	int node;  /* -1: none */
	int key;
};

/* It goes first only if its key is this one or greater. */
static bool is_behind(const struct gpu_nodes *g, const struct best_node *best, int node, int key)
{
	return best->node >= 0 &&
		(key < best->key || (key == best->key && g->cpu[node] >= g->cpu[best->node]));
}

/* Takes the node as the best one if it is. Nodes come by index. */
static void compare(struct session *s, const struct gpu_nodes *g, const struct task *t, int node,
	struct best_node *best)
{
	const struct node *n = &s->c->nodes[node];
	bool now = g->idle_cpu[node] >= t->request[SLOT_CPU];

	if (g->cpu[node] < t->request[SLOT_CPU] ||
		is_behind(g, best, node, key_of(s, g, node, now)))
		return;
	now = now && node_fits_now(s, n, t);
	if (!is_behind(g, best, node, key_of(s, g, node, now)) && fits(s, n, t))
		*best = (struct best_node){node, key_of(s, g, node, now)};
}

/* Compares the nodes of m. */
static void look_at(struct session *s, const struct gpu_nodes *g, const struct task *t,
	const struct sparse_set *m, const uint64_t *mask, struct best_node *best)
{
	int n = s->c->n_nodes;

	for (int w = sparse_set_next(m, n, 0); w < bit_blocks(n); w = sparse_set_next(m, n, w + 1))
		for (uint64_t left = m->bits[w] & mask[w]; left; left &= left - 1)
			compare(s, g, t, w * 64 + __builtin_ctzll(left), best);
}

/* Of a CPU-only pod. Nodes of a later step have more free CPU, so they come first only with a
 * greater K. */
static struct node *first_by_cpu(
	struct session *s, const struct gpu_nodes *g, struct task *t, const uint64_t *mask)
{
	struct best_node best = {.node = -1};
	uint64_t steps = cpu_steps_from(&g->at_cpu, t->request[SLOT_CPU]);

	for (; steps && (best.node < 0 || best.key < g->top_key); steps &= steps - 1)
		look_at(s, g, t, &g->at_cpu.at[__builtin_ctzll(steps)], mask, &best);
	return best.node < 0 ? NULL : &s->c->nodes[best.node];
}

/* For nodes with device groups. Takes those out of the mask on which the task does not fit. */
static struct node *first_by_key(
	struct session *s, const struct gpu_nodes *g, struct task *t, uint64_t *mask)
{
	struct node *best = NULL;
	double best_key = 0;

	for (int free = class_step(t->request[SLOT_GPU]); free < CLASS_STEPS; free++)
		for (int w = 0; w < bit_blocks(s->c->n_nodes); w++)
			for (uint64_t left = g->bits[free][w] & mask[w]; left; left &= left - 1) {
				struct node *n = &s->c->nodes[w * 64 + __builtin_ctzll(left)];
				double key;

				if (!node_fits_releasing_or_idle(s->c, n, t)) {
					bit_clear(mask, n->index);
					continue;
				}
				key = class_order_key(s, t, n);
				if (!best || key > best_key) {
					best = n;
					best_key = key;
				}
			}
	return best;
}

struct node *gpu_nodes_first(
	struct session *s, const struct gpu_nodes *g, struct task *t, uint64_t *mask)
{
	if (serves_plain(s, g, t))
		return (task_needs_gpu(t) ? first_plain : first_by_cpu)(s, g, t, mask);
	return first_by_key(s, g, t, mask);
}
