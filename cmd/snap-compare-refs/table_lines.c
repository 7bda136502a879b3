/* The table for people and as tsv. Its first columns are those of the original's compare script. */
#include <stdlib.h>
#include "common/actions.h"
#include "common/mem.h"
#include "common/terminal.h"
#include "table.h"

enum { TEXT_HASH = 12, MAX_COLUMNS = 64 };

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

static void gather_actions(const struct rows *t, struct actions *a)
{
	for (int k = 0; k < ACTION_COUNT; k++)
		for (size_t i = 0; i < t->n; i++)
			if (time_of(&t->all[i], action_names[k]) && !has_action(a, action_names[k]))
				a->names[a->n++] = action_names[k];
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->all[i].n_times && a->n < MAX_COLUMNS; k++)
			if (!has_action(a, t->all[i].times[k].action))
				a->names[a->n++] = t->all[i].times[k].action;
}

/* Cells of one line, texts owned by the struct. */
struct line {
	struct text cells[MAX_COLUMNS + 16];
	enum colour colours[MAX_COLUMNS + 16]; /* COLOUR_TITLE: none */
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

/* In the order of the original's compare script; for people what they ask first comes first, and
 * what a narrow terminal cuts off comes last. "*" stands for the actions. */
static const char *const columns[] = {"ref", "status", "log", "commit", "total_ms", "*", "binds",
	"evictions", "pending", "decisions", "differs"};
static const char *const columns_for_people[] = {"ref", "status", "differs", "binds", "evictions",
	"pending", "decisions", "total_ms", "*", "commit", "log"};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void put_head(const struct rows *t, const struct actions *a, bool people, struct line *l)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		const char *name = people ? columns_for_people[c] : columns[c];

		if (*name != '*')
			cell(l, name);
		for (size_t i = 0; *name == '*' && i < a->n; i++)
			cell(l, a->names[i]);
	}
	if (t->several)
		cell(l, "snapshot");
}

static void coloured_cell(struct line *l, const char *text, enum colour colour)
{
	l->colours[l->n] = colour;
	cell(l, text);
}

static void put_times(const struct actions *a, const struct row *row, struct line *l)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct action_time *time = time_of(row, a->names[i]);

		number_cell(l, time ? time->ms : UNKNOWN);
	}
}

static void put_cell(const char *column, const struct row *row, bool people, struct line *l)
{
	static const enum colour colours[] = {[STATUS_PASS] = COLOUR_GOOD,
		[STATUS_FAIL] = COLOUR_BAD,
		[STATUS_TIMEOUT] = COLOUR_DOUBT};
	static const char *const differs[] = {
		[DIFFERS_UNKNOWN] = "-", [DIFFERS_NO] = "no", [DIFFERS_YES] = "yes"};

	if (strcmp(column, "ref") == 0)
		cell(l, row->ref->name);
	else if (strcmp(column, "status") == 0)
		coloured_cell(l, status_names[row->status], colours[row->status]);
	else if (strcmp(column, "log") == 0)
		cell(l, row->log.s);
	else if (strcmp(column, "commit") == 0)
		cell(l, row->ref->commit);
	else if (strcmp(column, "total_ms") == 0)
		number_cell(l, row->total_ms);
	else if (strcmp(column, "binds") == 0)
		number_cell(l, row->binds);
	else if (strcmp(column, "evictions") == 0)
		number_cell(l, row->evictions);
	else if (strcmp(column, "pending") == 0)
		number_cell(l, row->pending);
	else if (strcmp(column, "decisions") == 0)
		cell(l, row->decisions);
	else
		coloured_cell(l, differs[row->differs],
			row->differs == DIFFERS_YES ? COLOUR_BAD : COLOUR_TITLE);
	if (people && (strcmp(column, "decisions") == 0 || strcmp(column, "commit") == 0))
		text_cut(&l->cells[l->n - 1], TEXT_HASH);
}

static void put_row(const struct rows *t, const struct actions *a, const struct row *row,
	bool people, struct line *l)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		const char *name = people ? columns_for_people[c] : columns[c];

		if (*name == '*')
			put_times(a, row, l);
		else
			put_cell(name, row, people, l);
	}
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

static void put_aligned(
	const struct line *l, const size_t *widths, bool title, bool colour, struct text *out)
{
	for (size_t i = 0; i < l->n; i++) {
		struct str shown = text_str(&l->cells[i]);
		bool on = colour && (title || l->colours[i] != COLOUR_TITLE);

		text_colour(out, l->colours[i], on);
		text_add(out, shown);
		text_colour_end(out, on);
		if (i + 1 < l->n)
			text_pad(out, widths[i] + 2 - text_width(shown));
	}
	text_ours(out, "\n");
}

void table_lines(const struct rows *t, bool tsv, int fd, struct text *out)
{
	struct actions a = {0};
	size_t widths[MAX_COLUMNS + 16] = {0};
	struct line *lines = xcalloc(t->n + 1, sizeof *lines);

	gather_actions(t, &a);
	put_head(t, &a, !tsv, &lines[0]);
	for (size_t i = 0; i < t->n; i++)
		put_row(t, &a, &t->all[i], !tsv, &lines[i + 1]);
	for (size_t i = 0; i <= t->n; i++)
		for (size_t k = 0; k < lines[i].n; k++)
			if (text_width(text_str(&lines[i].cells[k])) > widths[k])
				widths[k] = text_width(text_str(&lines[i].cells[k]));
	for (size_t i = 0; i <= t->n; i++) {
		if (tsv)
			put_tsv(&lines[i], out);
		else
			put_aligned(&lines[i], widths, i == 0, msg_colour(fd), out);
		line_free(&lines[i]);
	}
	free(lines);
	terminal_cut(out, 0, tsv ? 0 : terminal_columns(fd));
}
