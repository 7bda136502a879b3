/* Tables of the page: cells become columns, as wide as their widest cell, with two blanks between.
 * A line is made of cells, each but the last with its end: CELL_LEFT or CELL_RIGHT, for the side on
 * which its text stands. Foreign text has neither byte, since struct text escapes it. */
#ifndef SNAP_TABLE_H
#define SNAP_TABLE_H
#include "common/text.h"

#define CELL_LEFT "\t"
#define CELL_RIGHT "\v"
enum { TABLE_CELLS = 16 };

struct table {
	size_t widths[TABLE_CELLS];
	int n;
	size_t columns; /* of the terminal; 0: any */
	bool wraps;     /* the last cell goes on below itself; else lines are cut */
};
/* Both texts are whole lines. If they are wider than columns, the first cells become narrower, but
 * not so narrow that a name cannot be recognised. */
struct table table_of(struct str head, struct str rows, size_t columns, bool wraps);
/* Appends whole lines, which table_of has seen. */
void table_add(const struct table *t, struct str lines, struct text *out);

#endif
