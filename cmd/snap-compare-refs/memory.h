/* How much memory replays and builds need, so that no more of them run at once than fit. All are
 * estimates, in bytes. */
#ifndef SNAP_COMPARE_MEMORY_H
#define SNAP_COMPARE_MEMORY_H
#include "ref.h"

/* What the system has available now, or less if the container has less. UINT64_MAX: unknown. */
uint64_t memory_available(void);
/* The same, where meminfo is a file like /proc/meminfo. */
uint64_t memory_in(const char *meminfo);
/* Of the JSON in a snapshot file. 0: it cannot be read. */
uint64_t memory_of_json(const char *path);
/* Of a replay with that ref. */
uint64_t memory_of_replay(const struct ref *ref, uint64_t json);
/* Of a build. */
uint64_t memory_of_build(void);

#endif
