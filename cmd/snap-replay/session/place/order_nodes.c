/* The order in which nodes are tried (rules/02 6). Mostly the first node takes the task, so the
 * first try is a linear search; the second one makes a heap of the rest. */
#include "session/place/placement.h"
#include "session/place/scratch.h"

/* Best score first; equal scores by name, which is the order of the indexes. */
static bool before(const struct scored_node *l, const struct scored_node *r)
{
	return l->score != r->score ? l->score > r->score : l->node->index < r->node->index;
}

static void sift_down(struct scored_node *items, int i, int n)
{
	for (int child; (child = 2 * i + 1) < n; i = child) {
		struct scored_node t = items[i];

		if (child + 1 < n && before(&items[child + 1], &items[child]))
			child++;
		if (!before(&items[child], &items[i]))
			return;
		items[i] = items[child];
		items[child] = t;
	}
}

bool node_score(struct session *s, struct task *t, struct node *n, double *score)
{
	return session_node_order(s, t, n, score) && *score == *score; /* a NaN drops the node */
}

void order_nodes(struct session *s, struct task *t, const struct node_set *nodes,
	const struct node_set *some, struct node_order *out)
{
	struct scored_node *items = s->place->order;
	int count = 0;

	session_node_pre_order(s, t, nodes);
	for (int i = 0; i < some->n; i++)
		if (node_score(s, t, some->items[i], &items[count].score)) {
			items[count].node = some->items[i];
			session_log_placing(s, 5,
				"Overall priority node score of node <" STR_FMT
				"> for task <" STR_FMT "> is: %f",
				STR_ARG(some->items[i]->name), STR_ARG(t->key), items[count].score);
			count++;
		}
	*out = (struct node_order){items, count, 0};
}

static int best_of(const struct node_order *o)
{
	int best = 0;

	for (int i = 1; i < o->n; i++)
		if (before(&o->items[i], &o->items[best]))
			best = i;
	return best;
}

struct scored_node next_node(struct node_order *o)
{
	struct scored_node taken = {0};
	int best;

	if (!o->n)
		return taken;
	if (o->tries++ == 1)
		for (int i = o->n / 2 - 1; i >= 0; i--)
			sift_down(o->items, i, o->n);
	best = o->tries == 1 ? best_of(o) : 0;
	taken = o->items[best];
	o->items[best] = o->items[--o->n];
	if (o->tries > 1)
		sift_down(o->items, 0, o->n);
	return taken;
}
