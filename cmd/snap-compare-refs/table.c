#include "table.h"
#include "common/output.h"
#include "common/terminal.h"
#include "common/timefmt.h"

enum { USUAL_COLUMNS = 80 };

const char *const status_names[] = {[STATUS_UNFINISHED] = "unfinished",
	[STATUS_PASS] = "pass",
	[STATUS_FAIL] = "fail",
	[STATUS_TIMEOUT] = "timeout"};

void table_add_ms(struct strbuf *out, int64_t us)
{
	duration_format_ms(out, us * 1000);
}

void table_cut(struct text *t, size_t width)
{
	if (text_width(text_str(t)) <= width)
		return;
	text_cut(t, width ? width - 1 : 0);
	text_ours(t, "…");
}

static void print_text(
	const struct rows *rows, const struct table_look *look, int fd, struct text *out)
{
	size_t columns = terminal_columns(fd);

	table_text(rows, look, columns ? columns : USUAL_COLUMNS, msg_colour(fd), out);
	terminal_cut(out, 0, columns);
}

bool table_print(
	const struct rows *rows, const struct table_look *look, const char *path, struct error *e)
{
	struct strbuf json = {0};
	struct text text = {0};
	struct jsonw w = {.out = &json};

	struct output *out = output_open(path, e);
	if (!out)
		return false;
	if (look->format == FORMAT_JSON)
		for (size_t i = 0; i < rows->n; i++)
			table_json(&rows->all[i], rows->bisected, &w);
	else if (look->format == FORMAT_TSV)
		table_tsv(rows, &text);
	else
		print_text(rows, look, output_fd(out), &text);
	struct str all = look->format == FORMAT_JSON ? strbuf_str(&json) : text_str(&text);
	bool ok = output_finish(out, all, e);
	strbuf_free(&json);
	text_free(&text);
	return ok;
}
