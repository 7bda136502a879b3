/* The rows of the table: what came out of each snapshot and ref. */
#ifndef SNAP_COMPARE_ROW_H
#define SNAP_COMPARE_ROW_H
#include <stdint.h>
#include "common/outcome.h"
#include "ref.h"

/* STATUS_UNFINISHED: its build or a run is under way, or was interrupted. */
enum { STATUS_UNFINISHED, STATUS_PASS, STATUS_FAIL, STATUS_TIMEOUT };
#define UNKNOWN INT64_MIN
/* Hex digits and a NUL: the row's ref, settings and snapshot (plan.h). */
#define ROW_KEY 17
enum { MOST_RUNS = 1000, MOST_ACTIONS = 64 };

struct action_time {
	char *action;
	int64_t us; /* microseconds */
};

/* What one run says at its end. Unknown numbers are UNKNOWN. */
struct run {
	int64_t total_us, binds, evictions, pending;
	struct action_time *times;
	size_t n_times;
	char decisions[DECISIONS_HEX]; /* hash; empty: unknown */
};

/* A line of the table. */
struct row {
	const struct ref *ref;
	const char *snapshot;
	int status;
	char key[ROW_KEY];  /* empty: unknown */
	bool no_snapshot;   /* the reason of STATUS_FAIL */
	struct strbuf why;  /* in words, why it did not pass */
	struct strbuf base; /* "DIR/NAME", see row_path */
	struct strbuf log;  /* path of the first run's log, or of the one that failed */
	struct strbuf host; /* that ran it, where rows may be of several; else empty */
	struct run *runs;   /* those that passed */
	size_t n_runs;
	struct strbuf
		not_replayed; /* parts of the snapshot that the engine left out: "numa, dra" */

	/* By row_settle. */
	struct run middle; /* medians of the times; all else is that of the first run */
	size_t outcomes;   /* how many different ones; 0: unknown */
	enum { DIFFERS_UNKNOWN, DIFFERS_NO, DIFFERS_YES } differs;
	struct strbuf changes; /* "+3 binds -1, first: ml/a-0" */
	/* How many times slower than the first ref, if that is more than noise; 0: it is not; -1:
	 * unknown, also where the two ran on different machines. */
	double slower;

	/* By switches_find: which switches make the difference, "a=on and b=on" together or "a=on
	 * or b=on" each alone. */
	struct strbuf switches;
};

struct rows {
	struct row *all;
	size_t n;
	bool several;    /* more than one snapshot */
	bool bisected;   /* by --bisect: the refs have verdicts */
	const char *dir; /* of the results */
};

/* How the names of a run's files may end: ".log". */
enum { ROW_ENDS = 4 };
extern const char *const row_ends[ROW_ENDS];
/* Sets path to a file of a run, the first being 0: "DIR/NAME.log", "DIR/NAME.run2.log". */
void row_path(const struct row *row, size_t run, const char *suffix, struct strbuf *path);
/* A row without a run, whose settled part is unknown. */
void row_init(struct row *row, const struct ref *ref, const char *snapshot);
/* Adds a run that passed, from its events. False: these are not whole. */
bool row_add_run(struct row *row);
void row_drop_runs(struct row *row);
/* Takes the figures of the next run, which failed, as far as its log went. */
void row_set_partial(struct row *row);
/* Reads the decisions of a run that passed, from its file. */
void row_read_outcome(const struct row *row, size_t run, struct outcome *outcome);
/* Derives the rest, from the row's runs and from the first ref's row of the same snapshot, which is
 * settled. */
void row_settle(struct row *row, const struct row *first);
/* The row that this one is compared with: that of the first ref for the same snapshot. */
const struct row *rows_first(const struct rows *rows, const struct row *row);
/* The exit status that they stand for. */
int rows_verdict(const struct rows *rows);
void row_free(struct row *row);
void rows_free(struct rows *rows);

#endif
