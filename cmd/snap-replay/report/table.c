#include "report/table.h"

#include "common/terminal.h"

enum { GAP = 2, LEAST_NAME = 20, LEAST_WRAPPED = 20 };

/* The bytes up to one of ends, which *rest loses; all of it if there is none. *end: that byte, or
 * 0. */
static struct str take(struct str *rest, const char *ends, char *end)
{
	struct str taken = *rest;

	*end = 0;
	for (size_t i = 0; i < rest->n; i++)
		if (rest->p[i] && strchr(ends, rest->p[i])) {
			taken.n = i;
			*end = rest->p[i];
			break;
		}
	rest->p += taken.n + (*end != 0);
	rest->n -= taken.n + (*end != 0);
	return taken;
}

static void measure(struct table *t, struct str lines)
{
	char end;

	while (lines.n) {
		struct str line = take(&lines, "\n", &end);

		for (int i = 0; i < TABLE_CELLS; i++) {
			size_t width = terminal_width(take(&line, CELL_LEFT CELL_RIGHT, &end));

			t->widths[i] = width > t->widths[i] ? width : t->widths[i];
			t->n = i + 1 > t->n ? i + 1 : t->n;
			if (!end)
				break;
		}
	}
}

/* Where column i begins. */
static size_t start_of(const struct table *t, int i)
{
	return i > 0 ? start_of(t, i - 1) + t->widths[i - 1] + GAP : 0;
}

struct table table_of(struct str head, struct str rows, size_t columns, bool wraps)
{
	struct table t = {.columns = columns, .wraps = wraps}, only_rows = t;

	measure(&t, head);
	measure(&t, rows);
	measure(&only_rows, rows);
	if (!columns || t.n < 2)
		return t;
	/* the head's last cell may be cut */
	size_t last = only_rows.widths[t.n - 1],
	       width = start_of(&t, t.n - 1) +
		(wraps && last > LEAST_WRAPPED ? LEAST_WRAPPED : last);
	if (width > columns && t.widths[0] > LEAST_NAME) {
		size_t over = width - columns, most = t.widths[0] - LEAST_NAME;

		t.widths[0] -= over < most ? over : most;
	}
	return t;
}

/* Appends the text of a cell, cut to the width of its column. */
static void add_cell(struct text *out, struct str cell, size_t width)
{
	size_t from = text_str(out).n;

	text_add_made(out, cell);
	terminal_cut(out, from, width);
}

static void add_line(const struct table *t, struct str line, struct text *out)
{
	size_t from = text_str(out).n, blanks = 0;
	char end = CELL_LEFT[0];

	for (int i = 0; end && i < TABLE_CELLS; i++) {
		struct str cell = take(&line, CELL_LEFT CELL_RIGHT, &end);
		size_t width = terminal_width(cell),
		       pad = width < t->widths[i] ? t->widths[i] - width : 0;

		blanks += (i ? GAP : 0) + (end == CELL_RIGHT[0] ? pad : 0);
		if (cell.n) {
			text_pad(out, blanks);
			add_cell(out, cell, t->widths[i]);
			blanks = 0;
		}
		blanks += end == CELL_RIGHT[0] ? 0 : pad;
	}
	text_ours(out, "\n");
	if (t->wraps)
		terminal_wrap(out, from, t->columns, start_of(t, t->n - 1));
	else
		terminal_cut(out, from, t->columns);
}

void table_add(const struct table *t, struct str lines, struct text *out)
{
	char end;

	while (lines.n)
		add_line(t, take(&lines, "\n", &end), out);
}
