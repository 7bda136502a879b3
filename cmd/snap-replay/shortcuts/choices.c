#include "shortcuts/choices.h"

#include "session/units.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/kin.h"

struct judged_batch {        /* the last batch of a job */
	unsigned round;      /* of choices, when it was judged; 0: never */
	bool refused;        /* kin_refuses */
	bool leaves_nothing; /* when it is not proposed, but for a stale unit cache */
	struct task *const *tasks;
	double contribution;
};
struct choices {
	/* All that was judged in an earlier round is forgotten. These are of the present one: */
	unsigned round;
	uint64_t probe;        /* search.probes */
	long generation;       /* shortcuts.generation */
	struct bounds *bounds; /* NULL: only the deficit counts */
	bool recorded_leave_nothing;
	struct judged_batch *batches; /* by job index */
};

static struct choices *choices_new(struct search *q)
{
	struct choices *c = ARENA_NEW(&q->arena, struct choices);

	c->batches = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs, struct judged_batch);
	return c;
}

static bool all_reversible(struct bounds *f, const struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		if (!bounds_is_reversible(f, b->tasks[i]))
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
	c->recorded_leave_nothing = f != NULL;
	for (int i = 0; i < p->recorded.n && c->recorded_leave_nothing; i++)
		c->recorded_leave_nothing = all_reversible(f, &p->recorded.items[i]);
	return c;
}

static bool has_job(const struct batches *list, const struct job *j)
{
	for (int i = 0; i < list->n; i++)
		if (list->items[i].job == j)
			return true;
	return false;
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
		known->leaves_nothing =
			all_reversible(c->bounds, b) && !has_job(&p->recorded, b->job);
	}
	return known;
}

bool choice_fails(struct search *q, const struct proposal *p)
{
	struct choices *c = choices_of(q, p);
	bool exempt = false, refused = false, leaves_nothing = c->recorded_leave_nothing;
	double sum = 0;

	for (int i = 0; i < p->potential.n; i++) {
		const struct batch *b = &p->potential.items[i];
		const struct judged_batch *known = judge(q, c, p, b);

		sum += known->contribution;
		exempt |= is_exempt(q, b->job_index);
		refused |= known->refused;
		leaves_nothing &= known->leaves_nothing &&
			!session_unit_at_is_stale(q->session, b->job, b->job_index);
	}
	return !may_cover_deficit(q, sum, exempt) || (refused && leaves_nothing);
}
