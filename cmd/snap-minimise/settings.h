/* The command line. */
#ifndef SNAP_MINIMISE_SETTINGS_H
#define SNAP_MINIMISE_SETTINGS_H
#include "common/timefmt.h"
#include "predicate.h"

enum level { LEVEL_OBJECTS, LEVEL_FIELDS, LEVEL_VALUES, LEVELS };
extern const char *const minimise_levels[LEVELS];

struct settings {
	const char *file, *output; /* NULL: standard input and output */
	struct predicate *keep;
	int n_keep;
	const char *confirm; /* a tool that runs on the result; NULL: none */
	const char **tests;  /* commands of --test */
	int n_tests;
	enum level level; /* how far down things go */
	int jobs;
	int64_t budget_ms;   /* 0: none */
	struct instant now;  /* TIME_ZERO: as snap-replay */
	const char *follows; /* NULL: the default */
};

#endif
