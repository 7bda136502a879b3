/* The walk: the order in which jobs are visited (rules/03 3). Each leaf queue holds a heap of its
 * jobs; the queues stand in a queue heap. The heap algorithm is behaviour: keys change while
 * elements are in the heaps, and only elements that are marked as dirty are compared again. */
#ifndef SNAP_QUEUE_WALK_H
#define SNAP_QUEUE_WALK_H
#include "session/session.h"

struct walk_options {
	bool ready_only, pending_only, preemptible_only, active_only,
		delay; /* filters of rules/03 3.3 */
	bool victim;   /* reversed order */
	bool traced;   /* the walk of an action: it is reported to the tracer (session/trace.h) */
	int64_t depth; /* -1: unlimited */
};
struct walk; /* owned by the caller until walk_free */

struct walk *walk_new(struct session *s, const struct walk_options *options);
/* Pushes the jobs that pass the filters, by fill_rank; with a depth by id. jobs: by id ascending.
 */
void walk_fill(struct walk *w, struct job *const *jobs, int n);
/* Pushes the job if it passes the filters. The caller must call it by fill_rank. */
void walk_fill_one(struct walk *w, struct job *j);
/* Sets job.fill_rank of all jobs and session.jobs_to_fill, when the session opens. */
void walk_rank_jobs(struct session *s);
/* Pushes the job without a filter; a job without a leaf queue is left out. */
void walk_push(struct walk *w, struct job *j);
struct job *walk_pop(struct walk *w); /* NULL: empty */
bool walk_empty(const struct walk *w);
int walk_size(const struct walk *w);
void walk_free(struct walk *w);
/* For the tracer; neither changes the session. walk_peek: the job that the walk would pop if
 * nothing changed; NULL: empty. walk_reason: why job a, which is popped now or next, comes before
 * job b, which waits. *a_queue and *b_queue are the sibling queues that were compared, *b_job the
 * next job of *b_queue; both queues are NULL if the jobs were compared. */
struct job *walk_peek(struct walk *w);
struct order_reason walk_reason(struct walk *w, struct job *a, struct job *b,
	const struct queue **a_queue, const struct queue **b_queue, const struct job **b_job);
/* Sets tied, by queue index, for queues that are equal to a sibling beside them in their heap. Does
 * not change the session. */
void walk_ties(struct walk *w, bool *tied);
struct session *walk_session(struct walk *w);
const struct walk_options *walk_options_of(const struct walk *w);

#endif
