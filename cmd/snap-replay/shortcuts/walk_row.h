/* Rows: jobs of one leaf that a scenario walk pops one after the other, without a look at the
 * queues above the leaf.
 *
 * Claim. The walk pops the same jobs.
 * Why. The leaf and each queue above it stand in slot 0, and stay there with a next job whose
 *   request is within what is left of their bounds (scenario_walk.h). A pop takes the same from all
 *   of them: so the smallest bounds, less the requests that were popped in the row, decide for all.
 *   What else a pop changes above the leaf is done when the row ends, for all its jobs together.
 *   Until then nobody asks: no queue is left without other jobs, so none becomes inert, and none
 *   comes to have all that are left.
 * Needs. As for those bounds.
 * Guard. No queue is watched: walk_row_begin. The leaf keeps another job: there, and goes_on in
 *   walk_row.c.
 * Test. tests/unit/snap-replay/test_scenario_walk.c. */
#ifndef SNAP_WALK_ROW_H
#define SNAP_WALK_ROW_H

struct scenario_walk;
struct walk_queue;
struct walk_job;
struct walk_row {
	struct walk_queue *leaf; /* NULL: there is no row */
	/* As queue_bound: the next job and all that were popped together request no more than most,
	 * and those that were popped no more than `more`. */
	double most[3], more[3];
	double popped[3]; /* requests of the other jobs that were popped, together */
	int n;            /* how many they are */
};

/* Begins a row, if there may be one. The leaf has just given two other jobs one after the other:
 * so it is known how each queue above it stays in slot 0. */
void walk_row_begin(struct scenario_walk *w, struct walk_queue *leaf);
/* The next other job, popped; NULL: the row is over. Only if there is a row. */
const struct walk_job *walk_row_pop(struct scenario_walk *w);

#endif
