/* One scenario grows batch by batch, as victims are drawn (rules/04 6). */
#include "shortcuts/draws.h"

struct accumulator {
	struct search *q;
	struct proposal scenario;
	bool has_scenario;
	struct drawing *drawing;
	struct filters *filters;
	double net; /* of the batches with a positive one: no choice of victims has more */
	bool odd;
};

void batches_add(struct search *q, struct batches *b, struct batch one)
{
	if (b->n == b->cap) {
		int cap = b->cap ? 2 * b->cap : 8;
		struct batch *items = ARENA_ARRAY(&q->arena, (size_t)cap, struct batch);

		if (b->n)
			memcpy(items, b->items, (size_t)b->n * sizeof *items);
		b->items = items;
		b->cap = cap;
	}
	b->items[b->n++] = one;
	b->n_tasks += one.n;
	b->hash += one.hash;
}

/* By task index; NULL: none. */
static const bool *recorded_tasks(struct search *q, const struct batches *recorded)
{
	bool *in;

	if (!recorded->n)
		return NULL;
	in = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_tasks + 1, bool);
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
	a->drawing = drawing_new(q, victims, recorded_tasks(q, recorded));
	a->scenario.preemptor = preemptor;
	a->scenario.pending = search_unit(q, preemptor);
	a->scenario.recorded = *recorded;
	a->scenario.worth = narrow_worth(q, 0, false);
	a->has_scenario = a->scenario.pending.n > 0;
	if (a->has_scenario)
		a->filters = filters_new(q, &a->scenario, nodes);
	return a;
}

void accumulator_free(struct accumulator *a)
{
	drawing_free(a->drawing);
}

static void add_batch(struct accumulator *a, const struct draw *d)
{
	struct search *q = a->q;
	struct batch b = {.job = d->job,
		.tasks = d->tasks,
		.n = d->n,
		.job_index = d->job_index,
		.hash = d->hash};

	b.odd = narrow_odd_at(q, b.job_index);
	b.net = narrow_net(q, b.tasks, b.n);
	batches_add(q, &a->scenario.potential, b);
	if (b.net > 0)
		a->net += b.net;
	a->odd |= b.odd;
	a->scenario.worth = narrow_worth(q, a->net, a->odd);
}

/* One more victim job. False: it gave only recorded tasks. */
static bool add_next(struct accumulator *a)
{
	struct draw d;

	if (!drawing_next(a->drawing, &d))
		return false;
	if (d.n)
		add_batch(a, &d);
	return true;
}

struct proposal *accumulator_next(struct accumulator *a, bool advance)
{
	if (!a->has_scenario)
		return NULL;
	for (;; advance = true) {
		if (advance) {
			if (drawing_is_over(a->drawing))
				return NULL;
			if (!add_next(a))
				continue;
		}
		if (filters_accept(a->filters, &a->scenario))
			return &a->scenario;
	}
}
