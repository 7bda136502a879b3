/* Parses one line of the scheduler's log (rules/02 18.1) and matches its text with patterns. */
#ifndef SNAP_LOG_LINE_H
#define SNAP_LOG_LINE_H
#include "common/str.h"
#include "common/timefmt.h"

/* Pointers into the line. A line that does not begin with a time continues the line before or
 * belongs to a panic: level is empty, and text is the whole line. */
struct log_line {
	struct str time, level, caller, action, text;
};

/* Removes colour codes (CSI sequences, and single escape characters) in place. Returns the new
 * length. The scheduler writes colours even to a file. */
size_t log_strip_colours(char *line, size_t n);
struct log_line log_line_parse(struct str line);
/* "2026-07-07T19:58:11.123+0300"; false: not a time. */
bool log_time_parse(struct str text, struct instant *t);

/* pattern: literal text in which each '%' captures as little as possible, but a final '%' the whole
 * rest; a final '*' matches any rest. captures must be long enough for all; they point into text.
 * False: no match. */
bool log_match(struct str text, const char *pattern, struct str *captures);

#endif
