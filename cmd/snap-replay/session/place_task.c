/* One task: the first node in order that passes and accepts it is taken (kai/02 section 9). */
#include "fit_cache.h"
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

/* Node by node, as the original does it. */
static bool place_literally(struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node_order order;
	bool placed = false;
	struct node *node;

	order_nodes(s, t, nodes, nodes, &order);
	while (!placed && (node = next_node(&order)))
		placed = node_fits(s, t, node, !pipeline_only) && put(st, t, node, pipeline_only);
	return placed;
}

/* The nodes of the set whose books hold the task. */
static struct node_set candidates(struct session *s, const struct fit_class *k, const struct node_set *nodes)
{
	struct node_set some = {s->candidate_scratch, 0};

	for (int i = 0; i < nodes->n; i++)
		if (k->fits[nodes->items[i] - s->c->nodes])
			some.items[some.n++] = nodes->items[i];
	return some;
}

/* The same with verdicts of the task's class: nodes without room are neither scored nor tested one by one, but counted together if
 * the task finds no place. Scores have no side effects, and what was counted for a task that found its place is never shown. */
static bool place_by_class(struct statement *st, struct task *t, const struct fit_class *k, const struct node_set *nodes,
                           bool pipeline_only)
{
	struct session *s = st->session;
	struct node_set some = candidates(s, k, nodes);
	struct node_order order;
	bool placed = false;
	struct node *node;

	order_nodes(s, t, nodes, &some, &order); /* the pre-order hooks run in any case: podaffinity's remember */
	while (!placed && (node = next_node(&order)))
		placed = predicates_fit(s, t, node, !pipeline_only) && put(st, t, node, pipeline_only);
	if (!placed && !pipeline_only)
		fit_cache_record(s, t, fit_cache_of(s, t), nodes);
	return placed;
}

bool place_task(struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	const struct fit_class *k;

	if (!t->job || !pre_predicates_pass(s, t))
		return false;
	k = s->literal ? NULL : fit_cache_of(s, t);
	return k ? place_by_class(st, t, k, nodes, pipeline_only) : place_literally(st, t, nodes, pipeline_only);
}
