/* The explanations as text: at most a screen for a pod group, whatever the size of the cluster. */
#include <limits.h>
#include <stdlib.h>

#include "report/explain_private.h"

enum {
	REFUSALS_SHOWN = 8,
	BEST_SHOWN = 3,
	LOOKS_SHOWN = 4,
	VISITS_SHOWN = 3,
	FAILURES_SHOWN = 8,
	PODS_SHOWN = 6,
	HAPPENINGS_SHOWN = 12
};

/* How many of a list are shown: all of them at --explain-depth full. */
static int most(const struct session *s, int usual)
{
	return explain_at(s)->depth == EXPLAIN_FULL ? INT_MAX : usual;
}

static void thousands(struct text *b, long n)
{
	if (n >= 1000) {
		thousands(b, n / 1000);
		text_addf(b, ",%03ld", n % 1000);
	} else {
		text_addf(b, "%ld", n);
	}
}

/* "1,842 nodes"; one is the singular. */
static void counted(struct text *b, long n, const char *one, const char *many)
{
	thousands(b, n);
	text_addf(b, " %s", n == 1 ? one : many);
}

/* ---- nodes ---- */

static void parts(struct text *b, const struct session *s, const double *values)
{
	const char *before = " (";

	for (int i = 0; values && i < s->hooks.node_order.n; i++)
		if (values[i] != 0) {
			text_addf(b, "%s%s %.6g", before, s->hooks.node_order.items[i].plugin,
				values[i]);
			before = ", ";
		}
	if (before[0] == ',')
		text_ours(b, ")");
}

static bool refused_alike(const struct look *a, const struct look *b)
{
	bool same = a->n_refusals == b->n_refusals && a->nodes == b->nodes;

	for (int i = 0; same && i < a->n_refusals; i++)
		same = a->refusals[i].nodes == b->refusals[i].nodes &&
			a->refusals[i].plugin == b->refusals[i].plugin &&
			str_eq(a->refusals[i].reason, b->refusals[i].reason) &&
			a->refusals[i].gpus == b->refusals[i].gpus;
	return same;
}

static void refusals(
	struct text *b, const struct session *s, const struct look *l, const struct look *above)
{
	long rest = 0;

	if (l->n_refusals && above && refused_alike(l, above)) {
		text_ours(b, "        other nodes: as above\n");
		return;
	}
	for (int i = 0; i < l->n_refusals; i++) {
		const struct refusal *r = &l->refusals[i];

		if (i >= most(s, REFUSALS_SHOWN)) {
			rest += r->nodes;
			continue;
		}
		text_ours(b, "        ");
		counted(b, r->nodes, "node", "nodes");
		text_ours(b, ": ");
		refusal_words(b, s, r);
		if (r->plugin)
			text_addf(b, " [%s]", r->plugin);
		if (r->nodes == 1)
			text_addf(b, ": " STR_FMT, STR_ARG(r->example->name));
		text_ours(b, "\n");
	}
	if (rest) {
		text_ours(b, "        ");
		counted(b, rest, "node", "nodes");
		text_ours(b, ": other reasons\n");
	}
}

static void others(struct text *b, const struct session *s, const struct look *l)
{
	int told = 0, first = l->chosen ? 1 : 0;

	for (int i = 0; i < l->n_best && i < most(s, BEST_SHOWN); i++) {
		const struct score_group *g = &l->best[i];

		text_addf(b, "        %s " STR_FMT,
			i == 0 && first ? "runner-up" : "also fits:", STR_ARG(g->example->name));
		if (g->nodes > 1) {
			text_ours(b, " and ");
			counted(b, g->nodes - 1, "other", "others");
		}
		text_addf(b, ", score %.6g", g->score);
		parts(b, s, g->parts);
		if (i == 0 && l->chosen && g->score == l->chosen_score &&
			g->example->index > l->chosen->index)
			text_ours(b, "; equal: the name decides");
		text_ours(b, "\n");
		told += g->nodes;
	}
	if (l->fit - first > told) {
		text_ours(b, "        ");
		counted(b, l->fit - first - told, "more node fits\n",
			"more nodes fit, with lower scores\n");
	}
}

static void look(
	struct text *b, const struct session *s, const struct look *l, const struct look *above)
{
	text_addf(b, "      pod " STR_FMT ": ", STR_ARG(l->task->key));
	if (l->refused.n) {
		text_ours(b, "refused before any node was asked\n");
		text_add_lines(b, "        ", l->refused, LINE_MARK);
		return;
	}
	if (l->chosen) {
		text_addf(b, "%s " STR_FMT ", score %.6g",
			l->pipelined ? "waits for room on" : "takes", STR_ARG(l->chosen->name),
			l->chosen_score);
		parts(b, s, l->chosen_parts);
	} else {
		text_addf(
			b, "%s", l->fit ? "fits, but no shared GPU would do" : "no node takes it");
	}
	text_ours(b, "\n");
	if (l->better) {
		text_ours(b, "        ");
		counted(b, l->better, "node", "nodes");
		text_ours(b, " with a better score had no GPU for it\n");
	}
	others(b, s, l);
	refusals(b, s, l, above);
}

/* The pods of the last attempt: the one asked for, or the first that failed and the first ones. */
static void looks(
	struct text *b, const struct session *s, const struct visit *v, const struct task *only)
{
	const struct look *above = NULL;
	int shown = 0, left = 0;

	for (int pass = 0; pass < 2; pass++) /* the one that failed comes first */
		for (int i = 0; i < v->n_looks; i++) {
			const struct look *l = v->looks[i];

			bool failed = v->failed && l->task == v->failed;

			if (failed != (pass == 0) || (only && l->task != only && !failed))
				continue;
			if (shown == most(s, LOOKS_SHOWN) ||
				(v->failed && pass == 1 && shown == most(s, 2))) {
				left++;
				continue;
			}
			look(b, s, l, above);
			above = l;
			shown++;
		}
	if (left)
		text_addf(b, "      and %d more pods that found a node\n", left);
}

/* ---- order ---- */

static void order(struct text *b, const struct visit *v, const struct job *job)
{
	if (v->before.known) {
		text_addf(b, "      behind " STR_FMT " ", STR_ARG(v->before.first->key));
		comparison_words(b, &v->before);
		if (v->before.second != job)
			text_addf(b, ", where " STR_FMT " was first in line",
				STR_ARG(v->before.second->key));
		text_ours(b, "\n");
	}
	if (v->after.known) {
		text_addf(b, "      before " STR_FMT " ", STR_ARG(v->after.second->key));
		comparison_words(b, &v->after);
		text_ours(b, "\n");
	}
}

/* ---- search ---- */

static void searched(struct text *b, const struct session *s, const struct searched *q)
{
	static const char *const filters[FILTERS] = {"no node matches the affinity of a pod",
		"no topology domain holds its pods", "not enough GPUs, even without the victims"};

	text_ours(b, "      victims: ");
	counted(b, q->candidates, "pod group", "pod groups");
	if (q->lots)
		text_addf(b, ", %lld of them by lot for each probe", (long long)q->lots);
	for (int i = 0; i < q->n_rejected; i++) {
		text_addf(b, "%s", i ? ", " : "; not: ");
		thousands(b, q->rejected[i].jobs);
		text_addf(b, " " STR_FMT, STR_ARG(q->rejected[i].text));
	}
	text_ours(b, "\n");
	for (int i = 0; i < q->n_generators; i++) {
		const struct search_counts *c = &q->generators[i].counts;

		text_addf(b, "      %s: ", q->generators[i].name);
		counted(b, c->proposed, "scenario", "scenarios");
		text_addf(b, " proposed, %ld duplicates, %ld simulated\n", c->duplicates,
			c->simulated);
		for (int k = 0; k < FILTERS; k++)
			if (c->filtered[k])
				text_addf(b, "        %ld held back: %s\n", c->filtered[k],
					filters[k]);
	}
	for (int i = 0; i < q->n_failures && i < most(s, FAILURES_SHOWN); i++) {
		text_ours(b, "        ");
		counted(b, q->failures[i].scenarios, q->failures[i].probes ? "probe" : "scenario",
			q->failures[i].probes ? "probes" : "scenarios");
		text_ours(b, ": ");
		failure_words(b, &q->failures[i]);
		text_ours(b, "\n");
	}
	if (q->n_failures > most(s, FAILURES_SHOWN))
		text_addf(b, "        and %d rarer reasons\n", q->n_failures - FAILURES_SHOWN);
}

/* ---- chapters ---- */

static void visit(struct text *b, const struct session *s, const struct chapter *c,
	const struct visit *v, const struct subject *u)
{
	text_addf(b, "    visited as number %d (%d pod groups waited at the start): %s\n",
		v->number, c->waiting, v->outcome ? v->outcome : "no answer");
	order(b, v, u->of->job);
	text_add_lines(b, "      ", v->text, LINE_MARK);
	if (v->search)
		searched(b, s, v->search);
	if (v->failed && v->pods > 1 && !v->search)
		text_addf(b,
			"      %d of %d pods found a node; " STR_FMT " is the first that did not\n",
			v->placed, v->pods, STR_ARG(v->failed->key));
	looks(b, s, v, u->task);
}

static void pods(struct text *b, const struct str *keys, int n, int shown)
{
	for (int i = 0; i < n && i < shown; i++)
		text_addf(b, "%s" STR_FMT, i ? ", " : "", STR_ARG(keys[i]));
	if (n > shown)
		text_addf(b, " and %d more", n - shown);
}

static void happening(struct text *b, const struct session *s, const struct happening *h)
{
	if (!strcmp(h->kind, "pipeline")) {
		text_addf(b, "    " STR_FMT " is to run on " STR_FMT, STR_ARG(h->task->key),
			STR_ARG(h->node));
		if (h->n_pods) {
			text_ours(b, " when these are gone: ");
			pods(b, h->pods, h->n_pods, most(s, PODS_SHOWN));
		}
		text_ours(b, "\n");
		return;
	}
	text_addf(b, "    " STR_FMT " is evicted from " STR_FMT, STR_ARG(h->task->key),
		STR_ARG(h->node));
	if (h->preemptor)
		text_addf(b, " on behalf of " STR_FMT, STR_ARG(h->preemptor->key));
	if (h->rule.n)
		text_addf(b, ": " STR_FMT, STR_ARG(h->rule));
	text_ours(b, "\n");
	if (h->compared && h->from.queue != h->to.queue) {
		text_ours(b, "      ");
		standings_words(b, h);
		text_ours(b, "\n");
	}
}

static void happenings(
	struct text *b, const struct session *s, const struct chapter *c, const struct task *only)
{
	int shown = 0;

	for (int i = 0; i < c->n_happenings; i++) {
		if (only && c->happenings[i].task != only)
			continue;
		if (shown++ < most(s, HAPPENINGS_SHOWN))
			happening(b, s, &c->happenings[i]);
	}
	if (shown > most(s, HAPPENINGS_SHOWN))
		text_addf(b, "    and %d more such decisions\n", shown - HAPPENINGS_SHOWN);
}

/* Nothing but the reason why it was not visited. */
static bool only_absent(const struct chapter *c)
{
	return c->stays_out.n && !c->n_visits && !c->n_happenings;
}

static void chapter(
	struct text *b, const struct session *s, const struct chapter *c, const struct subject *u)
{
	int skipped = 0;

	text_addf(b, "%s\n", c->action);
	if (c->stays_out.n)
		text_addf(b, "    not visited: " STR_FMT "\n", STR_ARG(c->stays_out));
	for (int i = 0; i < c->n_visits; i++) {
		if (i >= most(s, VISITS_SHOWN) && i < c->n_visits - 1) {
			skipped++;
			continue;
		}
		if (skipped)
			text_addf(b, "    (%d visits like these left out)\n", skipped);
		visit(b, s, c, c->visits[i], u);
	}
	if (!c->n_visits && !c->stays_out.n && !c->n_happenings)
		text_ours(b, "    not reached: the action ended before its turn\n");
	happenings(b, s, c, u->task);
}

static void state(struct text *b, struct session *s, const struct subject *u)
{
	const struct job *j = u->of->job;
	struct pending_reason *reasons;
	int n;

	if (u->task) {
		text_addf(b, "  in the end: %s", pod_status_name(u->task->status));
		if (u->task->node_name.n)
			text_addf(b, " on " STR_FMT, STR_ARG(u->task->node_name));
		text_ours(b, "\n");
		return;
	}
	text_ours(b, "  in the end:");
	for (int i = 0; i < POD_STATUSES; i++)
		if (j->counts[i])
			text_addf(b, " %d %s", j->counts[i], pod_status_name((enum pod_status)i));
	text_ours(b, "\n");
	if (!job_pending_pods(j))
		return;
	n = pending_reasons(s, j, &reasons);
	for (int i = 0; i < n; i++) {
		text_addf(b, "    " STR_FMT "\n", STR_ARG(reasons[i].reason));
		text_add_lines(b, "      ", reasons[i].message, LINE_MARK);
	}
	free(reasons);
}

static void heading(struct events *ev, const struct subject *u)
{
	const struct job *j = u->of ? u->of->job : NULL;
	struct str queue;
	struct text *b = &ev->page.explained;

	if (u->outside)
		return;
	if (!j) {
		text_addf(b,
			"  a pod without pod group, %s%s" STR_FMT
			": the scheduler does not place it\n",
			pod_status_name(u->task->status), u->task->node_name.n ? " on " : "",
			STR_ARG(u->task->node_name));
		return;
	}
	if (u->task)
		text_addf(b, "  pod of pod group " STR_FMT, STR_ARG(j->key));
	else
		text_addf(b, "  pod group of %d pods", j->n_tasks);
	queue = shown_key(ev, j->queue ? j->queue->display_name : j->object->queue);
	text_addf(b, ", queue " STR_FMT ", priority %d%s, minimum", STR_ARG(queue),
		(int)j->priority, j->preemptible ? "" : ", not preemptible");
	for (int i = 0; i < j->n_pod_sets; i++) {
		text_addf(b, "%s %d", i ? "," : "", j->pod_sets[i]->min);
		if (j->n_pod_sets > 1)
			text_addf(b, " of " STR_FMT, STR_ARG(j->pod_sets[i]->name));
	}
	text_ours(b, "\n");
}

void explain_subject_text(struct events *ev, struct session *s, const struct subject *u)
{
	bool joined = false;

	heading(ev, u);
	for (int i = 0; u->of && i < u->of->n_chapters; i++) {
		const struct chapter *c = &u->of->chapters[i], *next = c + 1;

		text_ours(&ev->page.explained, joined ? ", " : "  ");
		joined = i + 1 < u->of->n_chapters && only_absent(c) && only_absent(next) &&
			str_eq(c->stays_out, next->stays_out);
		if (joined)
			text_addf(&ev->page.explained, "%s", c->action);
		else
			chapter(&ev->page.explained, s, c, u);
	}
	if (u->of)
		state(&ev->page.explained, s, u);
}
