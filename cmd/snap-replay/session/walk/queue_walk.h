/* The walk: the order in which jobs are visited (rules/03 3). Each leaf queue holds a heap of its
 * jobs (walk/heap.h); the queues stand in a queue heap (walk/queue_heap.h). Keys change while items
 * are inside, and only dirty queues are compared again, so the order depends on the heap algorithm.
 */
#ifndef SNAP_QUEUE_WALK_H
#define SNAP_QUEUE_WALK_H
#include "session/session.h"

struct walk_options {
	/* Filters of rules/03 3.3: only jobs that are ready, have a Pending task, are preemptible,
	 * have an active allocated task, are not within their preemption delay. */
	bool ready_only, pending_only, preemptible_only, active_only, delay;
	bool victim;   /* a victim walk: the orders of jobs and queues are reversed */
	bool traced;   /* the walk of an action: it calls the tracer (session/trace.h) */
	int64_t depth; /* jobs per leaf queue; -1: unlimited */
};
struct walk;

/* An empty walk; options are copied. The caller frees it with walk_free. */
struct walk *walk_new(struct session *s, const struct walk_options *options);
/* Pushes the jobs that pass the filters, in the order of job.fill_rank. With a depth limit and
 * without --seed: in the order of `jobs`. jobs: sorted by name. */
void walk_fill(struct walk *w, struct job *const *jobs, int n);
/* Pushes the job if it passes the filters. Call it for one job after another in the order of
 * job.fill_rank. */
void walk_fill_one(struct walk *w, struct job *j);
/* Sets job.fill_rank of all jobs, and session.jobs_to_fill. session_open calls it. */
void walk_rank_jobs(struct session *s);
/* Pushes the job without the filters; does nothing if the job has no leaf queue. Above the depth
 * the last item of the queue's heap is dropped, not always the worst (rules/03 3.1). */
void walk_push(struct walk *w, struct job *j);
struct job *walk_pop(struct walk *w); /* NULL: empty */
bool walk_empty(const struct walk *w);
int walk_size(const struct walk *w); /* in jobs */
void walk_free(struct walk *w);      /* w may be NULL */
/* When the job's preemption delay ends, before which it evicts nobody. False: it has none. */
bool walk_delay_end(const struct job *j, struct instant *end);
/* ---- for --explain: not for victim walks, without effect on the session ---- */
/* The job that walk_pop would return if all queues were compared again; NULL: empty. */
struct job *walk_peek(struct walk *w);
/* Replaces the queues by the two above them, or themselves, that have one parent or are top level;
 * by one queue if the queues are equal. */
void queue_siblings(struct queue **a, struct queue **b);
/* Why job a, which is popped now or next, comes before job b, which waits. *a_queue and *b_queue
 * are the sibling queues that were compared, and *b_job is the next job of *b_queue; or both queues
 * are NULL, and the jobs were compared. */
struct order_reason walk_reason(struct walk *w, struct job *a, struct job *b,
	const struct queue **a_queue, const struct queue **b_queue, const struct job **b_job);
/* Sets tied[queue.index] for each queue that compares equal to the sibling at its parent slot in
 * the heap, and for that sibling. The caller clears `tied` before. Not for victim walks; without
 * effect on the session. */
void walk_ties(struct walk *w, bool *tied);
struct session *walk_session(struct walk *w);
const struct walk_options *walk_options_of(const struct walk *w);

#endif
