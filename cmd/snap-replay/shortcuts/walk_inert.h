/* Inert queues: those that have only fixed jobs left. A scenario walk leaves them out.
 *
 * Claim. Without the inert queues of a heap, the other jobs (scenario_walk.h) come in the same
 *   order.
 * Why. Let each queue of the heap go before its children in the heap, except that the key of the
 *   first one may have changed since it was compared with its two. Before it gives a job it is
 *   moved down, if that is so: then the queue in slot 0 goes before all others. It stays like that:
 *   a pop changes only the key of the queue in slot 0, by its own amounts and its next job, and one
 *   that has no jobs left is taken out of the heap. So the queue with the smallest key has the next
 *   turn, wherever it stands. A turn of an inert queue changes no amounts, so no other key: without
 *   it, the others have the same turns in the same order.
 *   The key of the queue above the heap comes from its next job, which may be one of an inert
 *   queue. But a queue without siblings in the walk is not compared.
 *   In two cases such keys do count. scenario_walk_follow records them, so nothing is left out
 *   there: scenario_walk.of_one. A watched queue is looked for by its key, so queues are left out
 *   beside it, but not below it: where it has the smallest key, it stands in slot 0 of a heap in
 *   order, with inert siblings and without.
 * Needs. The order of the queues is total. All queues have been put into the heap.
 * Guard. walk_leave_out_inert.
 * Test. tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_WALK_INERT_H
#define SNAP_WALK_INERT_H
#include <stdbool.h>

struct scenario_walk;
struct walk_queue;

/* Takes the inert queues out of the highest heap with more than one queue, in the part of the tree
 * where the walk goes on, if the claim holds there. */
void walk_leave_out_inert(struct scenario_walk *w);
/* True: the queue, or one above it, was left out. */
bool walk_is_left_out(const struct walk_queue *q);

#endif
