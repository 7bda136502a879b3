/* Bundles: inner queues that a scenario walk takes for leaves.
 *
 * Claim. In a scenario that has no other jobs than fixed ones below an inner queue, the queue gives
 *   its siblings no more to see than a leaf with one sequence of fixed jobs does: the bundle.
 * Why. Fixed jobs are inert, so nothing changes below the queue during the walk. Which job it has
 *   next follows from the order in which the queues below it are put into their heaps and give
 *   their jobs, and that from their amounts, which are as they were when the bundle was made. Its
 *   siblings are compared with the queue by its own amounts and by that next job alone: while the
 *   heaps are filled, by the job that is next among those pushed so far; then before each job that
 *   it gives.
 * Needs. Equal versions of the queue mean equal amounts of it and of all queues below it.
 * Guard. The version of the ledger (walk_bundle).
 * Test. tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_WALK_BUNDLES_H
#define SNAP_WALK_BUNDLES_H
#include <stdbool.h>
#include <stdint.h>

struct scenario_walk;
struct walk_queue;
struct bundle {
	bool made;        /* walk_queue.fixed has the sequence */
	uint64_t version; /* of the queue, when it was made */
};

/* True: the inner queue is a leaf in this walk. Call it before the walk's heaps are filled. Bundles
 * are made once a walk was started some times with the same fixed jobs. */
bool walk_bundle(struct scenario_walk *w, struct walk_queue *q);

#endif
