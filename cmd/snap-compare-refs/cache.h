/* --cache: what the cache of builds holds, and its removal. */
#ifndef SNAP_COMPARE_CACHE_H
#define SNAP_COMPARE_CACHE_H
#include "common/builds/list.h"
#include "common/program.h"

enum cache_command { CACHE_NONE, CACHE_LIST, CACHE_PRUNE };

/* The argument of --cache; msg_usage on anything else. */
enum cache_command cache_parse(const char *arg);
/* Lists the builds, or removes those that failed and those not used for unused_ns (0: 30 days), and
 * writes them to output (NULL: stdout). Returns the exit status. */
int cache_run(
	enum cache_command command, int64_t unused_ns, enum format format, const char *output);

#endif
