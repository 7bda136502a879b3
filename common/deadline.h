/* --timeout: the program ends after a time, whatever it does then. */
#ifndef SNAP_DEADLINE_H
#define SNAP_DEADLINE_H
#include <stdint.h>
#include "common/msg.h"

/* From now on: after ms milliseconds the cleanup runs (common/cleanup.h), a message about input
 * (as in msg_error) is written, and the program ends with SNAP_LIMIT. Not inherited by children. */
void deadline_set(int64_t ms, const char *input);
/* What the program does from now on, for the message: "reclaim for pod group a/b". Cut after 240
 * characters. Of the main thread. Without a deadline it does nothing. */
void deadline_doing(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Called in the signal handler before the program ends, so it must be async-signal-safe; NULL:
 * none. */
void deadline_at_end(void (*last)(void));
/* Not any more: what is left of the program's work takes no time. */
void deadline_lift(void);

/* For work that looks at the clock itself, and has something left to do when the time is over:
 * between hold and go_on the program does not end. Left: milliseconds; -1: no deadline. Passed:
 * sets the error that the message would have, and returns false. */
int64_t deadline_left(void);
void deadline_hold(void);
void deadline_go_on(void);
bool deadline_passed(struct error *e);

#endif
