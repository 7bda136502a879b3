#include "shortcuts/draws.h"

#include <stdlib.h>

#include "common/mem.h"

struct draws {
	struct job_list candidates;
	bool *stale; /* by job index: candidates with a stale cache */
	int n_stale;
	struct walk *walk; /* stands behind the last draw; NULL: nothing is remembered */
	struct draw *items;
	int n, cap;
	struct drawing *user; /* that draws from here */
	struct arena arena;   /* the draws' tasks, and jobs of the walk */
	bool forgot;          /* in this search: the arena holds what is of no more use */
};
struct drawing {
	struct search *q;
	const bool *recorded;
	struct draws *shared; /* NULL: it has a walk of its own */
	int at;               /* next of shared */
	struct walk *walk;
};

/* ---- from a walk ---- */

static struct walk *victim_walk(struct search *q, struct job_list candidates)
{
	struct walk *w = walk_new(q->session, q->victim_walk);

	walk_fill(w, candidates.items, candidates.n);
	return w;
}

/* The tasks of j, of any status, that are not in e. */
static struct task_list rest_of(struct arena *a, const struct job *j, struct task_list e)
{
	struct task_list rest = {ARENA_ARRAY(a, (size_t)j->n_tasks + 1, struct task *), 0};

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
	struct task_list out = {ARENA_ARRAY(a, (size_t)j->n_tasks + 1, struct task *), 0};

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

/* One victim job; what is made for it lives in a. False: see drawing_next. */
static bool pop(
	struct session *s, struct arena *a, struct walk *w, const bool *recorded, struct draw *out)
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
	if (taken) {
		*out = (struct draw){.job = j->session_job,
			.n = e.n,
			.job_index = j->index,
			.hash = fingerprint_sum(e.items, e.n)};
		out->tasks = arena_alloc(a, ((size_t)e.n + 1) * sizeof *out->tasks);
		memcpy(out->tasks, e.items, (size_t)e.n * sizeof *out->tasks);
	}
	free(e.items);
	return taken;
}

/* ---- what is remembered ---- */

struct draws *draws_new(const struct session *s)
{
	struct draws *d = xcalloc(1, sizeof *d);
	size_t jobs = (size_t)s->c->n_jobs + 1;

	d->candidates.items = xcalloc(jobs, sizeof(struct job *));
	d->stale = xcalloc(jobs, sizeof *d->stale);
	return d;
}

/* It goes on alone, from where it stands. */
static void part(struct drawing *u)
{
	struct draws *d = u->shared;
	struct draw again;

	if (u->at == d->n) {
		u->walk = d->walk;
		d->walk = NULL;
	} else {
		u->walk = victim_walk(u->q, d->candidates);
		for (; u->at > 0; u->at--)
			pop(u->q->session, &u->q->arena, u->walk, NULL, &again);
	}
	u->shared = NULL;
	d->user = NULL;
}

static void forget(struct draws *d)
{
	d->forgot |= d->walk != NULL;
	if (d->user)
		part(d->user);
	walk_free(d->walk);
	d->walk = NULL;
	d->items = NULL;
	d->n = d->cap = 0;
}

static bool any_stale(const struct draws *d, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		if (d->stale[b->items[i].job_index])
			return true;
	return false;
}

void draws_before(struct draws *d, const struct proposal *p, bool plain)
{
	if (d && d->walk &&
		(!plain ||
			(d->n_stale &&
				(any_stale(d, &p->recorded) || any_stale(d, &p->potential)))))
		forget(d);
}

void draws_search_ends(struct draws *d, bool same)
{
	if (same && !d->forgot)
		return;
	forget(d);
	arena_free(&d->arena);
	d->forgot = false;
}

void draws_free(struct draws *d)
{
	draws_search_ends(d, false);
	free(d->candidates.items);
	free(d->stale);
	free(d);
}

static void begin(struct draws *d, struct search *q, struct job_list candidates)
{
	forget(d);
	memcpy(d->candidates.items, candidates.items,
		(size_t)candidates.n * sizeof *candidates.items);
	d->candidates.n = candidates.n;
	memset(d->stale, 0, (size_t)q->session->c->n_jobs);
	d->n_stale = 0;
	for (int i = 0; i < candidates.n; i++)
		if (session_unit_is_stale(candidates.items[i])) {
			d->stale[candidates.items[i]->index] = true;
			d->n_stale++;
		}
	d->walk = victim_walk(q, candidates);
}

static bool are_of(const struct draws *d, struct job_list candidates)
{
	return d->walk && d->candidates.n == candidates.n &&
		memcmp(d->candidates.items, candidates.items,
			(size_t)candidates.n * sizeof *candidates.items) == 0;
}

static void draw_one(struct draws *d, struct session *s)
{
	if (d->n == d->cap) {
		struct draw *items = ARENA_ARRAY(&d->arena, 2 * (size_t)d->n + 64, struct draw);

		if (d->n)
			memcpy(items, d->items, (size_t)d->n * sizeof *items);
		d->items = items;
		d->cap = 2 * d->n + 64;
	}
	pop(s, &d->arena, d->walk, NULL, &d->items[d->n++]);
}

/* ---- one drawing ---- */

struct drawing *drawing_new(struct search *q, struct job_list candidates, const bool *recorded)
{
	struct drawing *u = ARENA_NEW(&q->arena, struct drawing);

	*u = (struct drawing){.q = q, .recorded = recorded};
	if (!q->draws || recorded || q->session->literal) {
		u->walk = victim_walk(q, candidates);
		return u;
	}
	if (!are_of(q->draws, candidates))
		begin(q->draws, q, candidates);
	u->shared = q->draws;
	u->shared->user = u;
	return u;
}

bool drawing_is_over(const struct drawing *u)
{
	return u->shared ? u->at == u->shared->n && walk_empty(u->shared->walk)
			 : walk_empty(u->walk);
}

bool drawing_next(struct drawing *u, struct draw *out)
{
	struct draws *d = u->shared;

	if (!d)
		return pop(u->q->session, &u->q->arena, u->walk, u->recorded, out);
	if (u->at == d->n)
		draw_one(d, u->q->session);
	*out = d->items[u->at++];
	return true;
}

void drawing_free(struct drawing *u)
{
	if (u->shared)
		u->shared->user = NULL;
	walk_free(u->walk);
}
