#include "model/job.h"

void job_drop_cache(struct job *j)
{
	j->unit_cached = false;
	j->growth = 0;
	j->unit_request_cached = false;
}

int task_by_uid(const void *l, const void *r)
{
	const struct task *a = *(struct task *const *)l, *b = *(struct task *const *)r;
	int order = str_cmp(a->pod->meta.uid, b->pod->meta.uid);

	return order ? order : str_cmp(a->key, b->key);
}

static void count(struct task *t, int by)
{
	t->job->counts[t->status] += by;
	t->pod_set->counts[t->status] += by;
}

void job_set_status(struct cluster *c, struct task *t, enum pod_status s)
{
	struct job *j = t->job;

	if (j)
		c->job_changed[j->index] = ++c->n_job_changes;
	if (!j || !t->pod_set)
		return;
	if (status_in(t->status, SET_ALLOCATED))
		for (int i = 0; i < c->slots.count; i++)
			j->allocated[i] -= t->request[i];
	count(t, -1);
	t->status = s;
	count(t, 1);
	if (status_in(s, SET_ALLOCATED))
		for (int i = 0; i < c->slots.count; i++)
			j->allocated[i] += t->request[i];
	job_drop_unit(c, j, j->index);
	job_drop_cache(j);
}

bool pod_set_satisfied(const struct pod_set *p)
{
	return pod_set_active(p) >= p->min;
}

int sub_group_required(const struct sub_group *s)
{
	return s->min_sub_group >= 0 ? s->min_sub_group : s->n_sets + s->n_pod_sets;
}

int sub_group_satisfied_count(const struct sub_group *s)
{
	int n = 0;

	for (int i = 0; i < s->n_sets; i++)
		n += sub_group_satisfied(s->sets[i]);
	for (int i = 0; i < s->n_pod_sets; i++)
		n += pod_set_satisfied(s->pod_sets[i]);
	return n;
}

bool sub_group_satisfied(const struct sub_group *s)
{
	return sub_group_satisfied_count(s) >= sub_group_required(s);
}

static bool pod_set_ready(const struct pod_set *p)
{
	return counts_in(p->counts, SET_ALIVE) - p->counts[POD_GATED] >= p->min;
}

static bool sub_group_ready(const struct sub_group *s)
{
	int n = 0;

	for (int i = 0; i < s->n_sets; i++)
		n += sub_group_ready(s->sets[i]);
	for (int i = 0; i < s->n_pod_sets; i++)
		n += pod_set_ready(s->pod_sets[i]);
	return n >= sub_group_required(s);
}

int job_pending_pods(const struct job *j)
{
	int n = j->counts[POD_PENDING] + j->counts[POD_GATED];

	for (int i = 0; i < j->n_invalid; i++)
		n += task_waits(j->invalid[i]);
	return n;
}

bool job_ready(const struct job *j)
{
	return sub_group_ready(j->root);
}

bool job_gang_satisfied(const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets; i++)
		if (pod_set_used(j->pod_sets[i]) < j->pod_sets[i]->min)
			return false;
	return true;
}

bool job_is_stale(const struct job *j)
{
	return j->counts[POD_SUCCEEDED] == 0 && counts_in(j->counts, SET_ACTIVE_USED) > 0 &&
		!job_gang_satisfied(j);
}

struct pod_set *job_pod_set(const struct job *j, struct str name)
{
	if (!name.n)
		name = STR("default");
	for (int i = 0; i < j->n_pod_sets; i++)
		if (str_eq(j->pod_sets[i]->name, name))
			return j->pod_sets[i];
	return NULL;
}

bool job_elastic(const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets; i++)
		if (j->pod_sets[i]->min < j->pod_sets[i]->n_tasks)
			return true;
	return false;
}

bool job_should_pipeline(const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets; i++) {
		const struct pod_set *p = j->pod_sets[i];

		if (p->counts[POD_PIPELINED] > 0 && counts_in(p->counts, SET_ALLOCATED) < p->min)
			return true;
	}
	return false;
}

bool job_is_gang(const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets; i++)
		if (j->pod_sets[i]->min > 1)
			return true;
	return false;
}

struct str job_queue_label(const struct job *j)
{
	return j->queue ? j->queue->label : j->object->queue;
}
