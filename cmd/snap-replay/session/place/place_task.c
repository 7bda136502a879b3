/* Placing one task on the first node in order that takes it (rules/02 9). */
#include "session/trace.h"
#include "session/place/fast_placing.h"
#include "session/place/place_fractional.h"

/* A message with lines as one line, in the session's arena. */
static const char *one_line(struct session *s, struct str text)
{
	char *made = arena_alloc(&s->arena, text.n + 1);

	while (text.n && text.p[text.n - 1] == s->log.line_end)
		text.n--;
	for (size_t i = 0; i < text.n; i++)
		made[i] = text.p[i] == s->log.line_end ? ' ' : text.p[i];
	made[text.n] = 0;
	return made;
}

static bool pre_predicates_pass(struct session *s, struct task *t)
{
	struct str text = {0};

	if (session_pre_predicate(s, t, &text))
		return true;
	fit_record_text(s, t, text); /* in simulations too */
	session_log_placing(
		s, 6, "Failed to run Pre-Predicate on task " STR_FMT, STR_ARG(t->pod->meta.name));
	session_log_placing(s, 6, "pre-predicates failed on task " STR_FMT ". Error: %s",
		STR_ARG(t->key), one_line(s, text));
	trace_refused(s, t, text);
	return false;
}

bool put_on_node(struct statement *st, struct task *t, struct node *n, bool pipeline_only)
{
	struct session *s = st->session;
	bool allocates;

	t->zones = session_zone_placement(s, t, n);
	if (task_fractional(t))
		return place_fractional(st, t, n, pipeline_only);
	allocates = !pipeline_only && node_fits_now(s, n, t);
	session_log_placing(s, 6,
		"%s Task <" STR_FMT "> to node <" STR_FMT ">, requires resources: %s",
		allocates ? "Binding" : "Pipelining", STR_ARG(t->key), STR_ARG(n->name),
		vector_text(s, t->request));
	return allocates ? statement_allocate(st, t, n)
			 : statement_pipeline(st, t, n, !pipeline_only);
}

/* The observer tests all nodes: no lines of that. */
static void look(struct session *s, struct task *t, const struct node_set *nodes)
{
	bool placing = s->log.placing;

	s->log.placing = false;
	trace_look(s, t, nodes);
	s->log.placing = placing;
}

bool place_exhaustive(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node_order order;
	bool placed = false;
	struct scored_node next;

	session_log_placing(s, 6,
		"Looking for best node for task - Task: <" STR_FMT ">, init requested: <%s>.",
		STR_ARG(t->key), vector_text(s, t->request));
	order_nodes(s, t, nodes, nodes, &order);
	look(s, t, nodes);
	while (!placed && (next = next_node(&order)).node) {
		if (!node_fits(s, t, next.node, !pipeline_only))
			continue;
		placed = put_on_node(st, t, next.node, pipeline_only);
		if (!placed)
			session_log_placing(s, 6,
				"Failed to allocate or pipeline task: <" STR_FMT
				"> to node: " STR_FMT,
				STR_ARG(t->key), STR_ARG(next.node->name));
	}
	session_log_placing(s, 6, "%s for task: <" STR_FMT ">",
		placed ? "Allocation succeeded" : "Failed statement allocate", STR_ARG(t->key));
	return placed;
}

bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	enum placing fast = PLACING_UNTRIED;
	bool placed = false;

	/* the short cuts do not visit the nodes that the log names */
	s->log.placing = s->log.detailed && s->log.detailed[t->job->index];
	if (pre_predicates_pass(s, t)) {
		if (s->fast_placing && !s->log.placing)
			fast = s->fast_placing->place(st, t, nodes, pipeline_only);
		placed = fast == PLACING_UNTRIED ? place_exhaustive(st, t, nodes, pipeline_only)
						 : fast == PLACING_DONE;
	}
	s->log.placing = false;
	trace_placed(s, t, placed);
	return placed;
}
