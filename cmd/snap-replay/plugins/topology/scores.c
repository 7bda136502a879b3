#include "plugins/topology/scores.h"

#include <math.h>

#include "common/grow.h"

/* What a step is worth among the scores of other plugins. */
#define STEP 100000.0

static struct score_table *table_of(struct session *s, struct score_tables *all, struct str group)
{
	for (int i = 0; i < all->n; i++)
		if (str_eq(all->items[i].group, group))
			return &all->items[i];
	ARENA_GROW(&s->arena, all->items, all->n, all->cap);
	if (!all->items[all->n].scores)
		all->items[all->n].scores = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, double);
	all->items[all->n].group = group;
	return &all->items[all->n++];
}

const double *scores_set(struct session *s, struct score_tables *all, struct str group,
	struct domain *common, int depth, struct domain **scratch)
{
	double *scores = table_of(s, all, group)->scores;
	int n = order_level(common, depth, scratch);

	for (int i = 0; i < s->c->n_nodes; i++)
		scores[i] = SCORE_NONE;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < scratch[i]->n_nodes; k++)
			scores[scratch[i]->nodes[k]] =
				floor((double)(i + 1) / (double)n * 10) * STEP;
	return scores;
}

static const double *table_named(const struct score_tables *all, struct str group)
{
	for (int i = 0; i < all->n; i++)
		if (str_eq(all->items[i].group, group))
			return all->items[i].scores;
	return NULL;
}

const double *scores_of(const struct score_tables *all, const struct task *t)
{
	const double *scores;

	if (!all->n || !t->pod_set)
		return NULL;
	scores = table_named(all, t->pod_set->name);
	for (const struct sub_group *g = t->pod_set->parent; g && !scores; g = g->parent)
		scores = table_named(all, g->name);
	return scores;
}
