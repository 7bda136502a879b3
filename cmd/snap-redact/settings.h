/* The command line. */
#ifndef REDACT_SETTINGS_H
#define REDACT_SETTINGS_H
#include <stdbool.h>

enum mode { MODE_REDACT, MODE_RESTORE, MODE_VERIFY };
enum profile { PROFILE_SHARE, PROFILE_PUBLIC };

struct settings {
	enum mode mode;
	enum profile profile;
	const char *file, *output, *map;
	bool no_map, no_replay;
	char **keep, **drop; /* as given, without "rawObjects." and "[]" */
	int n_keep, n_drop;
};

#endif
