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
struct walk_job;
struct walk_request;
struct bundle {
	uint64_t version; /* of the queue, when walk_queue.fixed got the sequence; 0: it did not */
	/* Another version that it has had since, and how many walks in a row. */
	uint64_t seen;
	int times;
	/* Memory of the sequence, which has the same size each time; NULL: none yet. */
	struct walk_job *jobs, *recorded;
	int *records;
	struct walk_request *most;
	/* Queue indexes: the leaf that gives the job when the bundle gives its job of that number.
	 * It need not be that of the job in the sequence, which is what siblings see before. */
	int *leaves;
	struct push *pushes;
};

/* True: the inner queue is a leaf in this walk. Call it before the walk's heaps are filled. A
 * bundle is made once the queue had the same version, and the same fixed jobs, in some walks. */
bool walk_bundle(struct scenario_walk *w, struct walk_queue *q);
/* q: a leaf, or a bundle. The queue index of the leaf that gives its fixed job of this number. */
int walk_bundle_leaf(const struct walk_queue *q, int i);

#endif
