/* The explanations as text: at most a screen for a pod group, whatever the size of the cluster. */
#include "common/terminal.h"
#include "report/explain_text.h"

#include <stdlib.h>

enum { COLUMNS = 80 };

static void visit_head(struct explanation *e, const struct chapter *c, const struct visit *v)
{
	text_addf(e->b, "  %s: visited as number ", c->action);
	text_add_number(e->b, v->number);
	text_ours(e->b, " (");
	text_add_number(e->b, c->waiting);
	text_addf(e->b, " waited at the start): %s\n", v->outcome ? v->outcome : "no answer");
}

static void visit(struct explanation *e, const struct chapter *c, const struct visit *v)
{
	visit_head(e, c, v);
	order_own(e, v);
	if (v->like.job)
		like_text(e, &v->like);
	else
		text_add_lines(e->b, "    ", v->text, LINE_MARK);
	if (v->search)
		search_text(e, v->search);
	if (v->failed && v->pods > 1 && !v->search) {
		text_ours(e->b, "    ");
		text_add_number(e->b, v->placed);
		text_ours(e->b, " of ");
		text_add_count(e->b, v->pods, "pod");
		text_addf(e->b, " found a node; " STR_FMT " is the first that did not\n",
			STR_ARG(v->failed->key));
	}
	domains_text(e, v);
	looks_text(e, v);
}

static void absent(struct explanation *e, const struct chapter *c)
{
	text_addf(e->b, "%s: not visited: %s", c->action, absence_words[c->absence]);
	if (c->details.n)
		text_addf(e->b, ": " STR_FMT, STR_ARG(c->details));
	text_ours(e->b, "\n");
}

/* What was decided about its pods says more than why it had no turn of its own. */
static bool tells_absence(const struct explanation *e, const struct chapter *c)
{
	return c->absence != PRESENT && (in_full(e) || !c->n_happenings);
}

static void chapter(struct explanation *e, const struct chapter *c)
{
	int skipped = 0;

	if (!c->n_visits && !tells_absence(e, c))
		text_addf(e->b, "  %s\n", c->action);
	for (int i = 0; i < c->n_visits; i++) {
		if (!visit_shown(e, c, i)) {
			skipped++;
			continue;
		}
		if (skipped) {
			text_ours(e->b, "  (");
			text_add_count(e->b, skipped, "visit");
			text_ours(e->b, " like these left out)\n");
		}
		visit(e, c, c->visits[i]);
	}
	decided_text(e, c);
}

/* Nothing but the reason why it was not visited. */
static bool only_absent(const struct chapter *c)
{
	return c->absence != PRESENT && !c->n_visits && !c->n_happenings;
}

static bool absent_alike(const struct chapter *a, const struct chapter *b)
{
	return only_absent(a) && only_absent(b) && a->absence == b->absence &&
		str_eq(a->details, b->details);
}

static void chapters(struct explanation *e)
{
	const struct explained *of = e->u->of;
	bool joined = false;

	for (int i = 0; i < of->n_chapters; i++) {
		const struct chapter *c = &of->chapters[i];

		if (tells_absence(e, c))
			text_ours(e->b, joined ? ", " : "  ");
		joined = i + 1 < of->n_chapters && absent_alike(c, c + 1);
		if (joined) {
			text_addf(e->b, "%s", c->action);
			continue;
		}
		if (tells_absence(e, c))
			absent(e, c);
		chapter(e, c);
	}
}

/* The first line goes on behind the reason, the others stand below. */
static void message(struct explanation *e, struct str text)
{
	const char *end = str_find(text, LINE_MARK);
	size_t first = end ? (size_t)(end - text.p) : text.n;

	text_addf(e->b, " " STR_FMT "\n", STR_ARG(((struct str){text.p, first})));
	text_add_lines(e->b, "      ", (struct str){text.p + first, text.n - first}, LINE_MARK);
}

static void reasons(struct explanation *e, const struct job *j)
{
	struct pending_reason *all;
	int n = pending_reasons(e->s, j, &all);

	for (int i = 0; i < n; i++) {
		text_addf(e->b, "    " STR_FMT ":", STR_ARG(all[i].reason));
		message(e, all[i].message);
	}
	free(all);
}

static void state(struct explanation *e)
{
	const struct job *j = e->u->of->job;
	const struct task *t = e->u->task;
	const char *before = " ";

	text_ours(e->b, "  in the end:");
	if (t) {
		text_addf(e->b, " %s", pod_status_name(t->status));
		if (t->node_name.n)
			text_addf(e->b, " on " STR_FMT, STR_ARG(t->node_name));
		text_ours(e->b, "\n");
		return;
	}
	for (int i = 0; i < POD_STATUSES; i++)
		if (j->counts[i]) {
			text_addf(e->b, "%s", before);
			before = ", ";
			text_add_number(e->b, j->counts[i]);
			text_addf(e->b, " %s", pod_status_name((enum pod_status)i));
		}
	text_ours(e->b, "\n");
	if (job_pending_pods(j))
		reasons(e, j);
}

static void minimum(struct explanation *e, const struct job *j)
{
	text_ours(e->b, ", minimum");
	for (int i = 0; i < j->n_pod_sets; i++) {
		text_ours(e->b, i ? ", " : " ");
		text_add_number(e->b, j->pod_sets[i]->min);
		if (j->n_pod_sets > 1)
			text_addf(e->b, " of " STR_FMT, STR_ARG(j->pod_sets[i]->name));
	}
	text_ours(e->b, "\n");
}

static void heading(struct explanation *e, struct events *ev)
{
	const struct job *j = e->u->of->job;
	const struct owner *owner = explain_owner(j->object);
	struct str queue = shown_key(ev, job_queue_label(j));

	if (e->u->task) {
		text_addf(e->b, "  pod of pod group " STR_FMT, STR_ARG(j->key));
	} else {
		text_ours(e->b, "  pod group of ");
		text_add_count(e->b, j->n_tasks, "pod");
	}
	if (owner)
		text_addf(e->b, ", of " STR_FMT " " STR_FMT, STR_ARG(owner->kind),
			STR_ARG(owner->name));
	text_addf(e->b, ", queue " STR_FMT ", priority %d%s", STR_ARG(queue), (int)j->priority,
		j->preemptible ? "" : ", not preemptible");
	minimum(e, j);
}

static void lone(struct explanation *e)
{
	const struct task *t = e->u->task;

	text_addf(e->b,
		"  a pod without pod group, %s%s" STR_FMT ": the scheduler does not place it\n",
		pod_status_name(t->status), t->node_name.n ? " on " : "", STR_ARG(t->node_name));
}

void explain_subject_text(struct events *ev, struct session *s, const struct subject *u)
{
	struct explanation e = {.b = &ev->page.explained, .s = s, .u = u};
	size_t from = e.b->made.len;

	if (u->of) {
		heading(&e, ev);
		order_collect(&e);
		order_shared(&e);
		chapters(&e);
		state(&e);
		order_free(&e);
	} else if (u->task) {
		lone(&e);
	}
	terminal_wrap(e.b, from, COLUMNS, 0);
}
