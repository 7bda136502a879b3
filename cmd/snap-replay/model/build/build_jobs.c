/* Pod groups to jobs, and their tasks (rules/01 8). */
#include "model/bits.h"
#include "model/build/build.h"
#include "model/job.h"

#include <stdlib.h>

#include "common/mem.h"

/* ---- which pod groups ---- */

static bool is_backed_off(const struct pod_group_object *g, const struct params *p)
{
	const struct group_condition *last = NULL;
	const struct str *own =
		p->pool_label_key.n ? labels_get(&g->meta.labels, p->pool_label_key) : NULL;
	struct str pool = own && own->n ? *own : STR("default");

	for (int i = 0; i < g->n_conditions; i++)
		if (!last || g->conditions[i].transition_id > last->transition_id)
			last = &g->conditions[i];
	return g->scheduling_backoff != -1 && last && str_eq(last->node_pool, pool);
}

static int by_job_name(const void *l, const void *r)
{
	return str_cmp((*(struct job *const *)l)->name, (*(struct job *const *)r)->name);
}

/* ---- priority, times ---- */

struct priorities {
	struct map by_name;
	int64_t fallback;
};

static void set_priority(struct job *j, const struct priorities *p)
{
	const struct priority_class *class = map_get(&p->by_name, j->object->priority_class_name);

	if (!j->queue)
		return; /* stays 0 and not preemptible */
	j->priority = (int32_t)(class ? class->value : p->fallback);
	if (str_eq(j->object->preemptibility, STR("preemptible")))
		j->preemptible = true;
	else if (!str_eq(j->object->preemptibility, STR("non-preemptible")))
		j->preemptible = j->priority < 100;
}

static struct priorities priorities_of(const struct objects *o)
{
	struct priorities p = {.fallback = 50};
	bool found = false;

	for (int i = 0; i < o->priority_classes.n; i++) {
		struct priority_class *class = o->priority_classes.items[i];

		map_put(&p.by_name, class->meta.name, NULL)->value = class;
		if (class->global_default && !found) {
			p.fallback = class->value;
			found = true;
		}
	}
	return p;
}

static bool time_of(const struct job *j, enum annotation_key key, struct instant *t)
{
	const struct str *s = annotation_of(&j->object->meta, key);

	*t = TIME_ZERO;
	return s && rfc3339_parse(*s, t);
}

static void set_times(struct job *j)
{
	j->creation = j->object->meta.creation;
	j->stale = time_of(j, ANNOTATION_STALE_SINCE, &j->stale_since);
	time_of(j, ANNOTATION_LAST_START, &j->last_start);
	time_of(j, ANNOTATION_LAST_EVICTION, &j->last_eviction);
}

static struct job *new_job(
	struct build *b, const struct pod_group_object *g, const struct priorities *p)
{
	struct job *j = ARENA_NEW(&b->c->arena, struct job);

	j->object = g;
	j->name = g->meta.name;
	j->key = objects_intern(b->o, build_key(b, g->meta.ns, g->meta.name));
	j->session_job = j;
	j->queue = map_get(&b->c->queue_by_name, g->queue);
	set_priority(j, p);
	set_times(j);
	return build_tree(b, j) ? j : NULL;
}

/* ---- tasks ---- */

static int by_key(const void *l, const void *r)
{
	return str_cmp((*(struct task *const *)l)->key, (*(struct task *const *)r)->key);
}

/* Is t the task that its uid stands for? A task on a node outside the session becomes it here, if
 * no other task has the uid. */
static bool is_known(struct build *b, struct task *t)
{
	bool fresh;
	struct map_entry *e = map_put(&b->c->task_by_uid, t->pod->meta.uid, &fresh);

	if (fresh)
		e->value = t;
	return e->value == t;
}

static void find_jobs(struct build *b)
{
	for (int i = 0; i < b->c->n_tasks; i++) {
		struct task *t = &b->c->tasks[i];
		const struct str *name = pod_annotation(t->pod, POD_ANNOTATION_POD_GROUP);
		struct job *j = name && name->n ? map_get(&b->c->job_by_name, *name) : NULL;

		if (!j || !is_known(b, t))
			continue;
		t->job = j;
		t->pod_set = job_pod_set(j, t->subgroup);
		t->invalid_subgroup = !t->pod_set;
		if (t->pod_set) {
			t->pod_set->n_tasks++;
			j->n_tasks++;
		} else {
			j->n_invalid++;
			warn_input(b->w, t->key,
				"a pod references a sub-group that its pod group does not have");
		}
	}
}

static void reserve_tasks(struct build *b, struct job *j)
{
	struct arena *a = &b->c->arena;

	j->tasks = ARENA_ARRAY(a, (size_t)j->n_tasks, struct task *);
	j->unit = ARENA_ARRAY(a, (size_t)j->n_tasks, struct task *);
	j->invalid = ARENA_ARRAY(a, (size_t)j->n_invalid, struct task *);
	j->allocated = ARENA_ARRAY(a, (size_t)b->c->slots.count, double);
	j->unit_request = ARENA_ARRAY(a, (size_t)b->c->slots.count, double);
	j->n_tasks = j->n_invalid = 0;
	for (int i = 0; i < j->n_pod_sets; i++) {
		j->pod_sets[i]->tasks =
			ARENA_ARRAY(a, (size_t)j->pod_sets[i]->n_tasks, struct task *);
		j->pod_sets[i]->n_tasks = 0;
	}
}

static void add_task(struct task *t)
{
	struct job *j = t->job;

	if (!t->pod_set) {
		j->invalid[j->n_invalid++] = t;
		return;
	}
	j->tasks[j->n_tasks++] = t;
	t->pod_set->tasks[t->pod_set->n_tasks++] = t;
	j->counts[t->status]++;
	t->pod_set->counts[t->status]++;
}

static void sort_tasks(struct task **tasks, int n, int (*compare)(const void *, const void *))
{
	if (n > 1) /* most jobs have one */
		qsort(tasks, (size_t)n, sizeof *tasks, compare);
}

/* Sums requests in the order of the uids, as rules/05 5 wants it. */
static void finish_job(const struct build *b, struct job *j)
{
	sort_tasks(j->tasks, j->n_tasks, task_by_uid);
	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ALLOCATED))
			for (int k = 0; k < b->c->slots.count; k++)
				j->allocated[k] += j->tasks[i]->request[k];
	sort_tasks(j->tasks, j->n_tasks, by_key);
	sort_tasks(j->invalid, j->n_invalid, by_key);
	for (int i = 0; i < j->n_pod_sets; i++)
		sort_tasks(j->pod_sets[i]->tasks, j->pod_sets[i]->n_tasks, task_by_uid);
}

/* The scheduler would charge a pod of the job, held or pending, to one queue above the other
 * without end (rules/10 13). */
static bool is_endless(const struct build *b, const struct job *j)
{
	if (!map_get(&b->queues_in_cycle, j->object->queue))
		return false;
	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ALLOCATED | STATUS_SET(POD_PENDING)))
			return true;
	return false;
}

/* ---- all ---- */

static bool make_jobs(struct build *b)
{
	struct cluster *c = b->c;
	struct priorities p = priorities_of(b->o);
	bool fresh;

	for (int i = 0; i < b->o->pod_groups.n; i++) {
		const struct pod_group_object *g = b->o->pod_groups.items[i];

		if (!in_shard(&b->o->params, &g->meta.labels) || is_backed_off(g, &b->o->params))
			continue;
		struct map_entry *e = map_put(&c->job_by_name, g->meta.name, &fresh);

		if (!fresh)
			warn_input(b->w, g->meta.name,
				"pod groups of one name in several namespaces: the last one gets the pods of all");
		e->value = new_job(b, g, &p);
		if (!e->value) {
			map_free(&p.by_name);
			return false;
		}
	}
	c->n_jobs = (int)c->job_by_name.count;
	c->jobs = ARENA_ARRAY(&c->arena, (size_t)c->n_jobs, struct job *);
	for (int i = 0; i < c->n_jobs; i++)
		c->jobs[i] = c->job_by_name.entries[i].value;
	c->may_cache_unit = ARENA_ARRAY(&c->arena, (size_t)bit_blocks(c->n_jobs), uint64_t);
	c->job_changed = ARENA_ARRAY(&c->arena, (size_t)c->n_jobs, uint64_t);
	qsort(c->jobs, (size_t)c->n_jobs, sizeof(struct job *), by_job_name);
	map_free(&p.by_name);
	return true;
}

bool build_jobs(struct build *b)
{
	struct cluster *c = b->c;

	if (!make_jobs(b))
		return false;
	for (int i = 0; i < c->n_jobs; i++)
		c->jobs[i]->index = i;
	find_jobs(b);
	for (int i = 0; i < c->n_jobs; i++)
		reserve_tasks(b, c->jobs[i]);
	for (int i = 0; i < c->n_tasks; i++)
		if (c->tasks[i].job)
			add_task(&c->tasks[i]);
	for (int i = 0; i < c->n_jobs; i++) {
		finish_job(b, c->jobs[i]);
		if (!c->endless && is_endless(b, c->jobs[i]))
			c->endless = c->jobs[i];
	}
	return true;
}
