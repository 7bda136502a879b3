#include "shortcuts/scout.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/victim_sequence.h"

enum { STATES_AHEAD = 64 };

struct scout {
	struct search *q;
	const struct probe_nodes *nodes;
	struct prefix_picks *picks; /* of the state; NULL: none yet */
	struct proposal state;      /* potential.items: allocated with malloc */
	bool live;                  /* picks may have more */
	int at;                     /* in the victim sequence: the first batch behind the state */
	int known;                  /* how many batches the probe's own state has */
	struct bounds bounds;       /* those of the search, with sums of its own, in sums */
	struct victims sums;
	double *spare;
	struct arena arena; /* of sums and spare */
};

struct scout *scout_new(struct search *q)
{
	struct scout *s = xcalloc(1, sizeof *s);

	s->q = q;
	s->at = -1;
	victims_new(q->session->c, &s->arena, &s->sums);
	s->spare = ARENA_ARRAY(&s->arena, (size_t)q->session->c->slots.count, double);
	return s;
}

static void add_batch(struct scout *s, const struct batch *b)
{
	struct batches *all = &s->state.potential;

	ARRAY_GROW(all->items, all->n, all->cap);
	all->items[all->n++] = *b;
	all->n_tasks += b->n;
	all->hash += b->hash;
}

/* The probe's state is ahead of the scout's. */
static void catch_up(struct scout *s, const struct proposal *base)
{
	struct batches own = s->state.potential;

	s->state = *base;
	s->state.potential = own;
	for (int i = own.n; i < base->potential.n; i++)
		add_batch(s, &base->potential.items[i]);
	s->at = victim_sequence_position(shortcuts_of(s->q)->victims);
	prefix_picks_begin(&s->picks, s->q, &s->state, s->nodes);
	s->live = true;
}

void scout_begin(struct scout *s, const struct bounds *f, const struct probe_nodes *nodes)
{
	const struct proposal *base = prefix_picks_state(shortcuts_of(s->q)->picks);

	s->nodes = nodes;
	s->bounds = *f;
	s->bounds.victims = s->sums;
	s->bounds.spare = s->spare;
	s->bounds.expects = true;
	s->known = base->potential.n;
	if (!s->picks || s->known > s->state.potential.n)
		catch_up(s, base);
}

/* Goes on to the next state. False: the next batch is not known, or the scout is far ahead. */
static bool grow(struct scout *s)
{
	struct victim_sequence *all = shortcuts_of(s->q)->victims;
	struct batch b = {0};

	if (s->state.potential.n - s->known >= STATES_AHEAD)
		return false;
	while (!b.n)
		if (s->at < 0 || !victim_sequence_peek(all, s->at, s->q, &b))
			return false;
		else
			s->at++;
	add_batch(s, &b);
	prefix_picks_begin(&s->picks, s->q, &s->state, s->nodes);
	s->live = true;
	return true;
}

/* No other bound proves it infeasible. */
static bool has_dry_run(struct scout *s, const struct proposal *p)
{
	struct bounds *f = &s->bounds;
	bool known;

	victims_clear(f);
	known = victims_add_all(f, &p->recorded) && victims_add_all(f, &p->potential) &&
		victims_update(s->q, f);
	s->sums = f->victims;
	return known && f->victims.n > 0 && !f->victims.unsure &&
		bounds_of_sums(f, s->nodes) == BOUND_NONE;
}

const struct proposal *scout_next(struct scout *s)
{
	while (s->live || grow(s)) {
		const struct proposal *p = prefix_picks_next(s->picks);

		s->live = p != NULL;
		if (p && !p->repeat && has_dry_run(s, p))
			return p;
	}
	return NULL;
}

const double *scout_spare(const struct scout *s)
{
	return s->spare;
}

void scout_free(struct scout *s)
{
	if (!s)
		return;
	prefix_picks_free(s->picks);
	free(s->state.potential.items);
	arena_free(&s->arena);
	free(s);
}
