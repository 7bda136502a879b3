/* Warnings of queues that compare equal: which one goes first is chance (rules/09 2). It matters if
 * not all of their pod groups find a place. */
#include <stdlib.h>

#include "actions/actions.h"
#include "common/mem.h"

bool *ties_find(struct walk *w)
{
	bool *tied = xcalloc((size_t)walk_session(w)->c->n_queues, sizeof *tied);

	walk_ties(w, tied);
	return tied;
}

/* The queue, or one above it, that is tied; NULL: none is. */
static struct queue *tied_above(const bool *tied, struct queue *q)
{
	while (q && !tied[q->index])
		q = q->parent;
	return q;
}

static void warn_tie(struct session *s, struct queue *q)
{
	bool **counted = &s->chance.tied;

	if (!*counted)
		*counted = ARENA_ARRAY(&s->arena, (size_t)s->c->n_queues, bool);
	if ((*counted)[q->index])
		return;
	(*counted)[q->index] = true;
	s->chance.ties++;
	warn_input(s->warnings, q->name,
		"queues that are equal in all, and not all of their pod groups find a place: which one goes first is chance, as --seed N may show");
}

void ties_warn(struct session *s, bool *tied)
{
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];
		struct queue *q = j->counts[POD_PENDING] > 0 && job_ready(j)
			? tied_above(tied, j->queue)
			: NULL;

		if (q)
			warn_tie(s, q);
	}
	free(tied);
}
