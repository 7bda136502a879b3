/* The report and the warnings, as text for people and as JSON. */
#ifndef INSPECT_REPORT_H
#define INSPECT_REPORT_H
#include "common/input.h"
#include "common/text.h"
#include "summary.h"

struct report {
	const struct summary *s;
	struct input *in;
	const struct capture_info *capture; /* NULL: the snapshot has none */
	uint64_t bytes;                     /* of JSON */
	bool colour;
};

void report_json(struct strbuf *out, const struct report *report); /* one object on one line */
void report_text(struct text *out, const struct report *report);
void faults_json(struct strbuf *out,
	const struct summary *s); /* NDJSON: the verdict, then one fault a line */
void faults_text(struct text *out, const struct summary *s, bool colour); /* the same for people */
void faults_brief(struct text *out, const struct faults *f,
	bool colour); /* no verdict, no notes, the first few of each code */
/* One sentence in our words, without a line end: "sound: ...", or how many errors and warnings
 * there are and what is doubtful. The faults are sorted. */
void verdict(struct strbuf *out, const struct summary *s);

struct jsonw;
void faults_into(struct jsonw *w, const struct faults *f); /* the same as an array */

#endif
