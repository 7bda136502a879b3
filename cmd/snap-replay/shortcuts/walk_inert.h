/* Inert queues: those all of whose jobs that are left are fixed ones. A scenario walk leaves them
 * out.
 *
 * Claim. Without the inert queues of a heap, the other jobs come in the same order.
 * Why. Let each queue of the heap, but for the first one and those next to it, go before those
 *   below it there. If the key of the first one has changed, it is moved down. Then the first one
 *   goes before all others, and that lasts: only its own key changes, when a job is popped below
 *   it, and then it is moved down again. So each queue has its turns when no other has a smaller
 *   key, wherever it stands. A turn of an inert queue changes no amounts, so no other key: without
 *   it, the others have the same turns in the same order.
 *   The queue that the heap is of has its key by the next job below it, which may be that of an
 *   inert queue. But nothing depends on the keys of queues that have no siblings in the walk,
 *   unless it is followed key by key (scenario_walk_follow): then none is left out.
 *   What is watched of a queue is the same, too, if the heap is that of its siblings: in such a
 *   heap nothing differs at the watched key.
 * Needs. The order of the queues is total: where they stand in the heap makes no difference.
 * Guard. walk_leave_out_inert.
 * Test. tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_WALK_INERT_H
#define SNAP_WALK_INERT_H
#include <stdbool.h>

struct scenario_walk;
struct walk_queue;

/* Leaves them out of the highest heap with more than one queue from which the walk goes on, if the
 * claim holds for it. */
void walk_leave_out_inert(struct scenario_walk *w);
/* True: the queue, or one above it, was left out. */
bool walk_is_left_out(const struct walk_queue *q);

#endif
