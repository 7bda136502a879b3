/* Candidates for which reclaim's filter of victims answers by their queue.
 *
 * Claim. For all jobs with the number of a queue the filter has one answer in a search, and asking
 *   has no effect.
 * Why. Jobs of one queue have pod groups that name the same queue. The plugins say the rest: hook
 *   reclaim_filter_by_queue, of which minruntime's answer rests on what is constant in an action of
 *   that kind: when a job started.
 * Guard. Each plugin with a filter says so: alike_victims_new. Nobody is told why a job is no
 *   victim: find_candidates in actions/evicting.c.
 * Test. tests/unit/snap-replay/test_alike_victims.c. */
#ifndef SNAP_ALIKE_VICTIMS_H
#define SNAP_ALIKE_VICTIMS_H
#include "session/session.h"

/* By job index: the index of its queue; -1: the job is not alike. By malloc; NULL: nothing is
 * known. */
int *alike_victims_new(struct session *s);

#endif
