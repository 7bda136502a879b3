/* Tables with tabs. */
#include "common/jsonw.h"
#include "report.h"

static void cell(struct text *out, struct str foreign)
{
	text_ours(out, "\t");
	text_add(out, foreign);
}

static void number(struct text *out, double v)
{
	char buf[40];

	cell(out, (struct str){buf, jsonw_format_double(buf, v)});
}

/* In the units of JSON. */
static void resource(struct text *out, const struct queue *q, int r)
{
	const double allocated[] = {
		q->allocated.gpu, (double)q->allocated.cpu, (double)q->allocated.memory};
	const double requested[] = {
		q->requested.gpu, (double)q->requested.cpu, (double)q->requested.memory};

	number(out, q->share[SHARE_QUOTA][r]);
	number(out, q->share[SHARE_LIMIT][r]);
	number(out, q->share[SHARE_WEIGHT][r]);
	number(out, allocated[r]);
	number(out, requested[r]);
}

void report_tsv(struct text *out, const struct report *report)
{
	static const char *const names[] = {"gpu", "cpu", "memory"};
	const struct summary *s = report->s;
	uint32_t at = 0;
	unsigned depth;

	text_ours(out, "queue\tparent\tdepth");
	for (int r = 0; r < 3; r++)
		text_addf(out, "\t%s.quota\t%s.limit\t%s.weight\t%s.allocated\t%s.requested",
			names[r], names[r], names[r], names[r], names[r]);
	text_ours(out, "\n");
	while (queue_walk(s, &at, &depth)) {
		const struct queue *q = &s->queues[at - 1];

		text_add(out, names_text(&s->ids[KIND_QUEUES], at));
		cell(out, q->parent ? names_text(&s->refs, q->parent) : STR(""));
		number(out, depth);
		for (int r = 0; r < 3; r++)
			resource(out, q, r);
		text_ours(out, "\n");
	}
}

void faults_tsv(struct text *out, const struct summary *s)
{
	text_ours(out, "severity\tcode\tkind\tobject\tpath\ttext\n");
	for (size_t i = 0; i < s->faults.count; i++) {
		const struct fault *f = &s->faults.list[i];

		text_ours(out, severity_name(f->severity));
		cell(out, str_of(fault_code_name(f->code)));
		cell(out, str_of(f->kind == KIND_NONE ? "" : kind_key(f->kind)));
		cell(out, f->object);
		cell(out, f->path);
		cell(out, f->text);
		text_ours(out, "\n");
	}
}
