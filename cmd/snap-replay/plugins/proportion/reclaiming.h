/* What the filter of victims and the validator of reclaim share. */
#ifndef SNAP_RECLAIMING_H
#define SNAP_RECLAIMING_H
#include "plugins/proportion/proportion.h"

/* The reclaimer's queue and the victim's, or ancestors of theirs. */
struct ancestors {
	const struct queue_share *r, *e;
};
/* The first differing ancestors, or the last ones visited when a path ends before that. */
struct ancestors leveled(const struct queue_share *r, const struct queue_share *e);

/* With req the queue holds no more than its quota; _np: of what non-preemptible jobs hold. */
bool within_quota(const struct queue_share *q, const struct triple *req);
bool within_quota_np(const struct queue_share *q, const struct triple *req);

#endif
