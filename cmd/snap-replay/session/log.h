/* The scheduler's log lines and the texts of messages. */
#ifndef SNAP_LOG_H
#define SNAP_LOG_H
#include <stdio.h>

#include "common/text.h"

struct session;

/* In place of a line end inside a message, for a text report, which shows the lines of a message
 * one below the other. Names may hold a newline, but no string of a snapshot holds this byte: it is
 * not UTF-8. */
#define LINE_MARK ((char)0xff)

/* session.log. The options are set before session_open. */
struct log {
	FILE *to;      /* not owned; NULL: stderr */
	int verbosity; /* lines of a higher level are not printed */
	char line_end; /* between the lines of a message: newline, which is the default and what the
			  scheduler writes, or LINE_MARK */
};

/* Prints one line with the running action in front; bytes in names that a terminal would act on are
 * escaped. */
void session_log(struct session *s, int level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A text in the session's arena. */
struct str session_text(struct session *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
