#include "report/page.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/terminal.h"
#include "report/table.h"

enum {
	LINES_MAX = 58,
	DETAILS = SECTION_DECISIONS,
	LINES_OF_DETAILS = 8,
	LEFT_OUT_WIDTH = 240 /* of the line that says what is left out: seldom more */
};
enum form { TABLE, WRAPPING, LIST };

#define SECTION_KIND(NAME, title, rows, form) {title, rows, form},
static const struct {
	const char *title, *rows;
	enum form form;
} kinds[SECTIONS] = {PAGE_SECTIONS(SECTION_KIND)};

static int lines_in(struct str text)
{
	int n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

void page_row(struct page *p, enum section_name name)
{
	struct section *s = &p->sections[name];
	size_t from = s->n ? s->ends[s->n - 1].end : 0, end;

	if (kinds[name].form == LIST)
		terminal_wrap(&s->rows, from, p->columns, 0);
	end = text_str(&s->rows).n;

	ARRAY_GROW(s->ends, s->n, s->cap);
	s->ends[s->n++] =
		(struct row){end, lines_in((struct str){text_str(&s->rows).p + from, end - from})};
}

/* ---- how many rows ---- */

/* The row k alone. */
static struct str row_of(const struct section *s, int k)
{
	size_t from = k ? s->ends[k - 1].end : 0;

	return (struct str){text_str(&s->rows).p + from, s->ends[k].end - from};
}

/* Sets the lines of each row, as they are if all rows are shown; fewer rows make a table narrower,
 * so they take no more lines. */
static void count_wrapped(struct section *s, size_t columns)
{
	struct table t = table_of(text_str(&s->head), text_str(&s->rows), columns, true);
	struct text row = {0};

	for (int k = 0; k < s->n; k++) {
		text_clear(&row);
		table_add(&t, row_of(s, k), &row);
		s->ends[k].lines = lines_in(text_str(&row));
	}
	text_free(&row);
}

/* Lines around the rows: the blank one, the title, the head. */
static int frame_lines(const struct section *s, enum section_name name)
{
	return (kinds[name].title[0] ? 2 : 1) + lines_in(text_str(&s->head));
}

/* Gives sections from..to one more row each in turn, as long as there are lines. */
static void share_lines(struct page *p, int from, int to, int *lines)
{
	for (bool any = true; any;) {
		any = false;
		for (int i = from; i < to; i++) {
			struct section *s = &p->sections[i];
			int cost = s->shown < s->n ? s->ends[s->shown].lines : 0;

			if (s->shown == 0 && cost)
				cost += frame_lines(s, (enum section_name)i);
			if (!cost || cost > *lines)
				continue;
			*lines -= cost;
			s->shown++;
			any = true;
		}
	}
}

static void choose_rows(struct page *p, const struct page_options *o)
{
	int lines = LINES_MAX - 2 - lines_in(text_str(&p->answer)) - lines_in(text_str(&p->start)) -
		lines_in(text_str(&p->end)) - (p->columns ? LEFT_OUT_WIDTH / (int)p->columns : 0);

	for (int i = 0; i < SECTIONS; i++) {
		struct section *s = &p->sections[i];

		s->shown = o->all ? s->n : o->top && o->top < s->n ? o->top : o->top ? s->n : 0;
	}
	if (o->all || o->top)
		return;
	for (int i = 0; i < SECTIONS; i++)
		if (kinds[i].form == WRAPPING)
			count_wrapped(&p->sections[i], p->columns);
	lines -= LINES_OF_DETAILS;
	share_lines(p, 0, DETAILS, &lines);
	lines += LINES_OF_DETAILS;
	for (int i = DETAILS; i < SECTIONS; i++) {
		share_lines(p, i, i + 1, &lines);
		if (p->sections[i].shown < p->sections[i].n)
			break;
	}
}

/* ---- writing ---- */

static void write_title(struct strbuf *out, const struct section *s, const char *title,
	const struct page_options *o)
{
	strbuf_addz(out, out->len ? "\n" : "");
	if (!title[0])
		return;
	strbuf_addz(out, colour_start(COLOUR_TITLE, o->colour));
	strbuf_addz(out, title);
	strbuf_addz(out, colour_end(o->colour));
	if (s->shown < s->n)
		strbuf_addf(out, " (%d of %d)", s->shown, s->n);
	strbuf_addz(out, "\n");
}

static void write_table(
	struct strbuf *out, struct str head, struct str rows, size_t columns, bool wraps)
{
	struct table t = table_of(head, rows, columns, wraps);
	struct text made = {0};

	table_add(&t, head, &made);
	table_add(&t, rows, &made);
	strbuf_addstr(out, text_str(&made));
	text_free(&made);
}

static void write_section(
	struct strbuf *out, const struct page *p, int i, const struct page_options *o)
{
	const struct section *s = &p->sections[i];
	struct str rows = text_str(&s->rows);

	if (!s->shown)
		return;
	rows.n = s->ends[s->shown - 1].end;
	write_title(out, s, kinds[i].title, o);
	if (kinds[i].form == LIST)
		strbuf_addstr(out, rows);
	else
		write_table(out, text_str(&s->head), rows, p->columns, kinds[i].form == WRAPPING);
}

static void left_out(struct text *line, int n, const char *rows)
{
	text_ours(line, text_str(line).n ? ", " : "left out: ");
	text_add_number(line, n);
	text_addf(line, " %s", rows);
}

static void write_left_out(struct strbuf *out, const struct page *p)
{
	struct text line = {0};

	for (int i = 0; i < SECTIONS; i++) {
		const struct section *s = &p->sections[i];

		if (s->shown < s->n)
			left_out(&line, s->n - s->shown, kinds[i].rows);
	}
	if (text_str(&line).n)
		text_ours(
			&line, "; see --all, --top N, --sort, --queue, --namespace, --podgroup\n");
	terminal_wrap(&line, 0, p->columns, 0);
	strbuf_addstr(out, text_str(&line));
	text_free(&line);
}

void page_write(struct page *p, const struct page_options *o, struct strbuf *out)
{
	struct text *const around[] = {&p->answer, &p->start, &p->explained, &p->end};

	for (size_t i = 0; i < sizeof around / sizeof *around; i++)
		terminal_wrap(around[i], 0, p->columns, 0);
	choose_rows(p, o);
	strbuf_addstr(out, text_str(&p->answer));
	strbuf_addstr(out, text_str(&p->start));
	write_section(out, p, SECTION_WARNINGS, o);
	strbuf_addstr(out, text_str(&p->explained));
	for (int i = SECTION_WARNINGS + 1; i < SECTIONS; i++)
		write_section(out, p, i, o);
	if (text_str(&p->end).n) {
		strbuf_addz(out, out->len ? "\n" : "");
		strbuf_addstr(out, text_str(&p->end));
	}
	write_left_out(out, p);
}

void page_free(struct page *p)
{
	text_free(&p->answer);
	text_free(&p->start);
	text_free(&p->explained);
	text_free(&p->end);
	for (int i = 0; i < SECTIONS; i++) {
		text_free(&p->sections[i].head);
		text_free(&p->sections[i].rows);
		free(p->sections[i].ends);
	}
}
