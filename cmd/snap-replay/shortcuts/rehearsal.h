/* What a simulation would do, worked out without touching jobs, pods or nodes (foresight.h,
 * FORESEEN_REHEARSED). */
#ifndef SNAP_REHEARSAL_H
#define SNAP_REHEARSAL_H
#include "shortcuts/foresight_private.h"

/* p is plain, was judged otherwise, and f->spare is known. True: it is known to fail. */
bool rehearse(struct search *q, struct foresight *f, const struct proposal *p,
	const struct probe_nodes *nodes);

#endif
