/* The tree of heaps in which jobs are visited (rules/03 3). The exact heap algorithm is
 * behaviour: keys change while elements sit in the heaps and only flagged slots are re-sorted. */
#ifndef SNAP_QUEUE_WALK_H
#define SNAP_QUEUE_WALK_H
#include "session/session.h"

struct walk_options {
	bool ready_only, pending_only, preemptible_only, active_only,
		delay; /* filters of rules/03 3.3 */
	bool victim;   /* reversed order */
	bool told;     /* the walk of an action: --explain is told of it */
	int64_t depth; /* -1: unlimited */
};
struct walk; /* owned by the caller until walk_free */

struct walk *walk_new(struct session *s, const struct walk_options *options);
void walk_fill(struct walk *w, struct job *const *jobs, int n); /* jobs by id ascending */
void walk_fill_one(struct walk *w, struct job *j);              /* the caller goes by fill_rank */
void walk_rank_jobs(struct session *s); /* at session open: fill_rank, session.jobs_to_fill */
void walk_push(struct walk *w, struct job *j);
struct job *walk_pop(struct walk *w); /* NULL: empty */
bool walk_empty(const struct walk *w);
int walk_size(const struct walk *w);
void walk_free(struct walk *w);
/* For --explain, without effect on the session: whom the walk would pop if nothing changed (NULL:
 * empty), and why a, popped now or about to be, comes before b, which waits. */
struct job *walk_peek(struct walk *w);
struct order_reason walk_reason(struct walk *w, struct job *a, struct job *b,
	const struct queue **a_queue, const struct queue **b_queue, const struct job **b_job);
/* Queues that are equal to a sibling beside them in their heap, by queue index. Without effect on
 * the session. */
void walk_ties(struct walk *w, bool *tied);
struct session *walk_session(struct walk *w);
const struct walk_options *walk_options_of(const struct walk *w);

#endif
