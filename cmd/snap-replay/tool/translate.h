/* Turns the lines of a snapshot-tool's log into log events, one by one. */
#ifndef SNAP_TRANSLATE_H
#define SNAP_TRANSLATE_H
#include "common/map.h"
#include "common/log_line.h"
#include "tool/log_events.h"

/* Start with {.log = ..., .ahead = ...}; translate_free does not free log, whose arena owns all
 * texts. */
struct translate {
	struct log_events *log;
	/* ns by which the tool's clock and snapshot are ahead of the times in the log events. */
	int64_t ahead;
	bool opening;          /* the session began to open */
	struct str in_action;  /* the action that runs, or ran last; empty: none yet */
	int attempts;          /* in it, so far */
	int statements;        /* committed so far */
	struct str job, queue; /* of the last attempt; queue: empty unless the log has its id */
	const char *action;    /* of the last attempt */
	/* By pod: struct str[2], node and GPU groups of its last simulated pipeline; struct str,
	 * the node of its last simulated eviction. */
	struct map placed;
	struct map standing;
	struct str *open_text; /* lines without a time are appended to it; NULL: to none */
	struct str *pods;      /* unschedulable pods; the line with their pod group comes later */
	size_t n_pods, cap_pods;
	size_t pods_at_error; /* n_pods when fit_error was set */
	struct str fit_error; /* the last "Full job fit error", with all its lines */
};

void translate_line(struct translate *t, const struct log_line *line);
/* Takes durations from the tool's summary in text, its stdout; they replace those of the log. text
 * gets JSON padding. False: text is no summary. */
bool translate_summary(struct log_events *log, struct strbuf *text);
void translate_free(struct translate *t);

#endif
