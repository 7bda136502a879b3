#include "collect.h"
#include <stdlib.h>
#include "diff.h"
#include "places.h"
#include "plan.h"
#include "plan_key.h"
#include "result.h"
#include "table.h"

/* False: there is no result. */
static bool collect_row(struct row *row, struct mark *snapshot)
{
	struct strbuf why = {0};
	enum result_state state = result_take(row, snapshot, &why);

	if (state != RESULT_WHOLE) {
		strbuf_clear(&row->log);
		strbuf_addz(&row->why, "no result yet");
		if (state != RESULT_MISSING)
			strbuf_addf(&row->why, ": what is there is broken: %s", why.s);
	}
	strbuf_free(&why);
	return state == RESULT_WHOLE;
}

static void collect_rows(struct rows *rows, const struct plan *p)
{
	size_t there = 0, n = p->refs.n;

	for (size_t i = 0; i < p->n_snapshots; i++) {
		struct row *first = &rows->all[i * n];
		struct mark snapshot = {0};

		for (size_t k = 0; k < n; k++) {
			plan_join_keys(p->keys[k], p->snapshots[i], first[k].key);
			there += collect_row(&first[k], &snapshot);
		}
		for (size_t k = 0; k < n; k++) {
			row_settle(&first[k], first);
			/* They are of a difference. */
			if (first[k].differs != DIFFERS_YES)
				strbuf_clear(&first[k].switches);
		}
	}
	msg_note("%s: %zu of %zu results", rows->dir, there, rows->n);
}

static bool print(const struct rows *rows, const struct settings *s, struct error *e)
{
	const struct table_look look = {.format = s->format, .actions = s->actions, .top = s->top};
	struct strbuf summary = {0};

	strbuf_addf(&summary, "%s/summary.tsv", rows->dir);
	bool ok = table_print(rows, &(struct table_look){.format = FORMAT_TSV}, summary.s, e) &&
		diff_print(rows, e) && table_print(rows, &look, s->output, e);
	strbuf_free(&summary);
	return ok;
}

int collect_run(const struct settings *s)
{
	struct rows rows = {.dir = s->collect};
	struct plan plan = {0};
	struct error e = {0};
	bool ok = plan_read(s->collect, &plan, &e);

	if (ok) {
		rows_init(&rows, &plan.refs, plan.snapshots, plan.n_snapshots);
		collect_rows(&rows, &plan);
		ok = print(&rows, s, &e);
	}
	int status = ok ? rows_verdict(&rows) : msg_error(s->collect, &e);
	rows_free(&rows);
	plan_free(&plan);
	return status;
}
