#include "plugins/topology/order.h"

#include <stdlib.h>

static int fullest_first(const void *l, const void *r)
{
	const struct domain *a = *(struct domain *const *)l, *b = *(struct domain *const *)r;

	if (a->ratio != b->ratio)
		return a->ratio > b->ratio ? -1 : 1;
	return str_cmp(a->id, b->id);
}

void order_subtree(
	const struct domain_tree *t, const struct need *need, struct domain *d, int depth)
{
	if (d->depth == depth && !tree_is_divided(t))
		return;
	for (int i = 0; i < d->n_children; i++)
		d->children[i]->ratio = room_ratio(t, need, d->children[i]);
	if (d->n_children)
		qsort(d->children, (size_t)d->n_children, sizeof(struct domain *), fullest_first);
	for (int i = 0; i < d->n_children && d->depth != depth; i++)
		order_subtree(t, need, d->children[i], depth);
}

/* The layers lie at the end of out, the deepest first; the root's is last. */
int order_candidates(const struct domain_tree *t, int deepest, struct domain **out)
{
	int end = t->n_ways, begin = end - 1, n = 0;

	out[begin] = t->root;
	for (int depth = 0; depth < deepest; depth++) {
		int children = 0, at;

		for (int i = begin; i < end; i++)
			children += out[i]->n_children;
		at = begin - children;
		for (int i = begin; i < end; i++)
			for (int k = 0; k < out[i]->n_children; k++)
				out[at++] = out[i]->children[k];
		end = begin;
		begin -= children;
	}
	for (int i = begin; i < t->n_ways; i++)
		if (out[i]->standing == CANDIDATE)
			out[n++] = out[i];
	return n;
}

int order_level(struct domain *d, int depth, struct domain **out)
{
	int n = 0;

	if (d->depth == depth) {
		out[0] = d;
		return 1;
	}
	for (int i = 0; i < d->n_children; i++)
		n += order_level(d->children[i], depth, out + n);
	return n;
}
