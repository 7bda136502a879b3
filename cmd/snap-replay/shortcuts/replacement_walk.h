/* The walk of a simulation, made once per search and started anew for every scenario (rules/04 9.3
 * and 13).
 *
 * It pops what a walk filled with all jobs that have a Pending task, the victims' jobs and the
 * preemptor would pop, in the same order. Why: the jobs that no scenario of the search can touch
 * (the stock) have the same keys in every simulation, and the order of jobs is total, so a leaf's
 * heap comes out sorted whatever its layout is: the stock is sorted once, and the others of a
 * scenario stand in a list beside it. The heaps of queues are built by the same pushes and
 * comparisons as in queue_walk.c: a queue is pushed when its first job is, and comparisons then see
 * the best job pushed so far, which is looked up in the stock's list of best jobs by fill_rank. */
#ifndef SNAP_REPLACEMENT_WALK_H
#define SNAP_REPLACEMENT_WALK_H
#include "session/session.h"

struct replacement_walk;

/* The stock: the jobs with a Pending task, but without one in use, except the preemptor. */
struct replacement_walk *replacement_walk_new(struct session *s, const struct job *preemptor);
void replacement_walk_free(struct replacement_walk *w);
/* Starts with the stock and these jobs: a clone stands for its original. All jobs of the session
 * with both Pending tasks and tasks in use must be among them, see replacement_walk_mixed. */
void replacement_walk_start(struct replacement_walk *w, struct job **jobs, int n);
/* NULL: empty. No queue's figures may change between a job of the stock and the next pop. */
struct job *replacement_walk_pop(struct replacement_walk *w);
const struct job_list *replacement_walk_mixed(
	const struct replacement_walk *w); /* without the preemptor's original */

#endif
