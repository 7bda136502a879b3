/* What two snapshots differ in, for people and for programs. */
#ifndef SNAP_DIFF_REPORT_H
#define SNAP_DIFF_REPORT_H
#include "common/output.h"
#include "common/text.h"
#include "match.h"

struct report_options {
	bool noise;  /* it counts */
	size_t top;  /* text: so many objects of a kind; 0: all, with all that differs in them */
	bool colour; /* text */
	size_t columns;
};

/* First a sentence, then counts by kind and queue, then fields. */
void report_text(struct text *out, const struct comparison *c, const struct report_options *o);
/* The event "summary", then an event "object" for each object that differs. False: *e is set. */
bool report_json(struct output *out, const struct comparison *c, const struct report_options *o,
	struct error *e);

#endif
