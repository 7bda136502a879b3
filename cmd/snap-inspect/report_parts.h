/* The parts of the report: each as text and as JSON. */
#ifndef INSPECT_REPORT_PARTS_H
#define INSPECT_REPORT_PARTS_H
#include "common/jsonw.h"
#include "report.h"

/* Starts a line of the report; an empty name continues what stands above. */
void report_label(struct text *out, const struct report *report, const char *name);
/* The number in its shortest form. */
const char *report_digits(char buf[40], double v);
/* Members of JSON: a number; the numbers of a tally by its names. */
void report_number(struct jsonw *w, const char *key, uint64_t v);
void report_tally(struct jsonw *w, const char *key, const struct tally *t);

/* Nodes with NUMA zones by their policy. No text if there are none. */
void numa_text(struct text *out, const struct report *report);
void numa_json(struct jsonw *w, const struct summary *s);

/* Claims by state, devices by driver, classes. No text about what is not there. */
void claims_text(struct text *out, const struct report *report);
void claims_json(struct jsonw *w, const struct summary *s);

/* Each topology with its tree of domains. Text folds levels with many domains. */
void topologies_text(struct text *out, const struct report *report);
void topologies_json(struct jsonw *w, const struct summary *s);

#endif
