/* Turns the lines of a snapshot-tool's log, as they come, into log events. */
#ifndef SNAP_TRANSLATE_H
#define SNAP_TRANSLATE_H
#include "common/map.h"
#include "tool/log_line.h"
#include "tool/log_events.h"

/* Start with {.log = ..., .ahead = ...}; translate_free does not free log. */
struct translate {
	struct log_events *log;
	int64_t ahead;  /* ns that the tool's clock, and the times in its snapshot, are ahead of
			   the times in the log events */
	int statements; /* committed so far */
	struct str job, queue; /* attempted now; queue only where its id is logged */
	const char *action;    /* that job was attempted in */
	struct map
		placed; /* pod -> struct str[2]: node and groups of its last simulated pipeline */
	struct map standing;   /* pod -> struct str *: the node that it was last evicted from in a
				  simulation */
	struct str *open_text; /* the text that lines without a time belong to; NULL: none */
	struct str *pods;      /* unschedulable pods whose pod group comes later */
	size_t n_pods, cap_pods;
	size_t pods_at_error; /* how many there were at fit_error */
	struct str fit_error; /* the last "Full job fit error", all lines of it */
};

void translate_line(struct translate *t, const struct log_line *line);
/* The tool's summary on stdout, if it is one; it goes before times from the log. False: no summary.
 */
bool translate_summary(struct log_events *log, struct strbuf *text);
void translate_free(struct translate *t);

#endif
