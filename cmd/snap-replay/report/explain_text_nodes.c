/* Which nodes refuse a pod, which accept it and with which score, and which were not looked at. */
#include "report/explain_text.h"

enum { REFUSALS_SHOWN = 8, BEST_SHOWN = 2, LOOKS_SHOWN = 1 };

static void parts(const struct explanation *e, const double *values)
{
	const char *before = " (";

	for (int i = 0; values && i < e->s->hooks.node_order.n; i++)
		if (values[i] != 0) {
			text_addf(e->b, "%s%s %.6g", before, e->s->hooks.node_order.items[i].plugin,
				values[i]);
			before = ", ";
		}
	if (before[0] == ',')
		text_ours(e->b, ")");
}

static bool refused_alike(const struct look *a, const struct look *b)
{
	bool same = a->n_refusals == b->n_refusals && a->nodes == b->nodes;

	for (int i = 0; same && i < a->n_refusals; i++)
		same = a->refusals[i].nodes == b->refusals[i].nodes &&
			a->refusals[i].plugin == b->refusals[i].plugin &&
			str_eq(a->refusals[i].reason, b->refusals[i].reason) &&
			a->refusals[i].gpus == b->refusals[i].gpus &&
			devices_alike(&a->refusals[i].devices, &b->refusals[i].devices);
	return same;
}

static void refusal(struct explanation *e, const struct refusal *r)
{
	text_ours(e->b, "      ");
	text_add_count(e->b, r->nodes, "node");
	text_ours(e->b, ": ");
	refusal_words(e->b, e->s, r);
	if (r->plugin)
		text_addf(e->b, " [%s]", r->plugin);
	if (r->nodes == 1)
		text_addf(e->b, ": " STR_FMT, STR_ARG(r->example->name));
	text_ours(e->b, "\n");
	if (r->zones.n)
		text_addf(e->b, "        " STR_FMT "\n", STR_ARG(r->zones));
	devices_text(e->b, &r->devices);
}

static void unlooked(struct explanation *e, const struct look *l)
{
	for (int i = 0; i < l->n_unlooked; i++) {
		text_ours(e->b, "      not looked at: ");
		text_add_count(e->b, l->unlooked[i].nodes, "node");
		text_addf(e->b, " %s\n", l->unlooked[i].why);
	}
}

static void refusals(struct explanation *e, const struct look *l, const struct look *above)
{
	long rest = 0;

	if (l->n_refusals && above && refused_alike(l, above)) {
		text_ours(e->b, "      other nodes: as above\n");
		return;
	}
	for (int i = 0; i < l->n_refusals; i++)
		if (i < shown_of(e, REFUSALS_SHOWN))
			refusal(e, &l->refusals[i]);
		else
			rest += l->refusals[i].nodes;
	if (rest) {
		text_ours(e->b, "      ");
		text_add_count(e->b, rest, "node");
		text_ours(e->b, ": other reasons\n");
	}
	unlooked(e, l);
}

static void other(struct explanation *e, const struct look *l, const struct score_group *g)
{
	bool runner_up = g == l->best && l->chosen;

	text_addf(e->b, "      %s " STR_FMT,
		runner_up ? "runner-up" : "also fits:", STR_ARG(g->example->name));
	if (g->nodes > 1) {
		text_ours(e->b, " and ");
		text_add_count(e->b, g->nodes - 1, "other");
	}
	text_addf(e->b, ", score %.6g", g->score);
	parts(e, g->parts);
	if (runner_up && g->score == l->chosen_score && g->example->index > l->chosen->index)
		text_ours(e->b, "; equal: the name decides");
	text_ours(e->b, "\n");
}

static void others(struct explanation *e, const struct look *l)
{
	int rest = l->fit - (l->chosen ? 1 : 0);

	for (int i = 0; i < l->n_best && i < shown_of(e, BEST_SHOWN); i++) {
		other(e, l, &l->best[i]);
		rest -= l->best[i].nodes;
	}
	if (rest <= 0)
		return;
	text_ours(e->b, "      ");
	text_add_number(e->b, rest);
	text_ours(e->b,
		rest == 1 ? " more node fits, with a lower score\n"
			  : " more nodes fit, with lower scores\n");
}

static void refused_before(struct explanation *e, const struct look *l)
{
	text_ours(e->b, "refused before any node was tried\n");
	text_add_lines(e->b, "      ", l->refused, LINE_MARK);
	if (in_full(e))
		unlooked(e, l);
}

static void look(struct explanation *e, const struct look *l, const struct look *above)
{
	text_addf(e->b, "    pod " STR_FMT ": ", STR_ARG(l->task->key));
	if (l->refused.n) {
		refused_before(e, l);
		return;
	}
	if (l->chosen) {
		text_addf(e->b, "%s " STR_FMT ", score %.6g",
			l->pipelined ? "waits for room on" : "takes", STR_ARG(l->chosen->name),
			l->chosen_score);
		parts(e, l->chosen_parts);
	} else {
		text_addf(e->b, "%s",
			l->fit ? "fits, but no shared GPU would do" : "no node takes it");
	}
	text_ours(e->b, "\n");
	if (l->better) {
		text_ours(e->b, "      ");
		text_add_count(e->b, l->better, "node");
		text_ours(e->b, " with a better score had no GPU for it\n");
	}
	others(e, l);
	refusals(e, l, above);
}

void looks_text(struct explanation *e, const struct visit *v)
{
	const struct task *only = e->u->task;
	const struct look *above = NULL;
	int shown = 0, left = 0;

	for (int pass = 0; pass < 2; pass++) /* the one that failed comes first */
		for (int i = 0; i < v->n_looks; i++) {
			const struct look *l = v->looks[i];
			bool failed = v->failed && l->task == v->failed;

			if (failed != (pass == 0) || (only && l->task != only && !failed))
				continue;
			if (shown == shown_of(e, LOOKS_SHOWN)) {
				left++;
				continue;
			}
			look(e, l, above);
			above = l;
			shown++;
		}
	if (!left)
		return;
	text_ours(e->b, "    and ");
	text_add_number(e->b, left);
	text_addf(e->b, " more pod%s that found a node\n", plural_s(left));
}
