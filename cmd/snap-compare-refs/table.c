#include "table.h"
#include "common/output.h"

const char *const status_names[] = {
	[STATUS_PASS] = "pass", [STATUS_FAIL] = "fail", [STATUS_TIMEOUT] = "timeout"};

bool table_print(const struct rows *rows, enum format format, const char *path, struct error *e)
{
	struct strbuf json = {0};
	struct text text = {0};
	struct jsonw w = {.out = &json};

	struct output *out = output_open(path, e);
	if (!out)
		return false;
	if (format == FORMAT_JSON)
		for (size_t i = 0; i < rows->n; i++)
			table_json(&rows->all[i], &w);
	else
		table_lines(rows, format == FORMAT_TSV, output_fd(out), &text);
	struct str all = format == FORMAT_JSON ? strbuf_str(&json) : text_str(&text);
	bool ok = output_write(out, all.p, all.n, e);
	if (ok)
		ok = output_commit(out, e);
	else
		output_abort(out);
	strbuf_free(&json);
	text_free(&text);
	return ok;
}
