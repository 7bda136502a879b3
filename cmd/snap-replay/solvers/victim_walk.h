/* The victim walk: gives the candidates' pods, batch by batch, in the order in which they become
 * victims (rules/04 6). */
#ifndef SNAP_VICTIM_WALK_H
#define SNAP_VICTIM_WALK_H
#include "solvers/scenario.h"

/* A walk over the candidates. The caller frees it with walk_free. */
struct walk *victim_walk_new(struct search *q, struct job_list candidates);
/* Pops the next job and sets *out to its unit to evict; the walk must not be empty. The job's other
 * tasks return to the walk as a clone if any of them holds room. Batch and clone are in the arena.
 * out->n may be 0.
 * recorded: by task index, the recorded victims; NULL: none. False: the unit has one of them; *out
 * is not set, and the clone has all tasks that are not recorded. */
bool victim_walk_take(struct session *s, struct arena *a, struct walk *w, const bool *recorded,
	struct batch *out);

#endif
