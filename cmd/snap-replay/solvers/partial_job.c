/* Clones of jobs: they share the tasks, and have a tree of sub-groups and counters of their own
 * (rules/04 5 and 6, rules/01 8.8). */
#include "model/job.h"
#include "solvers/scenario.h"

struct cloning {
	struct arena *arena;
	struct job *clone;
};

static struct sub_group *clone_set(
	struct cloning *c, const struct sub_group *from, struct sub_group *parent);

static struct pod_set *clone_pod_set(
	struct cloning *c, const struct pod_set *from, struct sub_group *parent)
{
	struct pod_set *p = ARENA_NEW(c->arena, struct pod_set);

	p->name = from->name;
	p->min = from->min;
	p->constraint = from->constraint;
	p->parent = parent;
	p->job = c->clone;
	p->tasks = ARENA_ARRAY(c->arena, (size_t)from->n_tasks, struct task *);
	c->clone->pod_sets[c->clone->n_pod_sets++] = p;
	return p;
}

static struct sub_group *clone_set(
	struct cloning *c, const struct sub_group *from, struct sub_group *parent)
{
	struct sub_group *g = ARENA_NEW(c->arena, struct sub_group);

	*g = *from;
	g->parent = parent;
	g->sets = ARENA_ARRAY(c->arena, (size_t)from->n_sets, struct sub_group *);
	g->pod_sets = ARENA_ARRAY(c->arena, (size_t)from->n_pod_sets, struct pod_set *);
	for (int i = 0; i < from->n_sets; i++)
		g->sets[i] = clone_set(c, from->sets[i], g);
	for (int i = 0; i < from->n_pod_sets; i++)
		g->pod_sets[i] = clone_pod_set(c, from->pod_sets[i], g);
	return g;
}

static void add_task(const struct session *s, struct job *clone, struct task *t)
{
	struct pod_set *p = job_pod_set(clone, t->subgroup);
	int at;

	if (!p)
		return;
	for (at = p->n_tasks++;
		at > 0 && str_cmp(p->tasks[at - 1]->pod->meta.uid, t->pod->meta.uid) > 0; at--)
		p->tasks[at] = p->tasks[at - 1];
	p->tasks[at] = t;
	p->counts[t->status]++;
	clone->counts[t->status]++;
	clone->tasks[clone->n_tasks++] = t;
	if (status_in(t->status, SET_ALLOCATED))
		for (int i = 0; i < s->c->slots.count; i++)
			clone->allocated[i] += t->request[i];
}

struct job *clone_job(
	const struct session *s, struct arena *a, struct job *j, struct task *const *tasks, int n)
{
	struct job *clone = ARENA_NEW(a, struct job);
	struct cloning c = {a, clone};

	clone->object = j->object;
	clone->name = j->name;
	clone->key = j->key;
	clone->index = j->index;
	clone->fill_rank = j->fill_rank;
	clone->session_job = j->session_job;
	clone->queue = j->queue;
	clone->priority = j->priority;
	clone->preemptible = j->preemptible;
	clone->creation = j->creation;
	clone->last_start = clone->last_eviction = clone->stale_since = TIME_ZERO;
	clone->pod_sets = ARENA_ARRAY(a, (size_t)j->n_pod_sets, struct pod_set *);
	clone->tasks = ARENA_ARRAY(a, (size_t)n, struct task *);
	clone->allocated = ARENA_ARRAY(a, (size_t)s->c->slots.count, double);
	clone->unit = ARENA_ARRAY(a, (size_t)n, struct task *);
	clone->unit_request = ARENA_ARRAY(a, (size_t)s->c->slots.count, double);
	clone->root = clone_set(&c, j->root, NULL);
	for (int i = 0; i < n; i++)
		add_task(s, clone, tasks[i]);
	return clone;
}

/* Sets that lost members need fewer of them; true: something is left below. */
static bool shrink(struct sub_group *g)
{
	int members = 0;

	for (int i = 0; i < g->n_pod_sets; i++)
		members += g->pod_sets[i]->n_tasks > 0;
	for (int i = 0; i < g->n_sets; i++)
		members += shrink(g->sets[i]);
	if (g->min_sub_group > members)
		g->min_sub_group = members;
	return members > 0;
}

struct job *partial_job(struct search *q, struct job *j, struct task *const *part, int n)
{
	struct task **tasks = ARENA_ARRAY(&q->arena, (size_t)(j->n_tasks + n), struct task *);
	struct job *clone;
	int count = 0;

	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			tasks[count++] = j->tasks[i];
	for (int i = 0; i < n; i++)
		tasks[count++] = part[i];
	clone = clone_job(q->session, &q->arena, j, tasks, count);
	for (int i = 0; i < clone->n_pod_sets; i++) {
		struct pod_set *p = clone->pod_sets[i];

		if (p->n_tasks > 0 && p->min > p->n_tasks)
			p->min = p->n_tasks;
	}
	shrink(clone->root);
	return clone;
}
