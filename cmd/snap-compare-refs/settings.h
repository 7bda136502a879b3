/* Settings of snap-compare-refs. */
#ifndef SNAP_COMPARE_SETTINGS_H
#define SNAP_COMPARE_SETTINGS_H
#include <stdint.h>
#include "common/program.h"
#include "cache.h"
#include "line.h"
#include "ref.h"
#include "row.h"
#include "snapshots.h"
#include "until.h"

/* Runs of a tool that does not decide the same each time. */
enum { VARYING_REPEAT = 3 };

struct settings {
	enum cache_command cache; /* CACHE_NONE: what follows */
	const char *program;      /* as this one was called */
	bool plan;                /* --plan */
	const char *collect;      /* --collect: its folder; NULL: not given */
	const char *part;         /* --part: the name of the row; NULL: not given */
	char part_key[ROW_KEY];
	const char *pinned; /* --commit: that the ref of --part stands for; NULL: not given */
	bool like_tool;     /* --like-snapshot-tool */
	int64_t unused_ns;  /* of --cache prune; 0: not given */
	struct refbuild build;
	struct line bisect; /* whose refs are those below */
	struct until until;
	struct refs refs;
	struct snapshots snapshots;
	const char *now;     /* the clock of all replays; NULL: snap-replay's default */
	int64_t timeout_ms;  /* -1: none */
	size_t jobs;         /* builds and replays at once */
	uint64_t max_memory; /* of them all; 0: what the system has */
	int verbosity;
	size_t repeat;          /* runs of each ref; 0: by its kind, and by what its runs decide */
	const char *output_dir; /* NULL: a new one, see places.h */
	enum format format;
	bool actions;       /* text has the times of the actions, too */
	size_t top;         /* pods in text for which the refs decide otherwise */
	const char *output; /* NULL: stdout */
};

#endif
