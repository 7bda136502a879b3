/* The accumulator: grows a scenario batch by batch, with the victims of the victim walk (rules/04
 * 6).
 */
#include "common/grow.h"
#include "solvers/questions.h"
#include "solvers/victim_walk.h"

struct accumulator {
	struct search *q;
	struct proposal scenario;
	bool has_scenario;
	struct cursor *cursor; /* NULL: victims come from the walk */
	struct walk *walk;
	const bool *recorded; /* by task index; NULL: none */
	struct filters *filters;
};

void batches_add(struct search *q, struct batches *b, struct batch one)
{
	ARENA_GROW(&q->arena, b->items, b->n, b->cap);
	b->items[b->n++] = one;
	b->n_tasks += one.n;
	digest_add(&b->digest, &one.digest);
}

/* By task index; NULL: none. */
static const bool *recorded_tasks(struct search *q, const struct batches *recorded)
{
	bool *in;

	if (!recorded->n)
		return NULL;
	in = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_tasks, bool);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			in[recorded->items[i].tasks[k]->index] = true;
	return in;
}

struct accumulator *accumulator_new(struct search *q, struct job *preemptor,
	const struct batches *recorded, struct job_list victims, const struct probe_nodes *nodes)
{
	struct accumulator *a = ARENA_NEW(&q->arena, struct accumulator);

	a->q = q;
	a->recorded = recorded_tasks(q, recorded);
	if (QUESTION(q, victims_begin))
		a->cursor = q->questions->victims_begin(q, victims, a->recorded);
	if (!a->cursor)
		a->walk = victim_walk_new(q, victims);
	a->scenario.preemptor = preemptor;
	a->scenario.pending = search_unit(q, preemptor);
	a->scenario.recorded = *recorded;
	a->has_scenario = a->scenario.pending.n > 0;
	if (a->has_scenario)
		a->filters = filters_new(q, &a->scenario, nodes);
	return a;
}

void accumulator_free(struct accumulator *a)
{
	if (a->cursor)
		a->q->questions->victims_end(a->cursor);
	walk_free(a->walk);
}

static bool is_over(const struct accumulator *a)
{
	return a->cursor ? a->q->questions->victims_over(a->cursor) : walk_empty(a->walk);
}

/* One more victim job. False: it gave only recorded tasks. */
static bool add_next(struct accumulator *a)
{
	struct search *q = a->q;
	struct batch b;

	if (!(a->cursor ? q->questions->victims_next(a->cursor, &b)
			: victim_walk_take(q->session, &q->arena, a->walk, a->recorded, &b)))
		return false;
	if (b.n)
		batches_add(q, &a->scenario.potential, b);
	return true;
}

struct proposal *accumulator_next(struct accumulator *a, bool advance)
{
	if (!a->has_scenario)
		return NULL;
	for (;; advance = true) {
		if (advance) {
			if (is_over(a))
				return NULL;
			if (!add_next(a))
				continue;
		}
		if (filters_accept(a->filters, &a->scenario))
			return &a->scenario;
	}
}
