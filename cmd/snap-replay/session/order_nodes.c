/* Nodes in the order in which they are tried (kai/02 section 6). */
#include <stdlib.h>

#include "placement.h"

/* Best score first; equal scores by name, which is the order of the indexes. */
static int compare(const void *a, const void *b)
{
	const struct scored_node *l = a, *r = b;

	if (l->score != r->score)
		return l->score > r->score ? -1 : 1;
	return l->node->index - r->node->index;
}

static bool score_node(struct session *s, struct task *t, struct node *n, double *score)
{
	*score = 0.0;
	for (int i = 0; i < s->node_order.n; i++) {
		double part = 0.0;

		if (!s->node_order.items[i].fn(s->node_order.items[i].ctx, t, n, &part))
			return false;
		*score += part;
	}
	return *score == *score; /* a NaN drops the node */
}

int order_nodes(struct session *s, struct task *t, const struct node_set *nodes, struct scored_node *items)
{
	int count = 0;

	for (int i = 0; i < s->node_pre_order.n; i++)
		s->node_pre_order.items[i].fn(s->node_pre_order.items[i].ctx, t, nodes);
	for (int i = 0; i < nodes->n; i++)
		if (score_node(s, t, nodes->items[i], &items[count].score))
			items[count++].node = nodes->items[i];
	qsort(items, (size_t)count, sizeof *items, compare);
	return count;
}
