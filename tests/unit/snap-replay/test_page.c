/* The page: never more than a screen, rows whole and from the first on, and what is left out told.
 */
#include <stdlib.h>

#include "report/page.h"
#include "report/table.h"
#include "tests/unit/tap.h"

enum { SCREEN = 60 };

static int lines_of(const struct strbuf *b)
{
	int n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += b->s[i] == '\n';
	return n;
}

/* Row k of section i is of 1 to 3 lines, each "rI.K", so the text tells which rows are there. */
static void fill(struct page *p, const int *rows, unsigned seed)
{
	text_ours(&p->answer, "answer\n");
	text_ours(&p->start, "start\n");
	text_ours(&p->end, "end\n");
	for (int i = 0; i < SECTIONS; i++) {
		if (i % 2)
			text_ours(&p->sections[i].head, "  HEAD\n");
		for (int k = 0; k < rows[i]; k++) {
			for (unsigned n = 0; n <= (seed + (unsigned)(i * k)) % 3; n++)
				text_addf(&p->sections[i].rows, "  r%d.%d\n", i, k);
			page_row(p, (enum section_name)i);
		}
	}
}

/* Rows 0..*n - 1 of section i are there and no others. */
static bool has_first_rows(const struct strbuf *b, int i, int rows, int *n)
{
	char row[40];
	bool there = true;

	*n = 0;
	for (int k = 0; k < rows; k++) {
		snprintf(row, sizeof row, "  r%d.%d\n", i, k);
		bool found = strstr(b->s, row) != NULL;
		if (found && !there)
			return false;
		there = found;
		*n += found;
	}
	return true;
}

static void one(unsigned seed)
{
	static const int sizes[] = {0, 0, 1, 3, 17, 400};
	struct page p = {0};
	struct strbuf out = {0};
	int rows[SECTIONS], all = 0, shown = 0, told = 0, n;
	bool first = true;

	srand(seed);
	for (int i = 0; i < SECTIONS; i++)
		all += rows[i] = sizes[(unsigned)rand() % (sizeof sizes / sizeof *sizes)];
	fill(&p, rows, seed);
	page_write(&p, &(struct page_options){0}, &out);
	for (int i = 0; i < SECTIONS; i++, shown += n)
		first = has_first_rows(&out, i, rows[i], &n) && first;
	ok(first, "seed %u: of each section the first rows", seed);
	ok(lines_of(&out) <= SCREEN, "seed %u: %d lines", seed, lines_of(&out));
	const char *left = strstr(out.s, "\nleft out: ");
	for (const char *at = left ? left : ""; *at && *at != ';'; at++)
		if (at[0] == ' ' && at[1] >= '0' && at[1] <= '9')
			told += atoi(at + 1);
	ok(told == all - shown, "seed %u: %d of %d left out, %d told", seed, all - shown, all,
		told);
	/* lines are worth little if they stay empty while rows are left out */
	ok(shown == all || lines_of(&out) >= SCREEN - 14, "seed %u: the screen is used", seed);

	strbuf_clear(&out);
	page_write(&p, &(struct page_options){.all = true}, &out);
	for (int i = shown = 0; i < SECTIONS; i++, shown += n)
		first = has_first_rows(&out, i, rows[i], &n) && first;
	ok(first && shown == all && !strstr(out.s, "left out"), "seed %u: all", seed);

	strbuf_clear(&out);
	page_write(&p, &(struct page_options){.top = 2}, &out);
	for (int i = 0; i < SECTIONS; i++) {
		has_first_rows(&out, i, rows[i], &n);
		first = first && n == (rows[i] < 2 ? rows[i] : 2);
	}
	ok(first, "seed %u: two rows of each", seed);
	strbuf_free(&out);
	page_free(&p);
}

/* The text of one section at that many columns. */
static void shows(enum section_name name, size_t columns, const char *head, const char *rows,
	const char *want)
{
	struct page p = {.columns = columns};
	struct strbuf out = {0};
	const char *from;

	text_ours(&p.sections[name].head, head);
	text_ours(&p.sections[name].rows, rows);
	page_row(&p, name);
	page_write(&p, &(struct page_options){.all = true}, &out);
	from = strchr(out.s, '\n');
	ok(from && !strcmp(from + 1, want), "section %d at %zu columns", (int)name, columns);
	strbuf_free(&out);
	page_free(&p);
}

static void widths(void)
{
	/* columns: as wide as the widest cell, text left or right, no blanks at the end */
	shows(SECTION_GPUS, 0, "  Q\tN\vLONG\vX\n", "  queue\t1\v1 → 2\v\n  b\t100\v\v+3\n",
		"  Q        N   LONG  X\n  queue    1  1 → 2\n  b      100         +3\n");
	/* colours take no room */
	shows(SECTION_GPUS, 0, "", "a\t\033[33mb\033[0m\tc\nA\tB\tC\n",
		"a  \033[33mb\033[0m  c\nA  B  C\n");
	/* too wide: lines are cut, characters are not split */
	shows(SECTION_GPUS, 8, "", "a\t12\033[33m6789\033[0m\nb\t12345\n→\t→→→→→\n",
		"a  12\033[33m67…\033[0m\nb  12345\n→  →→→→→\n");
	/* a long name makes room for the other columns, but stays one */
	shows(SECTION_GPUS, 40, "", "  a-name-of-thirty-four-characters\t1234567\v+1\n  b\t1\v\n",
		"  a-name-of-thirty-four-ch…  1234567  +1\n  b                                1\n");
	shows(SECTION_GPUS, 30, "", "  a-name-of-thirty-four-characters\t1234567\v+1\n",
		"  a-name-of-thirty-…  1234567…\n");
	/* the last cell of a wrapping table goes on below itself */
	shows(SECTION_NET, 30, "", "  queue-1\t10\vred 1, blue 2, green 3, yellow 4\n",
		"  queue-1  10  red 1, blue 2,\n               green 3,\n               yellow 4\n");
	shows(SECTION_PENDING, 12, "", "  1234567890 12\n", "  1234567890\n      12\n");
	shows(SECTION_PENDING, 0, "", "  1234567890 12\n", "  1234567890 12\n");
}

/* Rows that wrap do not make the page longer than a screen. */
static void wrapped_rows(void)
{
	struct page p = {.columns = 40};
	struct strbuf out = {0};

	for (int i = 0; i < 60; i++) {
		text_addf(&p.sections[SECTION_NET].rows, "  queue-%d" CELL_LEFT, i);
		for (int k = 0; k < i % 7; k++)
			text_addf(&p.sections[SECTION_NET].rows, "queue-%d 10, ", k);
		text_ours(&p.sections[SECTION_NET].rows, "\n");
		page_row(&p, SECTION_NET);
		text_ours(&p.sections[SECTION_REASONS].rows,
			"  a reason that does not fit into forty columns by far, nor in two lines\n");
		page_row(&p, SECTION_REASONS);
	}
	page_write(&p, &(struct page_options){0}, &out);
	ok(lines_of(&out) <= SCREEN && lines_of(&out) > SCREEN - 20, "wrapped: %d lines",
		lines_of(&out));
	strbuf_free(&out);
	page_free(&p);
}

int main(void)
{
	for (unsigned seed = 1; seed <= 300; seed++)
		one(seed);
	widths();
	wrapped_rows();
	return tap_end();
}
