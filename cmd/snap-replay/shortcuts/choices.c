#include "shortcuts/choices.h"

#include "session/units.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/kin.h"

struct judged_batch {   /* the last batch of a job */
	unsigned round; /* of choices, when it was judged; 0: never */
	bool refused;   /* kin_refuses */
	bool safe;      /* it may be left out, unless its job has a stale unit cache */
	struct task *const *tasks;
	double contribution;
};
struct choices {
	/* All that was judged in an earlier round is forgotten. These are of the present one: */
	unsigned round;
	uint64_t probe;               /* search.probes */
	long generation;              /* shortcuts.generation */
	struct bounds *bounds;        /* NULL: only the deficit counts */
	bool recorded_are_safe;       /* all pods of the recorded victims leave nothing behind */
	struct judged_batch *batches; /* by job index */
};

static struct choices *choices_new(struct search *q)
{
	struct choices *c = ARENA_NEW(&q->arena, struct choices);

	c->batches = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs, struct judged_batch);
	return c;
}

static bool all_leave_nothing(struct bounds *f, const struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		if (!bounds_leaves_nothing(f, b->tasks[i]))
			return false;
	return true;
}

static struct choices *choices_of(struct search *q, const struct proposal *p)
{
	struct shortcuts *m = shortcuts_of(q);
	struct bounds *f = kin_bounds(q, p);
	struct choices *c = m->choices ? m->choices : (m->choices = choices_new(q));

	if (c->round && c->probe == q->probes && c->generation == m->generation && c->bounds == f)
		return c;
	c->round++;
	c->probe = q->probes;
	c->generation = m->generation;
	c->bounds = f;
	c->recorded_are_safe = f != NULL;
	for (int i = 0; i < p->recorded.n && c->recorded_are_safe; i++)
		c->recorded_are_safe = all_leave_nothing(f, &p->recorded.items[i]);
	return c;
}

static const struct judged_batch *judge(
	struct search *q, struct choices *c, const struct proposal *p, const struct batch *b)
{
	struct judged_batch *known = &c->batches[b->job_index];

	if (known->round == c->round && known->tasks == b->tasks)
		return known;
	*known = (struct judged_batch){.round = c->round,
		.tasks = b->tasks,
		.contribution = contribution_of(q, b->tasks, b->n)};
	if (c->bounds) {
		known->refused = kin_refuses(q, c->bounds, b);
		known->safe =
			all_leave_nothing(c->bounds, b) && !batches_have_job(&p->recorded, b->job);
	}
	return known;
}

bool choice_fails(struct search *q, const struct proposal *p)
{
	struct choices *c = choices_of(q, p);
	bool exempt = false, refused = false, safe = c->recorded_are_safe;
	double sum = 0;

	for (int i = 0; i < p->potential.n; i++) {
		const struct batch *b = &p->potential.items[i];
		const struct judged_batch *known = judge(q, c, p, b);

		sum += known->contribution;
		exempt |= is_exempt(q, b->job_index);
		refused |= known->refused;
		safe &= known->safe && !session_unit_at_is_stale(q->session, b->job, b->job_index);
	}
	return !may_cover_deficit(q, sum, exempt) || (refused && safe);
}
