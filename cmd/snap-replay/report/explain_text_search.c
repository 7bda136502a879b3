/* A search for room: its victims, what it tried, and why that failed. `indent` is in columns. */
#include "report/explain_text.h"

enum { FAILURES_SHOWN = 4 };

static void victims(struct explanation *e, const struct searched *q, size_t indent)
{
	text_pad(e->b, indent);
	text_ours(e->b, "victims: ");
	text_add_count(e->b, q->candidates, "pod group");
	if (q->lots) {
		text_ours(e->b, ", ");
		text_add_number(e->b, q->lots);
		text_ours(e->b, " of them by lot for each probe");
	}
	for (int i = 0; i < q->n_rejected; i++) {
		text_ours(e->b, i ? ", " : "; not: ");
		text_add_number(e->b, q->rejected[i].jobs);
		text_addf(e->b, " " STR_FMT, STR_ARG(q->rejected[i].text));
	}
	text_ours(e->b, "\n");
}

/* "12 scenarios proposed, 9 duplicates, 2 simulated" */
static void counts(struct explanation *e, const struct search_counts *c, size_t indent)
{
	static const char *const filters[FILTERS] = {"no node matches the affinity of a pod",
		"no topology domain holds its pods", "not enough GPUs, even without the victims"};

	text_add_count(e->b, c->proposed, "scenario");
	text_ours(e->b, " proposed, ");
	if (c->duplicates) {
		text_add_count(e->b, c->duplicates, "duplicate");
		text_ours(e->b, ", ");
	}
	text_add_number(e->b, c->simulated);
	text_ours(e->b, " simulated\n");
	for (int k = 0; k < FILTERS; k++)
		if (c->filtered[k]) {
			text_pad(e->b, indent + 2);
			text_add_number(e->b, c->filtered[k]);
			text_addf(e->b, " held back: %s\n", filters[k]);
		}
}

static void failures(struct explanation *e, const struct searched *q, size_t indent, int shown)
{
	for (int i = 0; i < q->n_failures && i < shown; i++) {
		text_pad(e->b, indent);
		text_add_count(e->b, q->failures[i].scenarios,
			q->failures[i].probes ? "probe" : "scenario");
		text_ours(e->b, ": ");
		failure_words(e->b, &q->failures[i]);
		text_ours(e->b, "\n");
	}
	if (q->n_failures <= shown)
		return;
	text_pad(e->b, indent);
	text_ours(e->b, "and ");
	text_add_count(e->b, q->n_failures - shown, "rarer reason");
	text_ours(e->b, "\n");
}

static void tried(struct explanation *e, const struct searched *q, size_t indent, int shown)
{
	for (int i = 0; i < q->n_generators && in_full(e); i++) {
		text_pad(e->b, indent);
		text_addf(e->b, "%s: ", q->generators[i].name);
		counts(e, &q->generators[i].counts, indent);
	}
	if (!in_full(e)) {
		text_pad(e->b, indent);
		counts(e, &q->counts, indent);
	}
	failures(e, q, indent + 2, shown);
}

void search_text(struct explanation *e, const struct searched *q)
{
	victims(e, q, 4);
	if (q->candidates || in_full(e))
		tried(e, q, 4, shown_of(e, FAILURES_SHOWN));
}

void like_text(struct explanation *e, const struct like *like)
{
	const struct visit *v = like->visit;

	text_addf(e->b, "    like " STR_FMT ", which is no harder to place and failed%s\n",
		STR_ARG(like->job->key), v ? ":" : "");
	if (!v)
		return;
	text_add_lines(e->b, "      ", v->text, LINE_MARK);
	if (!v->search)
		return;
	if (in_full(e) || !v->search->candidates)
		victims(e, v->search, 6);
	if (in_full(e) || v->search->candidates)
		tried(e, v->search, 6, shown_of(e, 1));
}
