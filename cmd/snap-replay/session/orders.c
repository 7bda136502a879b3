/* Orders: first the order hooks, then creation time, then name or uid (rules/02 5). */
#include "session/session.h"

#include <stdlib.h>

#include "session/walk/heap.h"
#include "session/orders.h"

/* Negative, 0 or positive; absent times are older than all others. */
static int by_age(struct instant a, struct instant b, struct str a_id, struct str b_id)
{
	int by_time = instant_cmp(a, b);

	return by_time ? by_time : str_cmp(a_id, b_id);
}

bool session_job_less(struct session *s, const struct job *l, const struct job *r)
{
	int order = session_job_order(s, l, r);

	return order ? order < 0 : by_age(l->creation, r->creation, l->name, r->name) < 0;
}

static bool job_before(void *ctx, void *a, void *b)
{
	return session_job_less(ctx, a, b);
}

/* Through a heap: the order is total, and qsort has no place for the session. */
void session_sort_jobs(struct session *s, struct job **jobs, int n)
{
	struct heap h = {0};

	for (int i = 0; i < n; i++)
		heap_push(&h, jobs[i], job_before, s);
	for (int i = 0; i < n; i++)
		jobs[i] = heap_pop(&h, job_before, s);
	free(h.items);
}

static bool task_less(struct session *s, const struct task *l, const struct task *r)
{
	int order = session_task_order(s, l, r);

	if (order)
		return order < 0;
	order = by_age(
		l->pod->meta.creation, r->pod->meta.creation, l->pod->meta.uid, r->pod->meta.uid);
	return order ? order < 0 : str_cmp(l->key, r->key) < 0;
}

static bool task_before(void *ctx, void *a, void *b)
{
	return task_less(ctx, a, b);
}

static void order_tasks(struct session *s, struct job *j)
{
	struct heap h = {0};

	for (int i = 0; i < j->n_tasks; i++)
		heap_push(&h, j->tasks[i], task_before, s);
	for (int i = 0; h.n; i++)
		((struct task *)heap_pop(&h, task_before, s))->order = i;
	free(h.items);
	j->tasks_ordered = true;
}

bool session_task_less(struct session *s, const struct task *l, const struct task *r)
{
	if (!l->job->tasks_ordered)
		order_tasks(s, l->job);
	return l->order < r->order;
}

static struct str member_name(const struct member *m)
{
	return m->set ? m->set->name : m->pod_set->name;
}

bool session_member_less(struct session *s, const struct member *l, const struct member *r)
{
	bool by_name = !s->c->objects->follows.subgroup_tree && l->set && r->set;
	int order;

	if (!s->c->objects->follows.subgroup_tree && !l->set != !r->set)
		return l->set != NULL;
	order = by_name ? 0 : session_subgroup_order(s, l, r);
	return order ? order < 0 : str_cmp(member_name(l), member_name(r)) < 0;
}

bool session_queue_less(struct session *s, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims)
{
	int order = session_queue_order(s, l, r, l_job, r_job, l_victims, r_victims);

	return order ? order < 0 : by_age(l->creation, r->creation, l->name, r->name) < 0;
}
