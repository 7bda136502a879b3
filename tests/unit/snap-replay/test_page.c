/* The page: never more than a screen, rows whole and from the first on, and what is left out told.
 */
#include <stdlib.h>

#include "report/page.h"
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

static void widths(void)
{
	struct page p = {.columns = 8};
	struct strbuf out = {0};

	text_ours(&p.sections[SECTION_GPUS].rows, "12345\033[33m6789\033[0m\n12345678\n→→→→→→→→\n");
	page_row(&p, SECTION_GPUS);
	text_ours(&p.sections[SECTION_PENDING].rows, "1234567890\n");
	page_row(&p, SECTION_PENDING);
	page_write(&p, &(struct page_options){0}, &out);
	ok(strstr(out.s, "\n12345\033[33m67…\033[0m\n12345678\n→→→→→→→→\n") != NULL,
		"tables are cut, escape sequences are not counted, characters are not split");
	ok(strstr(out.s, "\n1234567890\n") != NULL, "lists are not cut");
	strbuf_free(&out);
	page_free(&p);
}

int main(void)
{
	for (unsigned seed = 1; seed <= 300; seed++)
		one(seed);
	widths();
	return tap_end();
}
