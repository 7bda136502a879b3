#include "solvers/victim_walk.h"
#include "session/units.h"

#include <stdlib.h>

struct walk *victim_walk_new(struct search *q, struct job_list candidates)
{
	struct walk *w = walk_new(q->session, q->victim_walk);

	walk_fill(w, candidates.items, candidates.n);
	return w;
}

/* The tasks of j, of any status, that are not in e. */
static struct task_list rest_of(struct arena *a, const struct job *j, struct task_list e)
{
	struct task_list rest = {ARENA_ARRAY(a, (size_t)j->n_tasks, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++) {
		bool in = false;

		for (int k = 0; k < e.n && !in; k++)
			in = e.items[k] == j->tasks[i];
		if (!in)
			rest.items[rest.n++] = j->tasks[i];
	}
	return rest;
}

/* Those that are not in `without` (by task index). */
static struct task_list tasks_without(struct arena *a, const struct job *j, const bool *without)
{
	struct task_list out = {ARENA_ARRAY(a, (size_t)j->n_tasks, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++)
		if (!without[j->tasks[i]->index])
			out.items[out.n++] = j->tasks[i];
	return out;
}

static bool any_recorded(const bool *recorded, struct task_list e)
{
	for (int i = 0; recorded && i < e.n; i++)
		if (recorded[e.items[i]->index])
			return true;
	return false;
}

static struct batch batch_of(struct arena *a, const struct job *j, struct task_list e)
{
	struct batch b = {.job = j->session_job,
		.n = e.n,
		.job_index = j->index,
		.digest = digest_of_tasks(e.items, e.n)};

	b.tasks = arena_alloc(a, (size_t)e.n * sizeof *b.tasks);
	memcpy(b.tasks, e.items, (size_t)e.n * sizeof *b.tasks);
	return b;
}

bool victim_walk_take(
	struct session *s, struct arena *a, struct walk *w, const bool *recorded, struct batch *out)
{
	struct job *j = walk_pop(w);
	bool more, taken;
	struct task_list e = session_tasks_to_evict(s, j, &more), rest = {NULL, 0};

	taken = !any_recorded(recorded, e);
	if (!taken)
		rest = tasks_without(a, j, recorded);
	else if (more)
		rest = rest_of(a, j, e);
	if (taken ? more : rest.n > 0)
		walk_push(w, clone_job(s, a, j, rest.items, rest.n));
	if (taken)
		*out = batch_of(a, j, e);
	free(e.items);
	return taken;
}
