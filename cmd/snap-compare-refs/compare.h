/* The parts of snap-compare-refs: settings, one run, and the table of results. */
#ifndef SNAP_COMPARE_H
#define SNAP_COMPARE_H
#include <stdint.h>
#include "common/program.h"
#include "common/refbuild.h"

enum { STATUS_PASS, STATUS_FAIL, STATUS_TIMEOUT };
#define UNKNOWN INT64_MIN

/* One of --refs. */
struct ref {
	const char *name; /* as given */
	enum { REF_GIT, REF_NATIVE, REF_NATIVE_LIVE, REF_TOOL } kind;
	/* REF_NATIVE beside a real tool: --like-snapshot-tool, where evicted pods go at once. */
	bool like_tool;
	bool prepared;            /* resolved and built */
	char commit[COMMIT_SIZE]; /* REF_GIT, if git resolves it */
	struct strbuf tool;       /* path of the tool */
	struct strbuf build_log;
	struct error error; /* why it cannot run */
};

struct settings {
	struct refbuild build;
	struct ref *refs;
	size_t n_refs;
	const char *const *snapshots; /* paths, and their names in the table */
	const char *const *names;
	size_t n_snapshots;
	const char *now;    /* the clock of all replays; NULL: snap-replay's default */
	int64_t timeout_ms; /* -1: none */
	int verbosity;
	const char *output_dir;
	const char *replay; /* path or name of snap-replay */
};

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
	struct strbuf
		not_replayed; /* parts of the snapshot that the engine left out: "numa, dra" */
	enum { DIFFERS_UNKNOWN, DIFFERS_NO, DIFFERS_YES } differs;
};

/* Resolves and builds a ref, once. False: r->error is the cause. */
bool ref_prepare(const struct settings *s, struct ref *r);
/* Replays a snapshot with a ref and fills in the row. A failed run sets the status of the row and
 * writes its cause to the file row->log. False: *e is set; the log cannot be written. */
bool run_ref(
	const struct settings *s, struct ref *r, size_t snapshot, struct row *row, struct error *e);
/* Fills in the row from the events of a run: its summary, and the parts that were not replayed. */
void row_read_events(struct row *row, const char *events_path);

struct table {
	struct row *rows;
	size_t n;
	bool several; /* more than one snapshot: a last column has its name */
};

bool table_print(const struct table *t, enum format format, const char *path, struct error *e);

#endif
