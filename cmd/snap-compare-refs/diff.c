#include "diff.h"
#include "common/output.h"
#include "common/text.h"
#include "common/outcome_pods.h"

static void add_cell(struct text *out, struct str text, const char *end)
{
	text_add(out, text.n ? text : STR("-"));
	text_ours(out, end);
}

static bool print_row(
	const struct row *first, const struct row *row, struct output *out, struct error *e)
{
	struct outcome outcomes[2] = {{0}, {0}};
	struct pods pods = {0};
	struct text line = {0};
	bool ok = true;

	row_read_outcome(first, 0, &outcomes[0]);
	row_read_outcome(row, 0, &outcomes[1]);
	pods_compare(&pods, outcomes, 2);
	for (size_t i = 0; ok && i < pods.n; i++) {
		text_clear(&line);
		add_cell(&line, str_of(row->ref->name), "\t");
		add_cell(&line, pods.all[i].pod, "\t");
		add_cell(&line, pods.all[i].texts[0], "\t");
		add_cell(&line, pods.all[i].texts[1], "\t");
		add_cell(&line, str_of(row->snapshot), "\n");
		ok = output_write(out, text_str(&line).p, text_str(&line).n, e);
	}
	text_free(&line);
	pods_free(&pods);
	outcome_free(&outcomes[0]);
	outcome_free(&outcomes[1]);
	return ok;
}

bool diff_print(const struct rows *rows, struct error *e)
{
	static const char head[] = "ref\tpod\tfirst\tthis\tsnapshot\n";
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/diff.tsv", rows->dir);
	struct output *out = output_open(path.s, e);
	bool ok = out && output_write(out, head, sizeof head - 1, e);
	for (const struct row *row = rows->all; ok && row < rows->all + rows->n; row++)
		if (row->differs == DIFFERS_YES)
			ok = print_row(rows_first(rows, row), row, out, e);
	if (ok)
		ok = output_commit(out, e);
	else if (out)
		output_abort(out);
	strbuf_free(&path);
	return ok;
}
