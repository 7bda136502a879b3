/* What hangs on the cycle's clock: a decision that comes out otherwise once some more time has gone
 * by. */
#ifndef SNAP_CLOCK_H
#define SNAP_CLOCK_H
#include "session/session.h"

enum clock_wait { WAIT_RUNTIME, WAIT_DELAY, WAIT_GRACE, CLOCK_WAITS };

/* The job was in the way, or kept away, because a time that the snapshot gives is not over yet.
 * Counted once for each kind. */
void clock_waits(struct session *s, const struct job *j, enum clock_wait kind);
/* The clock is older than the capture by nobody knows how much: warns if anything hangs on it. */
void clock_warn(struct session *s);

#endif
