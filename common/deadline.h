/* --timeout: the program ends after a time, whatever it does then. */
#ifndef SNAP_DEADLINE_H
#define SNAP_DEADLINE_H
#include <stdint.h>

/* From now on: after ms milliseconds the cleanup runs (common/cleanup.h), a message about input
 * (as in msg_error) is written, and the program ends with SNAP_LIMIT. Not inherited by children. */
void deadline_set(int64_t ms, const char *input);
/* Not any more: what is left of the program's work takes no time. */
void deadline_lift(void);

#endif
