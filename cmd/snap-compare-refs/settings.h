/* Settings of snap-compare-refs. */
#ifndef SNAP_COMPARE_SETTINGS_H
#define SNAP_COMPARE_SETTINGS_H
#include <stdint.h>
#include "common/program.h"
#include "cache.h"
#include "ref.h"
#include "snapshots.h"

struct settings {
	enum cache_command cache; /* CACHE_NONE: what follows */
	int64_t unused_ns;        /* of --cache prune; 0: not given */
	struct refbuild build;
	struct refs refs;
	struct snapshots snapshots;
	const char *now;    /* the clock of all replays; NULL: snap-replay's default */
	int64_t timeout_ms; /* -1: none */
	int verbosity;
	const char *output_dir; /* NULL: a new one, see places.h */
	enum format format;
	const char *output; /* NULL: stdout */
};

#endif
