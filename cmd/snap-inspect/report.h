/* The report and the warnings, as text for people and as JSON. */
#ifndef INSPECT_REPORT_H
#define INSPECT_REPORT_H
#include "common/input.h"
#include "summary.h"

struct report {
	const struct summary *s;
	struct input *in;
	uint64_t bytes; /* of JSON */
	bool colour;
};

void report_json(struct strbuf *out, const struct report *report); /* one object on one line */
void report_text(struct strbuf *out, const struct report *report);
void faults_json(struct strbuf *out, const struct faults *f);      /* NDJSON, one fault a line */
void faults_text(struct strbuf *out, const struct faults *f, bool colour, bool brief); /* no notes, the first few of each code */

struct jsonw;
void faults_into(struct jsonw *w, const struct faults *f);            /* the same as an array */

/* Names from the file, harmless on a terminal: control characters become \xNN. */
void add_safe(struct strbuf *out, struct str text);

#endif
