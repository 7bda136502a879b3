/* The scheduler's log lines, and texts in the session's arena. */
#ifndef SNAP_LOG_H
#define SNAP_LOG_H
#include <stdio.h>

#include "common/text.h"

struct session;

/* Ends a line inside a message for the text report, which prints each line of a message on its own.
 * A newline does not do, as names may hold one. No string of a snapshot holds this byte, which is
 * not UTF-8. */
#define LINE_MARK ((char)0xff)

/* session.log. Set it before session_open. */
struct log {
	FILE *to;      /* not owned; NULL: stderr */
	int verbosity; /* lines of a higher level are not printed */
	/* Ends a line inside a message: newline as in the scheduler, or LINE_MARK. 0: newline. */
	char line_end;
};

/* Prints one line, after the name of session.action, if its level is not above the verbosity.
 * Control characters in arguments are escaped. */
void session_log(struct session *s, int level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Makes a text in the session's arena. */
struct str session_text(struct session *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
