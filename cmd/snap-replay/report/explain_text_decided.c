/* Committed decisions of a chapter: whose pods were evicted and on whose behalf, and what pods that
 * were pipelined wait for. */
#include "report/explain_text.h"

enum { PODS_SHOWN = 6, HAPPENINGS_SHOWN = 4 };

static void pipelined(struct explanation *e, const struct happening *h)
{
	int shown = shown_of(e, PODS_SHOWN);

	text_addf(e->b, "    " STR_FMT " is to run on " STR_FMT, STR_ARG(h->task->key),
		STR_ARG(h->node));
	for (int i = 0; i < h->n_pods && i < shown; i++)
		text_addf(e->b, "%s" STR_FMT,
			i ? ", " : " when these are gone: ", STR_ARG(h->pods[i]));
	if (h->n_pods > shown) {
		text_ours(e->b, " and ");
		text_add_count(e->b, h->n_pods - shown, "other pod");
	}
	text_ours(e->b, "\n");
}

static void evicted(struct explanation *e, const struct happening *h)
{
	text_addf(e->b, "    " STR_FMT " is evicted from " STR_FMT, STR_ARG(h->task->key),
		STR_ARG(h->node));
	if (h->preemptor)
		text_addf(e->b, " on behalf of " STR_FMT, STR_ARG(h->preemptor->key));
	if (h->rule.n)
		text_addf(e->b, ": " STR_FMT, STR_ARG(h->rule));
	text_ours(e->b, "\n");
	if (h->rule.n && h->compared && h->from.queue != h->to.queue) {
		text_ours(e->b, "      ");
		standings_words(e->b, h);
		text_ours(e->b, "\n");
	}
}

/* Evictions with the same reason. */
static bool alike(const struct happening *a, const struct happening *b)
{
	return a->preemptor == b->preemptor && a->kind == DECISION_EVICT &&
		b->kind == DECISION_EVICT && str_eq(a->rule, b->rule);
}

static bool concerns(const struct explanation *e, const struct happening *h)
{
	return !e->u->task || h->task == e->u->task;
}

/* The evictions from h on that are like h; returns how many decisions that makes, with h. */
static int as_well(struct explanation *e, const struct happening *h, const struct happening *end)
{
	int shown = shown_of(e, PODS_SHOWN), n = 1;

	while (h + n < end && !in_full(e) && concerns(e, h + n) && alike(h, h + n)) {
		if (n <= shown)
			text_addf(e->b, "%s" STR_FMT " (" STR_FMT ")",
				n == 1 ? "      likewise: " : ", ", STR_ARG(h[n].task->key),
				STR_ARG(h[n].node));
		n++;
	}
	if (n - 1 > shown) {
		text_ours(e->b, " and ");
		text_add_count(e->b, n - 1 - shown, "other pod");
	}
	if (n > 1)
		text_ours(e->b, "\n");
	return n;
}

void decided_text(struct explanation *e, const struct chapter *c)
{
	const struct happening *end;
	int shown = 0, left = 0;

	if (!c->n_happenings)
		return;
	end = c->happenings + c->n_happenings;
	for (const struct happening *h = c->happenings; h < end;) {
		if (!concerns(e, h)) {
			h++;
		} else if (shown == shown_of(e, HAPPENINGS_SHOWN)) {
			left++;
			h++;
		} else if (h->kind != DECISION_EVICT) {
			pipelined(e, h++);
			shown++;
		} else {
			evicted(e, h);
			h += as_well(e, h, end);
			shown++;
		}
	}
	if (!left)
		return;
	text_ours(e->b, "    and ");
	text_add_number(e->b, left);
	text_addf(e->b, " more such decision%s\n", plural_s(left));
}
