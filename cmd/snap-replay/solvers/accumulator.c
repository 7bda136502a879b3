/* Victim supply: one scenario grows batch by batch in the order of the victim walk (kai/04 section 6). */
#include <stdlib.h>

#include "common/mem.h"
#include "search.h"

struct accumulator {
	struct search *q;
	struct proposal scenario;
	bool has_scenario;
	struct walk *walk;
	struct filters *filters;
	bool *recorded;           /* by task index */
	double net;               /* of the batches with a positive one: no choice of victims has more */
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

struct accumulator *accumulator_new(struct search *q, struct job *preemptor, const struct batches *recorded, struct walk *w,
                                    const struct probe_nodes *nodes)
{
	struct accumulator *a = ARENA_NEW(&q->arena, struct accumulator);

	a->q = q;
	a->walk = w;
	a->scenario.preemptor = preemptor;
	a->scenario.pending = search_unit(q, preemptor);
	a->scenario.recorded = *recorded;
	a->scenario.worth = narrow_worth(q, 0, false);
	a->has_scenario = a->scenario.pending.n > 0;
	a->recorded = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_tasks + 1, bool);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			a->recorded[recorded->items[i].tasks[k]->index] = true;
	if (a->has_scenario)
		a->filters = filters_new(q, &a->scenario, nodes);
	return a;
}

void accumulator_free(struct accumulator *a)
{
	walk_free(a->walk);
}

/* The tasks of j, of any status, that are not in `without` (by task index). */
static struct task_list tasks_without(struct search *q, const struct job *j, const bool *without)
{
	struct task_list out = {ARENA_ARRAY(&q->arena, (size_t)j->n_tasks + 1, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++)
		if (!without[j->tasks[i]->index])
			out.items[out.n++] = j->tasks[i];
	return out;
}

static void push_rest(struct accumulator *a, struct job *j, struct task_list e)
{
	struct task_list rest = {ARENA_ARRAY(&a->q->arena, (size_t)j->n_tasks + 1, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++) {
		bool in = false;

		for (int k = 0; k < e.n && !in; k++)
			in = e.items[k] == j->tasks[i];
		if (!in)
			rest.items[rest.n++] = j->tasks[i];
	}
	walk_push(a->walk, clone_job(a->q, j, rest.items, rest.n));
}

static bool any_recorded(const struct accumulator *a, struct task_list e)
{
	for (int i = 0; i < e.n; i++)
		if (a->recorded[e.items[i]->index])
			return true;
	return false;
}

static void add_batch(struct accumulator *a, struct batch b)
{
	struct search *q = a->q;

	b.hash = fingerprint_sum(b.tasks, b.n);
	b.odd = narrow_odd(q, b.job);
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
	struct search *q = a->q;
	struct job *j = walk_pop(a->walk);
	bool more;
	struct task_list e = session_tasks_to_evict(q->session, j, &more);
	bool added = true;

	if (any_recorded(a, e)) {
		struct task_list rest = tasks_without(q, j, a->recorded);

		if (rest.n)
			walk_push(a->walk, clone_job(q, j, rest.items, rest.n));
		added = false;
	} else {
		if (more)
			push_rest(a, j, e);
		if (e.n) {
			struct task **tasks = ARENA_ARRAY(&q->arena, (size_t)e.n, struct task *);

			memcpy(tasks, e.items, (size_t)e.n * sizeof *tasks);
			add_batch(a, (struct batch){.job = j->session_job, .tasks = tasks, .n = e.n, .job_index = j->session_job->index});
		}
	}
	free(e.items);
	return added;
}

struct proposal *accumulator_next(struct accumulator *a, bool advance)
{
	if (!a->has_scenario)
		return NULL;
	for (;; advance = true) {
		if (advance) {
			if (walk_empty(a->walk))
				return NULL;
			if (!add_next(a))
				continue;
		}
		if (filters_accept(a->filters, &a->scenario))
			return &a->scenario;
	}
}
