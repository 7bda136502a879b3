/* Dumps of kube-scheduler's cache in a log that arrives piece by piece. */
#ifndef SNAP_FETCH_KSCHED_LOG_H
#define SNAP_FETCH_KSCHED_LOG_H
#include "spool.h"

struct ksched_log;
/* most: bytes of a dump. NULL: *e is set. */
struct ksched_log *ksched_log_open(uint64_t most, struct error *e);
void ksched_log_close(struct ksched_log *log);
/* From now on a dump that begins is taken; a whole one replaces the one before it. */
void ksched_log_arm(struct ksched_log *log);
/* The next bytes of the log, of any number. False: *e is set. */
bool ksched_log_feed(struct ksched_log *log, struct str bytes, struct error *e);
/* Nothing has come for some time, or the log is at its end: an unstructured dump, which has no mark
 * at its end, is whole. */
void ksched_log_quiet(struct ksched_log *log);

bool ksched_log_any(const struct ksched_log *log);   /* there was a line */
bool ksched_log_begun(const struct ksched_log *log); /* a dump has begun and is not whole */
bool ksched_log_whole(const struct ksched_log *log); /* a dump is whole */
/* Writes the last whole dump. False: *e is set. */
bool ksched_log_write(const struct ksched_log *log, spool_put put, void *ctx, struct error *e);

#endif
