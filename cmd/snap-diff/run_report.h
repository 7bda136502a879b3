/* What two replays differ in, for people and for programs. */
#ifndef SNAP_DIFF_RUN_REPORT_H
#define SNAP_DIFF_RUN_REPORT_H
#include "report.h"
#include "runs.h"

/* First a sentence, then pods by what became of them, queues, and what is pending. */
void run_report_text(
	struct text *out, const struct run_comparison *c, const struct report_options *o);
/* The event "summary", then "pod", "queue", "pending" and "reason" for all that differs. False: *e
 * is set. */
bool run_report_json(struct output *out, const struct run_comparison *c, struct error *e);

#endif
