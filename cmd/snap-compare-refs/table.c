/* The table. Its first columns are those of the original's compare script. */
#include <stdlib.h>
#include "common/actions.h"
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/output.h"
#include "common/text.h"
#include "compare.h"

enum { TEXT_HASH = 12, MAX_COLUMNS = 64 };

static const char *const status_names[] = {
	[STATUS_PASS] = "pass", [STATUS_FAIL] = "fail", [STATUS_TIMEOUT] = "timeout"};

/* The actions of all rows, the five known ones in the scheduler's order. */
struct actions {
	const char *names[MAX_COLUMNS];
	size_t n;
};

static bool has_action(const struct actions *a, const char *name)
{
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->names[i], name) == 0)
			return true;
	return false;
}

static const struct action_time *time_of(const struct row *row, const char *action)
{
	for (size_t i = 0; i < row->n_times; i++)
		if (strcmp(row->times[i].action, action) == 0)
			return &row->times[i];
	return NULL;
}

static void gather_actions(const struct table *t, struct actions *a)
{
	for (int k = 0; k < ACTION_COUNT; k++)
		for (size_t i = 0; i < t->n; i++)
			if (time_of(&t->rows[i], action_names[k]) &&
				!has_action(a, action_names[k]))
				a->names[a->n++] = action_names[k];
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->rows[i].n_times && a->n < MAX_COLUMNS; k++)
			if (!has_action(a, t->rows[i].times[k].action))
				a->names[a->n++] = t->rows[i].times[k].action;
}

/* Cells of one line, texts owned by the struct. */
struct line {
	struct text cells[MAX_COLUMNS + 16];
	size_t n;
};

/* Writes a cell without tabs and newlines; an empty cell is "-". */
static void cell(struct line *l, const char *text)
{
	text_add(&l->cells[l->n++], str_of(text && *text ? text : "-"));
}

static void number_cell(struct line *l, int64_t n)
{
	if (n == UNKNOWN)
		cell(l, NULL);
	else
		text_addf(&l->cells[l->n++], "%lld", (long long)n);
}

static void line_free(struct line *l)
{
	for (size_t i = 0; i < l->n; i++)
		text_free(&l->cells[i]);
	l->n = 0;
}

static void head(const struct table *t, const struct actions *a, struct line *l)
{
	static const char *const first[] = {"ref", "status", "log", "commit", "total_ms"};
	static const char *const last[] = {"binds", "evictions", "pending", "decisions", "differs"};

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		cell(l, first[i]);
	for (size_t i = 0; i < a->n; i++)
		cell(l, a->names[i]);
	for (size_t i = 0; i < sizeof last / sizeof *last; i++)
		cell(l, last[i]);
	if (t->several)
		cell(l, "snapshot");
}

static void body(const struct table *t, const struct actions *a, const struct row *row,
	bool short_hash, struct line *l)
{
	static const char *const differs[] = {
		[DIFFERS_UNKNOWN] = "-", [DIFFERS_NO] = "no", [DIFFERS_YES] = "yes"};

	cell(l, row->ref->name);
	cell(l, status_names[row->status]);
	cell(l, row->log.s);
	cell(l, row->ref->commit);
	number_cell(l, row->total_ms);
	for (size_t i = 0; i < a->n; i++) {
		const struct action_time *time = time_of(row, a->names[i]);

		number_cell(l, time ? time->ms : UNKNOWN);
	}
	number_cell(l, row->binds);
	number_cell(l, row->evictions);
	number_cell(l, row->pending);
	cell(l, row->decisions);
	if (short_hash)
		text_cut(&l->cells[l->n - 1], TEXT_HASH);
	cell(l, differs[row->differs]);
	if (t->several)
		cell(l, row->snapshot);
}

static void put_tsv(const struct line *l, struct text *out)
{
	for (size_t i = 0; i < l->n; i++) {
		text_add(out, text_str(&l->cells[i]));
		text_ours(out, i + 1 < l->n ? "\t" : "\n");
	}
}

static void put_aligned(const struct line *l, const size_t *widths, struct text *out)
{
	for (size_t i = 0; i < l->n; i++) {
		struct str shown = text_str(&l->cells[i]);

		text_add(out, shown);
		if (i + 1 < l->n)
			text_pad(out, widths[i] + 2 - text_width(shown));
	}
	text_ours(out, "\n");
}

static void print_lines(const struct table *t, bool tsv, struct text *out)
{
	struct actions a = {0};
	size_t widths[MAX_COLUMNS + 16] = {0};
	struct line *lines = xcalloc(t->n + 1, sizeof *lines);

	gather_actions(t, &a);
	head(t, &a, &lines[0]);
	for (size_t i = 0; i < t->n; i++)
		body(t, &a, &t->rows[i], !tsv, &lines[i + 1]);
	for (size_t i = 0; i <= t->n; i++)
		for (size_t k = 0; k < lines[i].n; k++)
			if (text_width(text_str(&lines[i].cells[k])) > widths[k])
				widths[k] = text_width(text_str(&lines[i].cells[k]));
	for (size_t i = 0; i <= t->n; i++) {
		if (tsv)
			put_tsv(&lines[i], out);
		else
			put_aligned(&lines[i], widths, out);
		line_free(&lines[i]);
	}
	free(lines);
}

static void member(struct jsonw *w, const char *key, const char *value)
{
	jsonw_key(w, key);
	if (value && *value)
		jsonw_strz(w, value);
	else
		jsonw_null(w);
}

static void number_member(struct jsonw *w, const char *key, int64_t n)
{
	jsonw_key(w, key);
	if (n == UNKNOWN)
		jsonw_null(w);
	else
		jsonw_int(w, n);
}

static void print_json(const struct row *row, struct jsonw *w)
{
	w->comma = false;
	jsonw_begin(w, '{');
	member(w, "ref", row->ref->name);
	member(w, "status", status_names[row->status]);
	member(w, "log", row->log.s);
	member(w, "commit", row->ref->commit);
	number_member(w, "total_ms", row->total_ms);
	jsonw_key(w, "actions");
	jsonw_begin(w, '{');
	for (size_t i = 0; i < row->n_times; i++)
		number_member(w, row->times[i].action, row->times[i].ms);
	jsonw_end(w, '}');
	number_member(w, "binds", row->binds);
	number_member(w, "evictions", row->evictions);
	number_member(w, "pending", row->pending);
	member(w, "decisions", row->decisions);
	jsonw_key(w, "differs");
	if (row->differs == DIFFERS_UNKNOWN)
		jsonw_null(w);
	else
		jsonw_bool(w, row->differs == DIFFERS_YES);
	member(w, "snapshot", row->snapshot);
	jsonw_end(w, '}');
	jsonw_newline(w);
}

bool table_print(const struct table *t, enum format format, const char *path, struct error *e)
{
	struct strbuf json = {0};
	struct text text = {0};
	struct jsonw w = {.out = &json};

	if (format == FORMAT_JSON)
		for (size_t i = 0; i < t->n; i++)
			print_json(&t->rows[i], &w);
	else
		print_lines(t, format == FORMAT_TSV, &text);
	struct str all = format == FORMAT_JSON ? strbuf_str(&json) : text_str(&text);
	struct output *out = output_open(path, e);
	bool ok = out && output_write(out, all.p, all.n, e);
	if (ok)
		ok = output_commit(out, e);
	else if (out)
		output_abort(out);
	strbuf_free(&json);
	text_free(&text);
	return ok;
}
