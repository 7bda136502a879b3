/* The page: the text format as a whole. It is made in sections, whose rows go out in the end: all
 * of them, the first few of each (--top), or as many as fit on one screen; then a line says how
 * many are left out. */
#ifndef SNAP_PAGE_H
#define SNAP_PAGE_H
#include "common/text.h"

/* Sections in the order of the page. X(NAME, title, what a row is, form). A title may be empty.
 * Rows of a TABLE are lines of cells (report/table.h), cut to the terminal's width; the last cell
 * of a WRAPPING one is not cut but goes on below itself. Rows of a LIST are wrapped. From DECISIONS
 * on they are details: they get what the others leave, at least a few lines, one section after the
 * other. */
#define PAGE_SECTIONS(X) \
	X(WARNINGS, "", "warnings", LIST) \
	X(GPUS, "queues, in GPUs", "queues", TABLE) \
	X(CPUS, "queues, in CPUs", "queues with CPU quotas", TABLE) \
	X(MEMORY, "queues, in GB of memory", "queues with memory quotas", TABLE) \
	X(REASONS, "pending, by reason", "reasons", LIST) \
	X(NET, "net result by queue, in pods", "queues with changes", WRAPPING) \
	X(DECISIONS, "decisions", "decisions", TABLE) \
	X(PENDING, "pending", "pending pod groups", LIST) \
	X(NET_PODS, "net result by pod", "changed pods", TABLE) \
	X(UNPLACED, "not pending, but found no place at some time", "unplaced pod groups", LIST) \
	X(SEARCHES, "searches", "searches", TABLE) \
	X(PODS, "pods", "pods", TABLE)
#define SECTION_NAME(NAME, title, rows, form) SECTION_##NAME,
enum section_name { PAGE_SECTIONS(SECTION_NAME) SECTIONS };
#undef SECTION_NAME

struct section {
	struct text head; /* the line above the rows; may be empty */
	struct text rows;
	struct row { /* one row in rows */
		size_t end;
		int lines;
	} * ends;
	int n, cap;
	int shown; /* set by page_send: the first rows that go out */
};
/* Start with {0} and columns. All texts end in a newline. */
struct page {
	size_t columns;        /* of the terminal; 0: any */
	struct text answer;    /* the first line */
	struct text start;     /* the line below it: engine, clock, size */
	struct text explained; /* behind the warnings; goes out whole */
	struct section sections[SECTIONS];
	struct text end; /* last lines */
};

/* Ends the row that was appended to the section's rows, with its newline. */
void page_row(struct page *p, enum section_name name);
struct page_options {
	bool all;
	int top; /* 0: as many rows as fit on one screen */
	bool colour;
};
/* Appends the page to *out. */
void page_write(struct page *p, const struct page_options *o, struct strbuf *out);
void page_free(struct page *p);

#endif
