/* Decisions that depend on the cycle's time: at a later time they may come out otherwise (rules/10
 * 11). */
#ifndef SNAP_CLOCK_H
#define SNAP_CLOCK_H
#include "model/job.h"

struct session;

/* A time span that is not over yet. */
enum clock_wait {
	WAIT_RUNTIME, /* of a victim: the minimum runtime of its queue (rules/05 13) */
	WAIT_DELAY,   /* of a pending job: its preemption delay (rules/03 3.3) */
	WAIT_GRACE,   /* of a stale gang: its grace period (rules/03 12) */
	CLOCK_WAITS
};
_Static_assert(CLOCK_WAITS <= 8, "job.waits is a byte");

/* session.clock */
struct clock_waits {
	int jobs[CLOCK_WAITS]; /* how many jobs have such a span */
	struct str first;      /* the key of the first one, as an example */
};

/* Counts a span of the job on which a decision depended; once for each job and kind. */
void clock_count_wait(struct session *s, const struct job *j, enum clock_wait kind);
/* Warns if any decision depended on the cycle's time. Call it when that is the newest time in the
 * snapshot: the capture was later, by an unknown span. */
void clock_warn(struct session *s);

#endif
