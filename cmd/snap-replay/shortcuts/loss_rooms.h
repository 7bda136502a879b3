/* Loss rooms: a dry run fails as soon as a queue has lost more than the validators let it lose.
 *
 * Claim. A scenario is infeasible if the jobs that found no place, below one queue, hold as much as
 *   its loss room together, whichever one of them is left out.
 * Why. A job has one turn in a scenario, so it stays evicted. The validators refuse that (hook
 *   reclaim_loss_room).
 * Needs. A dry job loses all its pods, or nothing; what it requests is what the validators see
 *   (dry_job.accepted; others are not counted).
 * Guard. That of dry runs (dry_run.h).
 * Test. tests/unit/snap-replay/test_loss_rooms.c; --exhaustive (prove.c). */
#ifndef SNAP_LOSS_ROOMS_H
#define SNAP_LOSS_ROOMS_H
#include "shortcuts/dry_run_private.h"

struct loss_rooms;  /* of the preemptor */
struct lane_losses; /* what the present dry run of one lane has lost */

/* For the dry runs of r, in the search's arena. */
struct loss_rooms *loss_rooms_new(struct search *q, const struct dry_run *r);
/* Call it whenever r was read anew. */
void loss_rooms_prepare(struct loss_rooms *rooms, struct search *q);

struct lane_losses *lane_losses_new(struct search *q, const struct loss_rooms *rooms);
/* A dry run begins. */
void lane_losses_begin(struct lane_losses *l);
/* The job at this position stays evicted. False: the dry run fails. */
bool lane_losses_add(struct lane_losses *l, int position);

#endif
