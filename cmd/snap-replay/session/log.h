/* The log: lines as the scheduler writes them, and texts in the session's arena. */
#ifndef SNAP_LOG_H
#define SNAP_LOG_H
#include <stdbool.h>
#include <stdio.h>

#include "model/cluster.h"
#include "common/text.h"

struct session;

/* Ends a line inside a message for the text report, which prints each line of a message on its own.
 * A newline does not do, as names may hold one. No string of a snapshot holds this byte, which is
 * not UTF-8. */
#define LINE_MARK ((char)0xff)

/* session.log. Set it before session_open. */
struct log {
	FILE *to;      /* not owned; NULL: stderr */
	int verbosity; /* lines of a higher level are not printed; -1: no line is */
	bool timings;  /* lines with durations are printed, too */
	/* By job.index: lines of levels 5 and 6 about the job are printed. Not owned; NULL: about
	 * no job. May be set after session_open. */
	const bool *detailed;
	bool placing; /* a task of such a job is being placed; place_task sets it */
	/* Ends a line inside a message: newline as in the scheduler, or LINE_MARK. 0: newline. */
	char line_end;
};

enum log_severity { LOG_INFO, LOG_WARN, LOG_ERROR };

#define session_logs(s, level) ((level) <= (s)->log.verbosity)
/* These print one line if its level is not above the verbosity; else the arguments are not even
 * evaluated. Control characters in arguments are escaped. The header of a line holds the cycle's
 * clock, severity and level; session.action follows, and then the message. */
#define session_log(s, level, ...) LOG_LINE(s, LOG_INFO, level, __VA_ARGS__)
#define session_warn(s, level, ...) LOG_LINE(s, LOG_WARN, level, __VA_ARGS__)
#define session_error(s, ...) LOG_LINE(s, LOG_ERROR, 0, __VA_ARGS__)
/* A line of level 5 or 6 about placing a task: only while log.placing. */
#define session_log_placing(s, level, ...) \
	do { \
		if ((s)->log.placing) \
			LOG_LINE(s, LOG_INFO, level, __VA_ARGS__); \
	} while (0)

#define LOG_LINE(s, severity, level, ...) \
	do { \
		if (session_logs(s, level)) \
			log_line(s, severity, level, __VA_ARGS__); \
	} while (0)
void log_line(struct session *s, enum log_severity severity, int level, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* The line of level 5 about a job that passes a limit or the quota of a queue. */
void log_over_capacity(struct session *s, const struct job *j, struct str reason);

/* Makes a text in the session's arena. */
struct str session_text(struct session *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* A resource vector as the scheduler prints it, "[1000 1e+09 1 1]", in the session's arena. */
const char *vector_text(struct session *s, const double *v);
/* A number as the scheduler prints it, in the session's arena. */
const char *number_text(struct session *s, double x);
/* The names of device groups as the scheduler prints them, "[a b]", in the session's arena. */
struct str device_groups_text(struct session *s, struct device_group_list groups);
/* The keys of n tasks in the session's arena: before KEY behind, with between in the middle. */
struct str tasks_text(struct session *s, struct task *const *tasks, int n, const char *before,
	const char *between, const char *behind);

#endif
