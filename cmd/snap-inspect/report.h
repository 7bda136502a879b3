/* Report and faults, as text and as JSON. */
#ifndef INSPECT_REPORT_H
#define INSPECT_REPORT_H
#include "common/input.h"
#include "common/text.h"
#include "summary.h"

struct report {
	const struct summary *s;
	struct input *in;
	const struct capture_info *capture; /* NULL: absent */
	uint64_t bytes;                     /* of JSON */
	bool colour;
	size_t columns; /* of the terminal; 0: no limit */
};

/* One object on one line. */
void report_json(struct strbuf *out, const struct report *report);
void report_text(struct text *out, const struct report *report);
/* The queues, one a line. */
void report_tsv(struct text *out, const struct report *report);
/* One fault a line. */
void faults_tsv(struct text *out, const struct summary *s);
/* NDJSON: the verdict, then one fault a line. */
void faults_json(struct strbuf *out, const struct summary *s);
void faults_text(struct text *out, const struct summary *s, bool colour);
/* Without verdict and notes; the first few faults of each code. */
void faults_brief(struct text *out, const struct faults *f, bool colour);
/* One trusted sentence without a newline: "sound: ...", or the numbers of errors and warnings and
 * the doubtful objects. The faults must be sorted. */
void verdict(struct strbuf *out, const struct summary *s);

struct jsonw;
/* The faults as a JSON array. */
void faults_into(struct jsonw *w, const struct faults *f);

#endif
