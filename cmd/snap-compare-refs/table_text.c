/* The table for people: a line for each ref, in 80 columns where the names of the refs allow that,
 * and below it what there is to say. */
#include <stdlib.h>
#include <string.h>
#include "common/mem.h"
#include "common/terminal.h"
#include "table.h"

enum { REF, RESULT, BINDS, EVICTIONS, PENDING, MS, COMMIT, LOG, COLUMNS };
enum { GAP = 2, SHORT_COMMIT = 8, LEAST_NAME = 12, INDENT = 2 };

static const char *const heads[] = {
	"ref", "result", "binds", "evictions", "pending", "ms", "commit", "log"};

struct line {
	struct text cells[COLUMNS];
	enum colour colour; /* of the result; COLOUR_TITLE: none */
};

static bool is_number(int column)
{
	return column >= BINDS && column <= MS;
}

/* One word; COLOUR_TITLE: without a colour. */
static const char *result_of(const struct row *row, enum colour *colour)
{
	static const enum colour colours[] = {[STATUS_UNFINISHED] = COLOUR_DOUBT,
		[STATUS_PASS] = COLOUR_GOOD,
		[STATUS_FAIL] = COLOUR_BAD,
		[STATUS_TIMEOUT] = COLOUR_DOUBT};

	*colour = colours[row->status];
	if (row->status != STATUS_PASS)
		return status_names[row->status];
	if (row->differs == DIFFERS_YES) {
		*colour = COLOUR_BAD;
		return "differs";
	}
	if (row->outcomes > 1) {
		*colour = COLOUR_DOUBT;
		return "unstable";
	}
	return row->differs == DIFFERS_NO ? "agrees" : status_names[row->status];
}

static void add_number(struct text *cell, int64_t n)
{
	if (n == UNKNOWN)
		text_ours(cell, "-");
	else
		text_addf(cell, "%lld", (long long)n);
}

static void add_ms(struct text *cell, int64_t us)
{
	if (us == UNKNOWN)
		text_ours(cell, "-");
	else
		text_addf(cell, "%.1f", (double)us / 1000);
}

static void set_line(struct line *l, const struct row *row)
{
	const char *log = row->log.len ? row->log.s : "-", *slash = strrchr(log, '/');

	text_add(&l->cells[REF], str_of(row->ref->name));
	text_add(&l->cells[RESULT], str_of(result_of(row, &l->colour)));
	add_number(&l->cells[BINDS], row->middle.binds);
	add_number(&l->cells[EVICTIONS], row->middle.evictions);
	add_number(&l->cells[PENDING], row->middle.pending);
	add_ms(&l->cells[MS], row->middle.total_us);
	text_add(&l->cells[COMMIT], str_of(row->ref->commit[0] ? row->ref->commit : "-"));
	text_cut(&l->cells[COMMIT], SHORT_COMMIT);
	text_add(&l->cells[LOG], str_of(slash ? slash + 1 : log));
}

/* 0 for a column of which nothing is known. */
static size_t width_of(const struct line *lines, size_t n, int column)
{
	size_t most = 0;
	bool known = n < 2;

	for (size_t i = 0; i < n; i++) {
		struct str shown = text_str(&lines[i].cells[column]);
		size_t width = text_width(shown);

		most = width > most ? width : most;
		known = known || (i && !str_eq(shown, STR("-")));
	}
	return known ? most : 0;
}

/* The widths of the columns; names give way where the lines are too wide. */
static void set_widths(const struct line *lines, size_t n, size_t columns, size_t *widths)
{
	static const int names[] = {LOG, REF};
	size_t total = 0;

	for (int c = 0; c < COLUMNS; c++) {
		widths[c] = width_of(lines, n, c);
		total += widths[c] ? widths[c] + (c ? GAP : 0) : 0;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names && total > columns; i++) {
		size_t *width = &widths[names[i]],
		       room = *width > LEAST_NAME ? *width - LEAST_NAME : 0,
		       excess = total - columns, less = excess < room ? excess : room;

		*width -= less;
		total -= less;
	}
}

/* What else a line has to know of a column. */
struct place {
	size_t width; /* 0: the column is left out */
	bool number, last;
};

static void put_cell(
	struct text *cell, struct place place, enum colour colour, bool on, struct text *out)
{
	table_cut(cell, place.width);
	struct str shown = text_str(cell);
	size_t blanks = place.width - text_width(shown);
	text_pad(out, place.number ? blanks : 0);
	text_colour(out, colour, on);
	text_add_made(out, shown);
	text_colour_end(out, on);
	text_pad(out, place.number || place.last ? 0 : blanks);
}

static void put_line(
	struct line *l, const size_t *widths, bool title, bool colour, struct text *out)
{
	for (int c = 0; c < COLUMNS; c++) {
		bool coloured = title || (c == RESULT && l->colour != COLOUR_TITLE);

		if (widths[c]) {
			text_pad(out, c ? GAP : 0);
			put_cell(&l->cells[c], (struct place){widths[c], is_number(c), c == LOG},
				title ? COLOUR_TITLE : l->colour, colour && coloured, out);
		}
		text_free(&l->cells[c]);
	}
	text_ours(out, "\n");
}

static void put_outcomes(const struct row *row, struct text *out)
{
	if (row->outcomes > 1) {
		text_pad(out, INDENT);
		text_addf(out, "%zu outcomes in %zu runs%s%s", row->outcomes, row->n_runs,
			row->differs == DIFFERS_YES ? ", none of them the first ref's" : "",
			row->changes.len ? ": " : "");
	} else if (row->changes.len) {
		text_pad(out, INDENT);
	}
	text_add(out, strbuf_str(&row->changes));
	text_ours(out, row->outcomes > 1 || row->changes.len ? "\n" : "");
}

static void put_actions(const struct run *run, struct text *out)
{
	for (size_t i = 0; i < run->n_times; i++) {
		text_pad(out, i ? 0 : INDENT);
		text_addf(out, "%s%s ", i ? ", " : "", run->times[i].action);
		add_ms(out, run->times[i].us);
		text_ours(out, " ms");
	}
	text_ours(out, run->n_times ? "\n" : "");
}

/* What a line has no room for. */
static void put_details(const struct row *row, const struct row *first,
	const struct table_look *look, size_t columns, struct text *out)
{
	size_t from = text_str(out).n;

	if (row->ref->verdict) {
		text_addf(out, "  %s: ", row->ref->verdict);
		text_add(out, strbuf_str(&row->ref->subject));
		text_ours(out, "\n");
	}
	if (row->why.len) {
		text_pad(out, INDENT);
		text_add(out, strbuf_str(&row->why));
		text_ours(out, "\n");
	}
	put_outcomes(row, out);
	if (row->switches.len) {
		text_ours(out, "  decided by ");
		text_add(out, strbuf_str(&row->switches));
		text_ours(out, "\n");
	}
	if (row->slower > 0)
		text_addf(out,
			"  %.2f times slower than %s, beyond the noise of %zu and %zu runs\n",
			row->slower, first->ref->name, row->n_runs, first->n_runs);
	if (row->not_replayed.len) {
		text_ours(out, "  not replayed: ");
		text_add(out, strbuf_str(&row->not_replayed));
		text_ours(out, "\n");
	}
	if (look->actions)
		put_actions(&row->middle, out);
	terminal_wrap(out, from, columns, INDENT + INDENT);
}

static size_t rows_of_snapshot(const struct rows *rows, const struct row *first)
{
	const struct row *end = first;

	while (end < rows->all + rows->n && end->snapshot == first->snapshot)
		end++;
	return (size_t)(end - first);
}

void table_text(const struct rows *rows, const struct table_look *look, size_t columns, bool colour,
	struct text *out)
{
	struct line *lines = xcalloc(rows->n + 1, sizeof *lines);
	size_t widths[COLUMNS] = {0};

	for (int c = 0; c < COLUMNS; c++)
		text_add(&lines[0].cells[c], str_of(heads[c]));
	for (size_t i = 0; i < rows->n; i++)
		set_line(&lines[i + 1], &rows->all[i]);
	set_widths(lines, rows->n + 1, columns, widths);
	put_line(&lines[0], widths, true, colour, out);
	for (size_t i = 0, n; i < rows->n; i += n) {
		const struct row *first = &rows->all[i];

		n = rows_of_snapshot(rows, first);
		text_ours(out, rows->several && i ? "\n" : "");
		if (rows->several)
			text_addf(out, "%s:\n", first->snapshot);
		for (size_t k = 0; k < n; k++) {
			put_line(&lines[i + k + 1], widths, false, colour, out);
			put_details(&first[k], first, look, columns, out);
		}
		table_side_by_side(first, n, look, columns, colour, out);
	}
	if (look->answer && text_str(look->answer).n) {
		size_t from = text_str(out).n;

		text_ours(out, "\n");
		text_add_made(out, text_str(look->answer));
		terminal_wrap(out, from, columns, INDENT + INDENT);
	}
	text_addf(out, "\n%s has the logs, summary.tsv and diff.tsv\n", rows->dir);
	free(lines);
}
