/* Placing one task on the first node in order that takes it (rules/02 9). */
#include "session/trace.h"
#include "session/place/fast_placing.h"
#include "session/place/place_fractional.h"

static bool pre_predicates_pass(struct session *s, struct task *t)
{
	struct str text = {0};

	if (session_pre_predicate(s, t, &text))
		return true;
	fit_record_text(s, t, text); /* in simulations too */
	trace_refused(s, t, text);
	return false;
}

bool put_on_node(struct statement *st, struct task *t, struct node *n, bool pipeline_only)
{
	if (task_fractional(t))
		return place_fractional(st, t, n, pipeline_only);
	if (!pipeline_only && node_fits_now(st->session, n, t))
		return statement_allocate(st, t, n);
	return statement_pipeline(st, t, n, !pipeline_only);
}

bool place_exhaustive(
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
			put_on_node(st, t, next.node, pipeline_only);
	return placed;
}

bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	enum placing fast = PLACING_UNTRIED;
	bool placed = false;

	if (pre_predicates_pass(s, t)) {
		if (s->fast_placing)
			fast = s->fast_placing->place(st, t, nodes, pipeline_only);
		placed = fast == PLACING_UNTRIED ? place_exhaustive(st, t, nodes, pipeline_only)
						 : fast == PLACING_DONE;
	}
	trace_placed(s, t, placed);
	return placed;
}
