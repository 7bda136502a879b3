/* nodeplacement: packs (0..9, fullest node 9) or spreads (free part of the node), by GPUs or, for CPU-only tasks, by CPU (kai/06
 * section 13.7). Pre-order and order of one task always follow each other, so one record of the extremes is enough. */
#include <float.h>

#include "plugins.h"

struct placement {
	bool spread_gpu, spread_cpu;
	double min, max; /* of what is not allocated, over the handed nodes */
};

static double free_of(const struct node *n, int slot)
{
	return n->idle[slot] + n->releasing[slot];
}

static void find_extremes(void *ctx, struct task *t, const struct node_set *nodes)
{
	struct placement *p = ctx;
	int slot = task_needs_gpu(t) ? SLOT_GPU : SLOT_CPU;

	p->min = DBL_MAX;
	p->max = 0;
	if (slot == SLOT_GPU ? p->spread_gpu : p->spread_cpu)
		return;
	for (int i = 0; i < nodes->n; i++) {
		double c = free_of(nodes->items[i], slot);

		if (nodes->items[i]->allocatable[slot] == 0)
			continue;
		p->min = c < p->min ? c : p->min;
		p->max = c > p->max ? c : p->max;
	}
}

static double spread_score(const struct node *n, int slot)
{
	double whole = slot == SLOT_GPU ? (double)n->gpu_count : n->allocatable[slot];

	return whole == 0 ? 0 : free_of(n, slot) / whole;
}

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	const struct placement *p = ctx;
	int slot = task_needs_gpu(t) ? SLOT_GPU : SLOT_CPU;

	if (slot == SLOT_GPU ? p->spread_gpu : p->spread_cpu)
		*score = spread_score(n, slot);
	else if (n->allocatable[slot] == 0 || p->max == 0)
		*score = 0;
	else if (p->min == p->max)
		*score = 9;
	else
		*score = 9.0 * (1.0 - (free_of(n, slot) - p->min) / (p->max - p->min));
	return true;
}

void nodeplacement_open(struct session *s, const struct plugin_option *option)
{
	struct placement *p = ARENA_NEW(&s->arena, struct placement);

	p->spread_gpu = str_eq(plugin_arg(option, "gpu"), STR("spread"));
	p->spread_cpu = str_eq(plugin_arg(option, "cpu"), STR("spread"));
	SESSION_HOOK(s, node_pre_order, find_extremes, p, "nodeplacement");
	SESSION_HOOK(s, node_order, score_node, p, "nodeplacement");
}
