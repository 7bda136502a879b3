/* The parts of snap-compare-refs: what to compare, one run, and the table of results. */
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
	bool like_tool; /* REF_NATIVE: beside a real tool, so evicted pods are gone at once here,
			   too */
	bool prepared;  /* looked up and built, once */
	char commit[COMMIT_SIZE]; /* REF_GIT, when git knows it */
	struct strbuf tool;       /* path of the tool */
	struct strbuf build_log;
	struct error error; /* why it cannot be run */
};

struct settings {
	struct refbuild build;
	struct ref *refs;
	size_t n_refs;
	const char *const *snapshots; /* paths to open, and what to call them */
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

/* A line of the table. Numbers that are not known are UNKNOWN. */
struct row {
	const struct ref *ref;
	const char *snapshot;
	int status;
	struct strbuf log; /* its path */
	int64_t total_ms, binds, evictions, pending;
	struct action_time *times;
	size_t n_times;
	char decisions[65];         /* empty: not known */
	struct strbuf not_replayed; /* "numa, dra": what the snapshot has and the engine says it
				       left out */
	enum { DIFFERS_UNKNOWN, DIFFERS_NO, DIFFERS_YES } differs;
};

/* Everything up to a tool that can be run; later calls return at once. False: r->error says why
 * not. */
bool ref_prepare(const struct settings *s, struct ref *r);
/* Replays a snapshot with a ref and fills in the row, whose log is a path to write to. What goes
 * wrong in the run is the row's status and is in the log; false with *e set only when the log
 * itself cannot be written. */
bool run_ref(
	const struct settings *s, struct ref *r, size_t snapshot, struct row *row, struct error *e);
/* The events of a run: fills in what its summary tells, and what was not replayed. */
void row_read_events(struct row *row, const char *events_path);

struct table {
	struct row *rows;
	size_t n;
	bool several; /* snapshots: a last column tells which */
};

bool table_print(const struct table *t, enum format format, const char *path, struct error *e);

#endif
