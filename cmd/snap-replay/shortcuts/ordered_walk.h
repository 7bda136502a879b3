/* The walk of a dry run (shortcuts/dry_run.c): whose turn is next in the order that the queue
 * ledger (session/queue_ledger.h) gives.
 *
 * It pops what a walk filled with all jobs that have a Pending task, the victims' jobs and the
 * preemptor would pop, in the same order, but keeps to itself those whose turn changes nothing. Why
 * it is the same: the order of jobs is total and a job's place in it depends on its own pods only,
 * so a leaf's heap comes out sorted whatever its layout is, and sorting is done once. The heaps of
 * queues are built by the same pushes and comparisons as in queue_walk.c: a queue is pushed when
 * its first job is, by fill_rank, and comparisons then see the best job pushed so far. */
#ifndef SNAP_ORDERED_WALK_H
#define SNAP_ORDERED_WALK_H
#include "session/queue_ledger.h"
#include "session/session.h"

struct ordered_walk;
struct ordered_walk *ordered_walk_new(struct session *s, struct arena *a); /* in the arena */
/* The jobs that may walk, as they will be compared from now on, each with a leaf queue. None walks
 * yet. The answer: the same by *place*, their number in the order of jobs, queue by queue; it is
 * the walk's. */
struct job *const *ordered_walk_set(struct ordered_walk *w, struct job *const *jobs, int n);
/* What the job will ask for when its turn comes (kept as a copy). */
void ordered_walk_ask(struct ordered_walk *w, int place, const double *request);
/* From the next start on it walks, or no longer does. Silent: its turn changes no figures, and it
 * is not told. */
void ordered_walk_add(struct ordered_walk *w, int place, bool silent);
void ordered_walk_remove(struct ordered_walk *w, int place);
/* Between two pops only the queues above the popped job may change in the ledger. */
void ordered_walk_start(struct ordered_walk *w, const struct queue_ledger *ledger);
int ordered_walk_pop(
	struct ordered_walk *w); /* the place of the next one; -1: all had their turn */

#endif
