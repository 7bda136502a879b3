/* nodeplacement: scores nodes by how full they are (hook node_order): packing gives 0 to 9, the
 * fullest node 9; spreading gives the free part of the node. GPUs count, for CPU-only tasks CPU.
 * The hook node_pre_order finds the extremes that packing needs. Rules: rules/06 13.7.
 *
 * Packing needs the smallest and the largest free amount over the given nodes before every task.
 * For the set of all nodes both are kept and corrected for the nodes in cluster.changes, which
 * lists every change of a node's books. The number of nodes that hold an extreme is counted; when
 * it reaches 0, all nodes are searched again. So the kept extremes always equal those of a search.
 * The order hooks of a task follow its pre-order hook, so one record of task and extremes is
 * enough. */
#include <float.h>

#include "plugins/plugins.h"
#include "session/plugin.h"

struct extremes {     /* of one slot, over all nodes that have some of it */
	double *free; /* by node.index */
	uint64_t seen;
	double min, max; /* DBL_MAX and 0 when no node says otherwise */
	int n_min, n_max;
	bool made;
};
struct placement {
	const struct cluster *cluster;
	bool spread_gpu, spread_cpu;
	int slot;        /* of the task of the last pre-order */
	bool spread;     /* the same */
	double min, max; /* of what is not allocated, over the handed nodes */
	struct extremes gpu, cpu;
};

static double free_of(const struct node *n, int slot)
{
	return n->idle[slot] + n->releasing[slot];
}

static void take_in(struct extremes *x, double c)
{
	if (c < x->min) {
		x->min = c;
		x->n_min = 0;
	}
	if (c > x->max) {
		x->max = c;
		x->n_max = 0;
	}
	x->n_min += c == x->min;
	x->n_max += c == x->max;
}

static void recompute(struct extremes *x, const struct cluster *c, int slot)
{
	x->min = DBL_MAX;
	x->max = 0;
	x->n_min = x->n_max = 0;
	for (int i = 0; i < c->n_nodes; i++) {
		if (c->nodes[i].allocatable[slot] == 0)
			continue;
		x->free[i] = free_of(&c->nodes[i], slot);
		take_in(x, x->free[i]);
	}
	x->seen = c->n_changes;
	x->made = true;
}

static void correct(struct extremes *x, const struct node *n, int slot)
{
	double *kept = &x->free[n->index];

	if (n->allocatable[slot] == 0)
		return;
	x->n_min -= *kept == x->min;
	x->n_max -= *kept == x->max;
	*kept = free_of(n, slot);
	take_in(x, *kept);
}

static void catch_up(struct extremes *x, const struct cluster *c, int slot)
{
	if (!x->made || c->n_changes - x->seen > CHANGE_RING) {
		recompute(x, c, slot);
		return;
	}
	for (; x->seen < c->n_changes; x->seen++)
		correct(x, &c->nodes[c->changes[x->seen % CHANGE_RING]], slot);
	if ((x->n_min == 0 && x->min != DBL_MAX) || (x->n_max == 0 && x->max != 0))
		recompute(x, c, slot);
}

static void find_extremes(void *ctx, struct task *t, const struct node_set *nodes)
{
	struct placement *p = ctx;
	int slot = p->slot = task_needs_gpu(t) ? SLOT_GPU : SLOT_CPU;
	struct extremes *x = slot == SLOT_GPU ? &p->gpu : &p->cpu, some = {.min = DBL_MAX};

	p->spread = slot == SLOT_GPU ? p->spread_gpu : p->spread_cpu;
	if (p->spread)
		return;
	if (nodes->n ==
		p->cluster->n_nodes) { /* a set holds no node twice, so this is all of them */
		catch_up(x, p->cluster, slot);
	} else {
		x = &some;
		for (int i = 0; i < nodes->n; i++)
			if (nodes->items[i]->allocatable[slot] != 0)
				take_in(&some, free_of(nodes->items[i], slot));
	}
	p->min = x->min;
	p->max = x->max;
}

static double spread_score(const struct node *n, int slot)
{
	double whole = slot == SLOT_GPU ? (double)n->gpu_count : n->allocatable[slot];

	return whole == 0 ? 0 : free_of(n, slot) / whole;
}

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	const struct placement *p = ctx;

	(void)t;
	if (p->spread)
		*score = spread_score(n, p->slot);
	else if (n->allocatable[p->slot] == 0 || p->max == 0)
		*score = 0;
	else if (p->min == p->max)
		*score = 9;
	else
		*score = 9.0 * (1.0 - (free_of(n, p->slot) - p->min) / (p->max - p->min));
	return true;
}

void nodeplacement_open(struct session *s, const struct plugin_option *option)
{
	struct placement *p = ARENA_NEW(&s->arena, struct placement);

	p->cluster = s->c;
	p->spread_gpu = str_eq(plugin_arg(option, "gpu"), STR("spread"));
	p->spread_cpu = str_eq(plugin_arg(option, "cpu"), STR("spread"));
	p->gpu.free = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, double);
	p->cpu.free = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, double);
	s->known_scores.placement++;
	s->known_scores.placement_fn = score_node;
	s->known_scores.packs_gpu = !p->spread_gpu;
	s->known_scores.packs_cpu = !p->spread_cpu;
	hook_add_node_pre_order(s, find_extremes, p, "nodeplacement");
	hook_add_node_order(s, score_node, p, "nodeplacement");
}
