/* What pod groups with the same trouble have in common. */
#ifndef SNAP_GENERIC_WORDS_H
#define SNAP_GENERIC_WORDS_H
#include "model/cluster.h"

/* The text about the job, and about its task (NULL: none), with NODE, CLAIM and POD instead of the
 * names of nodes, of the task's claims and of the task, and without the job's. In the arena, or
 * text itself. */
struct str generic_words(struct arena *a, const struct cluster *c, const struct job *j,
	const struct task *t, struct str text);

#endif
