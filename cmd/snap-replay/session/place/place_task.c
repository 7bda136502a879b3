/* One task: the first node in order that passes and accepts it is taken (rules/02 9). */
#include "session/trace.h"
#include "session/place/fit_cache.h"
#include "session/place/place_fractional.h"
#include "session/place/scratch.h"

static bool pre_predicates_pass(struct session *s, struct task *t)
{
	struct str text = {0};

	if (session_pre_predicate(s, t, &text))
		return true;
	fit_record_text(s, t, text); /* in simulations too */
	trace_refused(s, t, text);
	return false;
}

static bool put(struct statement *st, struct task *t, struct node *n, bool pipeline_only)
{
	if (task_fractional(t))
		return place_fractional(st, t, n, pipeline_only);
	if (!pipeline_only && node_fits_now(st->session, n, t))
		return statement_allocate(st, t, n);
	return statement_pipeline(st, t, n, !pipeline_only);
}

/* Node by node, as the original does it. */
static bool place_exhaustively(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node_order order;
	bool placed = false;
	struct scored_node next;

	order_nodes(s, t, nodes, nodes, &order);
	trace_look(s, t, nodes);
	while (!placed && (next = next_node(&order)).node)
		placed = node_fits(s, t, next.node, !pipeline_only) &&
			put(st, t, next.node, pipeline_only);
	return placed;
}

/* The nodes of the set whose books hold the task. */
static struct node_set candidates(
	struct session *s, const struct fit_class *k, const struct node_set *nodes)
{
	struct node_set some = {.items = s->place->candidates};

	for (int i = 0; i < nodes->n; i++)
		if (k->fits[nodes->items[i] - s->c->nodes])
			some.items[some.n++] = nodes->items[i];
	return some;
}

/* What nodeavailability gives a node with idle room (rules/06 13.1). */
#define AVAILABLE 1000

/* A node without room stands behind a chosen one that has it, unless something weightier than
 * availability speaks for it. */
static bool may_outrank(
	const struct session *s, const struct task *t, const struct node *n, double chosen_score)
{
	return chosen_score < AVAILABLE || n->n_device_groups || t->pod->nominated_node.n ||
		s->traits.preferred_terms;
}

/* Nodes without room that stand before the chosen one were tested before it. What they lack is
 * counted too: it is shown should the pod become a victim later and find no other place. */
static void record_tested_before(struct session *s, struct task *t, struct fit_class *k,
	const struct node_set *nodes, const struct scored_node *chosen)
{
	struct node_set one = {.n = 1};

	for (int i = 0; i < nodes->n; i++) {
		struct node *n = nodes->items[i];
		double score;

		if (k->fits[n->index] || !may_outrank(s, t, n, chosen->score) ||
			!node_score(s, t, n, &score))
			continue;
		one.items = &nodes->items[i];
		if (score > chosen->score ||
			(score == chosen->score && n->index < chosen->node->index))
			fit_cache_record(s, t, k, &one);
	}
}

/* The same with verdicts of the task's class: nodes without room are not tested one by one, but
 * counted together, and scored only where they could stand before the one that is taken. Scores
 * have no side effects. */
static bool place_by_class(struct statement *st, struct task *t, struct fit_class *k,
	const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node_set some = candidates(s, k, nodes);
	struct node_order order;
	struct scored_node next;

	order_nodes(s, t, nodes, &some,
		&order); /* the pre-order hooks run in any case: podaffinity's remember */
	trace_look(s, t, nodes);
	while ((next = next_node(&order)).node) {
		if (!predicates_fit(s, t, next.node, !pipeline_only))
			continue;
		if (!pipeline_only)
			record_tested_before(s, t, k, nodes, &next);
		if (put(st, t, next.node, pipeline_only))
			return true;
	}
	if (!pipeline_only)
		fit_cache_record(s, t, fit_cache_of(s, t), nodes);
	return false;
}

/* The nodes of the set, for a simulation without those that refuse the task for good: a refusal is
 * not noted there. */
static uint64_t *mask_of(
	struct session *s, const struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	uint64_t *mask = s->place->mask;

	memcpy(mask, nodes->bits, (size_t)bit_words(s->c->n_nodes) * sizeof *mask);
	if (pipeline_only)
		session_keep_static_nodes(s, t, mask);
	return mask;
}

/* The same with the class's own order (session/place/class_order.h): the nodes come one by one, and
 * none is scored for that. */
static bool place_in_order(struct statement *st, struct task *t, struct fit_class *k,
	const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	uint64_t *mask = mask_of(s, t, nodes, pipeline_only);
	struct scored_node next;

	for (; (next.node = class_order_first(s, &k->order, mask));
		bit_clear(mask, next.node->index)) {
		if (!predicates_fit(s, t, next.node, !pipeline_only))
			continue;
		if (!pipeline_only) {
			session_node_pre_order(s, t, nodes);
			if (node_score(s, t, next.node, &next.score))
				record_tested_before(s, t, k, nodes, &next);
		}
		if (put(st, t, next.node, pipeline_only))
			return true;
		fit_cache_of(s, t); /* a failed try may have changed books */
	}
	if (!pipeline_only)
		fit_cache_record(s, t, fit_cache_of(s, t), nodes);
	return false;
}

static bool place(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct fit_class *k;

	if (!t->job || !pre_predicates_pass(s, t))
		return false;
	k = s->exhaustive ? NULL : fit_cache_of(s, t);
	if (trace_looks(s, t)) /* all scores are wanted, which the longer ways prepare */
		return k ? place_by_class(st, t, k, nodes, pipeline_only)
			 : place_exhaustively(st, t, nodes, pipeline_only);
	if (k && k->order.served && nodes->bits && !t->pod->nominated_node.n)
		return place_in_order(st, t, k, nodes, pipeline_only);
	return k ? place_by_class(st, t, k, nodes, pipeline_only)
		 : place_exhaustively(st, t, nodes, pipeline_only);
}

bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	bool placed = place(st, t, nodes, pipeline_only);

	trace_placed(st->session, t, placed);
	return placed;
}
