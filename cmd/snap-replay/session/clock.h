/* Decisions that depend on the cycle's clock: they come out otherwise once more time has passed. */
#ifndef SNAP_CLOCK_H
#define SNAP_CLOCK_H
#include "model/job.h"

struct session;

/* What is not over yet. */
enum clock_wait {
	WAIT_RUNTIME, /* the minimum runtime of a victim's queue (rules/05 13) */
	WAIT_DELAY,   /* the preemption delay of a pending job */
	WAIT_GRACE,   /* the grace period of a stale gang (rules/03 12) */
	CLOCK_WAITS
};

/* session.clock */
struct clock_waits {
	int jobs[CLOCK_WAITS]; /* how many jobs wait */
	struct str first;      /* the key of the first one, as an example */
};

/* The job waits, or keeps another one waiting. Counted once for each job and kind. */
void clock_count_wait(struct session *s, const struct job *j, enum clock_wait kind);
/* Warns if any decision depended on the clock. For a clock that is the newest time in the snapshot:
 * the capture was later, nobody knows how much. */
void clock_warn(struct session *s);

#endif
