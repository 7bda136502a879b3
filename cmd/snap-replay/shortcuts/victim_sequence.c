#include "shortcuts/victim_sequence.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "session/trace.h"
#include "shortcuts/batches_by_job.h"
#include "shortcuts/shortcuts.h"
#include "solvers/victim_walk.h"
#include "session/units.h"

struct victim_sequence {
	struct job_list candidates;
	uint64_t *stale; /* the set of jobs with a stale cache */
	int n_stale;
	struct walk *walk; /* behind the last item; NULL: the sequence is forgotten */
	struct batch *items;
	int n, cap;
	struct cursor *user; /* the cursor that reads this sequence; NULL: none */
	struct arena arena;  /* of the items' tasks, and of jobs of the walk */
	bool forgot;         /* in this search: the arena holds items that nobody reads any more */
};
struct cursor {
	struct search *q;
	struct victim_sequence *shared; /* NULL: detached, walk is its own */
	int at;                         /* index of the next item of shared */
	struct walk *walk;
	const bool *recorded; /* by task index; NULL: none */
};

/* ---- the sequence ---- */

struct victim_sequence *victim_sequence_new(const struct session *s)
{
	struct victim_sequence *d = xcalloc(1, sizeof *d);
	size_t jobs = (size_t)s->c->n_jobs;

	d->candidates.items = xcalloc(jobs, sizeof(struct job *));
	d->stale = xcalloc((size_t)bit_blocks(s->c->n_jobs), sizeof *d->stale);
	return d;
}

/* Detach: the cursor continues with a private walk at the same position. */
static void detach(struct cursor *u)
{
	struct victim_sequence *d = u->shared;
	struct batch again;

	if (u->at == d->n) {
		u->walk = d->walk;
		d->walk = NULL;
	} else {
		u->walk = victim_walk_new(u->q, d->candidates);
		for (; u->at > 0; u->at--)
			victim_walk_take(u->q->session, &u->q->arena, u->walk, u->recorded, &again);
	}
	u->shared = NULL;
	d->user = NULL;
}

static void forget(struct victim_sequence *d)
{
	d->forgot |= d->walk != NULL;
	if (d->user)
		detach(d->user);
	walk_free(d->walk);
	d->walk = NULL;
	d->items = NULL;
	d->n = d->cap = 0;
}

static bool any_stale(const struct victim_sequence *d, const struct proposal *p)
{
	struct batch_cursor at = {0};

	for (int i = 0; i < p->recorded.n; i++)
		if (bit_is_set(d->stale, p->recorded.items[i].job_index))
			return true;
	return next_batch_in(p, d->stale, &at) != NULL;
}

bool victim_sequence_minds(const struct victim_sequence *d, const struct proposal *p)
{
	return d->walk && d->n_stale && any_stale(d, p);
}

void victim_sequence_before(struct victim_sequence *d, const struct proposal *p, bool reversible)
{
	if (victim_sequence_minds(d, p) || (d->walk && !reversible))
		forget(d);
}

void victim_sequence_search_ends(struct victim_sequence *d, bool same)
{
	if (same && !d->forgot)
		return;
	forget(d);
	arena_free(&d->arena);
	d->forgot = false;
}

void victim_sequence_free(struct victim_sequence *d)
{
	victim_sequence_search_ends(d, false);
	free(d->candidates.items);
	free(d->stale);
	free(d);
}

static void note_stale(struct victim_sequence *d, const struct cluster *c)
{
	memset(d->stale, 0, (size_t)bit_blocks(c->n_jobs) * sizeof *d->stale);
	d->n_stale = 0;
	for (int i = bit_next(c->may_cache_unit, 0, c->n_jobs); i < c->n_jobs;
		i = bit_next(c->may_cache_unit, i + 1, c->n_jobs))
		if (session_unit_is_stale(c->jobs[i])) {
			bit_set(d->stale, i);
			d->n_stale++;
		}
}

static void begin(struct victim_sequence *d, struct search *q, struct job_list candidates)
{
	forget(d);
	memcpy(d->candidates.items, candidates.items,
		(size_t)candidates.n * sizeof *candidates.items);
	d->candidates.n = candidates.n;
	note_stale(d, q->session->c);
	d->walk = victim_walk_new(q, candidates);
}

static bool are_of(const struct victim_sequence *d, struct job_list candidates)
{
	return d->walk && d->candidates.n == candidates.n &&
		memcmp(d->candidates.items, candidates.items,
			(size_t)candidates.n * sizeof *candidates.items) == 0;
}

static void take_one(struct victim_sequence *d, struct session *s)
{
	ARENA_GROW(&d->arena, d->items, d->n, d->cap);
	victim_walk_take(s, &d->arena, d->walk, NULL, &d->items[d->n++]);
}

/* ---- cursors ---- */

struct cursor *cursor_new(struct search *q, struct job_list candidates, const bool *recorded)
{
	struct victim_sequence *d = shortcuts_of(q)->victims;
	struct cursor *u = ARENA_NEW(&q->arena, struct cursor);

	if (!are_of(d, candidates))
		begin(d, q, candidates);
	*u = (struct cursor){.q = q, .shared = d, .recorded = recorded};
	d->user = u;
	return u;
}

bool cursor_is_over(const struct cursor *u)
{
	return u->shared ? u->at == u->shared->n && walk_empty(u->shared->walk)
			 : walk_empty(u->walk);
}

/* How much of the batch is recorded. WHOLE_JOB: all of it, and the job has nothing else. */
enum overlap { NOTHING, WHOLE_JOB, SOMETHING };

static enum overlap overlap_of(const struct cursor *u, const struct batch *b)
{
	int n = 0;

	for (int i = 0; u->recorded && i < b->n; i++)
		n += u->recorded[b->tasks[i]->index];
	if (!n)
		return NOTHING;
	return n == b->job->n_tasks && !b->job->active_drift ? WHOLE_JOB : SOMETHING;
}

bool cursor_next(struct cursor *u, struct batch *out)
{
	struct victim_sequence *d = u->shared;

	if (d && u->at == d->n)
		take_one(d, u->q->session);
	switch (d ? overlap_of(u, &d->items[u->at]) : SOMETHING) {
	case NOTHING: *out = d->items[u->at++]; return true;
	case WHOLE_JOB: u->at++; return false;
	case SOMETHING: break;
	}
	if (d)
		detach(u);
	return victim_walk_take(u->q->session, &u->q->arena, u->walk, u->recorded, out);
}

void cursor_free(struct cursor *u)
{
	if (u->shared)
		u->shared->user = NULL;
	walk_free(u->walk);
}
