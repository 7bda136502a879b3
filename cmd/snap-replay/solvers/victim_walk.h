/* The supply of victims: candidates in the order of the victim walk, and what is taken of each
 * (rules/04 6). */
#ifndef SNAP_VICTIM_WALK_H
#define SNAP_VICTIM_WALK_H
#include "solvers/scenario.h"

/* A walk over the candidates; walk_free ends it. */
struct walk *victim_walk_new(struct search *q, struct job_list candidates);
/* What the first job of the walk gives, in memory of the arena. recorded: by task index; NULL:
 * none. False: recorded tasks were to be taken, and nothing is; the job comes again with the
 * others. */
bool victim_walk_take(struct session *s, struct arena *a, struct walk *w, const bool *recorded,
	struct batch *out);

#endif
