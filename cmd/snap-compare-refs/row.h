/* The rows of the table: what came out of each snapshot and ref. */
#ifndef SNAP_COMPARE_ROW_H
#define SNAP_COMPARE_ROW_H
#include <stdint.h>
#include "ref.h"

enum { STATUS_PASS, STATUS_FAIL, STATUS_TIMEOUT };
#define UNKNOWN INT64_MIN

struct action_time {
	char *action;
	int64_t ms;
};

/* A line of the table. Unknown numbers are UNKNOWN. */
struct row {
	const struct ref *ref;
	const char *snapshot;
	int status;
	bool no_snapshot;  /* the reason of STATUS_FAIL */
	struct strbuf log; /* its path */
	int64_t total_ms, binds, evictions, pending;
	struct action_time *times;
	size_t n_times;
	char decisions[65]; /* hash; empty: unknown */
	/* Parts of the snapshot that the engine left out: "numa, dra". */
	struct strbuf not_replayed;
	enum { DIFFERS_UNKNOWN, DIFFERS_NO, DIFFERS_YES } differs;
};

struct rows {
	struct row *all;
	size_t n;
	bool several; /* more than one snapshot */
};

/* Fills in the row from the events of a run: its summary, and the parts that were not replayed. */
void row_read_events(struct row *row, const char *events_path);
/* Sets row->differs, from the first ref's row of the same snapshot. */
void row_compare(struct row *row, const struct row *first);
/* The exit status that they stand for. */
int rows_verdict(const struct rows *rows);
void rows_free(struct rows *rows);

#endif
