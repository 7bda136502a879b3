/* What the victim filter and the scenario validator of reclaim share (rules/05 12.2 and 12.3). */
#ifndef SNAP_RECLAIMING_H
#define SNAP_RECLAIMING_H
#include "plugins/proportion/proportion.h"

/* The reclaimer's queue and the victim's, or ancestors of theirs. */
struct ancestors {
	const struct queue_share *r, *e;
};
/* Goes down the two paths from the top to r and e in step. Gives the first queues that differ; if a
 * path ends before that, the last queues reached. */
struct ancestors leveled(const struct queue_share *r, const struct queue_share *e);

/* True: with req the queue holds no more than its quota. within_quota_np: what its non-preemptible
 * jobs hold is no more than its quota. */
bool within_quota(const struct queue_share *q, const struct triple *req);
bool within_quota_np(const struct queue_share *q, const struct triple *req);

#endif
