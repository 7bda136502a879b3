#include "shortcuts/gpu_nodes.h"

#include <math.h>

#include "model/shared_gpus.h"
#include "session/bits.h"
#include "session/place/placement.h"
#include "session/storage/storage.h"
#include "shortcuts/class_order.h"
#include "shortcuts/fit_cache.h"

enum { NO_STEP = -1, NOT_WHOLE = -2 };
struct gpu_nodes {
	bool many_classes;
	bool small; /* all nodes have whole GPUs, less than CLASS_STEPS */
	uint64_t seen;
	/* By node index: how many GPUs are free. NO_STEP: none. */
	signed char *step;
	int n_not_whole;
	uint64_t *bits[CLASS_STEPS]; /* by that number: the set of nodes */
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

static void put(struct gpu_nodes *g, const struct node *n)
{
	signed char old = g->step[n->index], step = step_of(n);

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

static struct gpu_nodes *gpu_nodes_new(struct session *s)
{
	const struct cluster *c = s->c;
	struct gpu_nodes *g = ARENA_NEW(&s->arena, struct gpu_nodes);

	g->many_classes = has_many_classes(c, s->fit_cache->few);
	g->small = is_small(c);
	if (!g->many_classes || !g->small)
		return g;
	g->step = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, signed char);
	memset(g->step, NO_STEP, (size_t)c->n_nodes);
	for (int i = 0; i < CLASS_STEPS; i++)
		g->bits[i] = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
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

struct gpu_nodes *gpu_nodes_of(struct session *s, const struct task *t)
{
	struct fit_cache *cache = fit_cache(s);
	struct gpu_nodes *g;

	if (!cache->gpus)
		cache->gpus = gpu_nodes_new(s);
	g = cache->gpus;
	if (!g->many_classes || !g->small || !s->known_scores.placement || !task_needs_gpu(t) ||
		!class_order_knows(s, t) || !fit_cache_serves(s, t) || storage_matters(t))
		return NULL;
	catch_up(g, s->c);
	return g->n_not_whole ? NULL : g;
}

struct node *gpu_nodes_first(
	struct session *s, const struct gpu_nodes *g, struct task *t, uint64_t *mask)
{
	struct node *best = NULL;
	double best_key = 0;

	for (int free = (int)t->request[SLOT_GPU]; free < CLASS_STEPS; free++)
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
