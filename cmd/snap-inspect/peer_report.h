/* Reports on other sources than snapshots: text for people, a table, or lines of JSON in an order
 * that does not depend on that of the source, so that diff shows what has changed. */
#ifndef INSPECT_PEER_REPORT_H
#define INSPECT_PEER_REPORT_H
#include "common/text.h"
#include "peer_document.h"

struct peer_view {
	struct text text;    /* of text and tsv */
	struct strbuf lines; /* of JSON */
	bool colour;
	size_t columns; /* of the terminal; 0: no limit */
	const struct names *resources;
};

/* A node in a report. */
struct peer_row {
	struct str name;
	const char *kind; /* "node", "placeholder" or "deleted" */
	struct str group;
	bool unready, altered, cordoned, cut;
	struct str reason;
	long pods, starting; /* starting: of phase Pending */
	const struct amounts_of *allocatable, *requested, *free;
};

/* At most this many lines of a table are shown to people. */
enum { PEER_SHOWN = 20 };

/* "name         ", at the beginning of a line. */
void peer_label(struct peer_view *v, const char *name);
/* "12 nodes", with commas in large numbers; plural ends in s. */
void peer_count(struct peer_view *v, long n, const char *noun);
/* "and 12 more: WHERE" below a table of which n lines are not shown, if any. */
void peer_more(struct peer_view *v, long n, const char *where);
/* "2 GPUs, 4 CPUs, 1.0GiB, 1 example.com/fpga" */
void peer_amounts_text(struct peer_view *v, const struct amounts_of *a);
/* Why a node is not ready, without what the autoscaler's reasons begin with. */
void peer_reason(struct peer_view *v, struct str reason);
void peer_time_json(struct jsonw *w, const char *key, struct instant t);

/* Sorts the rows: what is free, the most first. */
void peer_rows_text(struct peer_view *v, struct peer_row *rows, size_t n);
void peer_rows_tsv(struct peer_view *v, const struct peer_row *rows, size_t n);
/* document: with what only the autoscaler tells. */
void peer_row_json(
	struct jsonw *w, const struct peer_view *v, const struct peer_row *row, bool document);

void peer_document_text(struct peer_view *v, const struct peer_document *d);
void peer_document_tsv(struct peer_view *v, const struct peer_document *d);
void peer_document_json(struct peer_view *v, const struct peer_document *d);

#endif
