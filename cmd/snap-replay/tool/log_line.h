/* One line of the scheduler's log (rules/02 18.1), and patterns to take its text apart. */
#ifndef SNAP_LOG_LINE_H
#define SNAP_LOG_LINE_H
#include "common/str.h"
#include "common/timefmt.h"

/* Views into the line. A line that does not begin with a time belongs to the entry before it, or is
 * a panic's: level is empty then and text the whole line. */
struct log_line {
	struct str time, level, caller, action, text;
};

/* Takes the colour codes (CSI sequences, and escape characters alone) out, in place; returns the
 * new length. The scheduler colours its log even into a file. */
size_t log_strip_colours(char *line, size_t n);
struct log_line log_line_parse(struct str line);
/* "2026-07-07T19:58:11.123+0300"; false: not a time. */
bool log_time_parse(struct str text, struct instant *t);

/* pattern: literal text in which each '%' captures as little as possible, a final one all of the
 * rest; a final '*' stands for any rest. captures has room for all of them. */
bool log_match(struct str text, const char *pattern, struct str *captures);

#endif
