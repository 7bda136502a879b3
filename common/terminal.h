/* Text on a terminal: its size, and the few colours that all programs share. */
#ifndef SNAP_TERMINAL_H
#define SNAP_TERMINAL_H
#include <stdbool.h>
#include <stddef.h>
#include "common/text.h"

/* Columns and lines of the terminal at fd; 0: it is none, or does not tell. */
size_t terminal_columns(int fd);
size_t terminal_lines(int fd);
/* Cuts each line of t from byte `from` on to that many columns; the last one left is then "…". 0:
 * no limit. Colours take no columns and end with their line. */
void terminal_cut(struct text *t, size_t from, size_t columns);
/* Breaks lines that are wider at their blanks. What continues a line stands behind `hang` blanks;
 * 0: four more than the line begins with. A word that is wider stays whole. */
void terminal_wrap(struct text *t, size_t from, size_t columns, size_t hang);
/* The columns that a line takes: its characters, without colours. */
size_t terminal_width(struct str line);

enum colour {
	COLOUR_TITLE, /* of a table or of a line */
	COLOUR_GOOD,
	COLOUR_DOUBT, /* a warning; over a quota or fair share */
	COLOUR_BAD,   /* an error; over a limit */
	COLOUR_NOTE
};
/* The start of a colour, and its end; "" unless on (msg_colour). */
const char *colour_start(enum colour colour, bool on);
const char *colour_end(bool on);
static inline void text_colour(struct text *t, enum colour colour, bool on)
{
	text_ours(t, colour_start(colour, on));
}
static inline void text_colour_end(struct text *t, bool on)
{
	text_ours(t, colour_end(on));
}

#endif
