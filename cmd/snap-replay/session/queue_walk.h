/* The tree of heaps in which jobs are visited (kai/03 section 3). The exact heap algorithm is behaviour: keys change while elements
 * sit in the heaps and only flagged slots are re-sorted. */
#ifndef SNAP_QUEUE_WALK_H
#define SNAP_QUEUE_WALK_H
#include "session.h"

struct walk_options {
	bool ready_only, pending_only, preemptible_only, active_only, delay; /* filters of kai/03 section 3.3 */
	bool victim;   /* reversed order */
	int depth;     /* -1: unlimited */
};
struct walk; /* owned by the caller until walk_free */

struct walk *walk_new(struct session *s, const struct walk_options *options);
void walk_fill(struct walk *w, struct job *const *jobs, int n); /* jobs by id ascending */
void walk_fill_one(struct walk *w, struct job *j);               /* the caller goes by fill_rank */
void walk_rank_jobs(struct session *s);                          /* at session open: fill_rank, session.jobs_to_fill */
void walk_push(struct walk *w, struct job *j);
struct job *walk_pop(struct walk *w);   /* NULL: empty */
bool walk_empty(const struct walk *w);
int walk_size(const struct walk *w);
void walk_free(struct walk *w);
struct session *walk_session(struct walk *w);
const struct walk_options *walk_options_of(const struct walk *w);

#endif
