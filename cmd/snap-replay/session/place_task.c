/* One task: the first node in order that passes and accepts it is taken (kai/02 section 9). */
#include <stdlib.h>

#include "common/mem.h"
#include "gpu_sharing.h"

static bool pre_predicates_pass(struct session *s, struct task *t)
{
	struct str text = {0};

	for (int i = 0; i < s->pre_predicate.n; i++)
		if (!s->pre_predicate.items[i].fn(s->pre_predicate.items[i].ctx, t, &text)) {
			fit_record_text(s, t, text); /* in simulations too */
			return false;
		}
	return true;
}

static bool put(struct statement *st, struct task *t, struct node *n, bool pipeline_only)
{
	if (task_shared(t))
		return place_shared(st, t, n, pipeline_only);
	if (!pipeline_only && node_fits_now(st->session, n, t))
		return statement_allocate(st, t, n);
	return statement_pipeline(st, t, n, !pipeline_only);
}

bool place_task(struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct scored_node *order;
	bool placed = false;
	int n;

	if (!t->job || !pre_predicates_pass(s, t))
		return false;
	order = xcalloc((size_t)nodes->n + 1, sizeof *order);
	n = order_nodes(s, t, nodes, order);
	for (int i = 0; i < n && !placed; i++)
		placed = node_fits(s, t, order[i].node, !pipeline_only) && put(st, t, order[i].node, pipeline_only);
	free(order);
	return placed;
}
