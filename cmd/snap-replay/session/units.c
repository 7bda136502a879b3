/* The unit of a job: the tasks that are placed or evicted together (rules/03 4). */
#include <stdlib.h>

#include "common/mem.h"
#include "model/bits.h"
#include "session/members.h"
#include "session/orders.h"
#include "session/units_flat.h"

static void append(struct task_list *out, struct task *t)
{
	out->items[out->n++] = t;
}

OWN_FRAME void unit_from_pod_set(
	struct session *s, const struct pod_set *p, bool real, struct task_list *out)
{
	int start = out->n, active = pod_set_active(p),
	    want = active < p->min ? p->min - active : 1;

	for (int i = 0; i < p->n_tasks; i++) {
		struct task *t = p->tasks[i];
		int at;

		if (!task_should_allocate(t, real))
			continue;
		if (out->n - start == want && !session_task_less(s, t, out->items[out->n - 1]))
			continue;
		if (out->n - start < want)
			out->n++;
		for (at = out->n - 1; at > start && session_task_less(s, t, out->items[at - 1]);
			at--)
			out->items[at] = out->items[at - 1];
		out->items[at] = t;
	}
}

static void from_set(
	struct session *s, const struct sub_group *g, bool real, struct task_list *out);

static void from_member(struct session *s, struct member m, bool real, struct task_list *out)
{
	if (m.set)
		from_set(s, m.set, real, out);
	else
		unit_from_pod_set(s, m.pod_set, real, out);
}

static bool member_satisfied(struct member m)
{
	return m.set ? sub_group_satisfied(m.set) : pod_set_satisfied(m.pod_set);
}

static void from_set(struct session *s, const struct sub_group *g, bool real, struct task_list *out)
{
	int required = sub_group_required(g), start = out->n;
	struct members m = members_enter(s, g);

	if (sub_group_satisfied_count(g) < required) { /* gang phase */
		for (int i = 0; i < m.n && i < required; i++)
			if (!member_satisfied(member_at(s, m, i)))
				from_member(s, member_at(s, m, i), real, out);
	} else { /* elastic phase: one unit of growth */
		for (int i = 0; i < m.n && out->n == start; i++)
			from_member(s, member_at(s, m, i), real, out);
	}
	members_leave(s, m);
}

struct task_list session_tasks_to_allocate(struct session *s, struct job *j, bool real)
{
	struct task_list out;

	if (j->unit_cached)
		return (struct task_list){j->unit, j->n_unit};
	out = (struct task_list){j->unit, 0};
	if (s->c->objects->follows.subgroup_tree)
		from_set(s, j->root, real, &out);
	else
		flat_to_allocate(s, j, real, &out);
	j->n_unit = out.n;
	j->unit_cached = out.n > 0; /* an empty list is not remembered */
	if (j->unit_cached)
		bit_set(s->c->may_cache_unit, j->index);
	return out;
}

bool session_unit_is_stale(const struct job *j)
{
	for (int i = 0; j->unit_cached && i < j->n_unit; i++)
		if (!task_should_allocate(j->unit[i], false))
			return true;
	return false;
}

const double *session_request_vector(struct session *s, struct job *j, bool real)
{
	int slots = s->c->slots.count;
	struct task_list unit;

	if (j->unit_request_cached)
		return j->unit_request;
	memset(j->unit_request, 0, (size_t)slots * sizeof(double));
	unit = session_tasks_to_allocate(s, j, real);
	for (int i = 0; i < unit.n; i++) {
		const struct task *t = unit.items[i];

		if (!task_should_allocate(t, real))
			continue;
		for (int k = 0; k < slots; k++)
			j->unit_request[k] += t->request[k];
		if (t->type == REQUEST_GPU_MEMORY && s->c->min_gpu_memory)
			j->unit_request[SLOT_GPU] += (double)t->gpu.count *
				((double)t->gpu.memory / (double)s->c->min_gpu_memory);
	}
	j->unit_sums[SLOT_CPU] = j->unit_request[SLOT_CPU];
	j->unit_sums[SLOT_MEMORY] = j->unit_request[SLOT_MEMORY];
	j->unit_sums[SLOT_GPU] = vector_total_gpus(&s->c->slots, j->unit_request);
	j->unit_request_cached = true;
	bit_set(s->c->may_cache_unit, j->index);
	return j->unit_request;
}

const char *session_request_text(struct session *s, struct job *j, bool real)
{
	bool unit = j->unit_cached, request = j->unit_request_cached;
	const char *text = vector_text(s, session_request_vector(s, j, real));

	j->unit_cached = unit;
	j->unit_request_cached = request;
	return text;
}

/* ---- to evict ---- */

static void sort_last_first(struct session *s, struct task **items, int n)
{
	for (int i = 1; i < n; i++) {
		struct task *t = items[i];
		int at = i;

		for (; at > 0 && session_task_less(s, items[at - 1], t); at--)
			items[at] = items[at - 1];
		items[at] = t;
	}
}

OWN_FRAME void unit_active_of_pod_set(
	struct session *s, const struct pod_set *p, struct task_list *out)
{
	int start = out->n;

	for (int i = 0; i < p->n_tasks; i++)
		if (status_in(p->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			append(out, p->tasks[i]);
	sort_last_first(s, out->items + start, out->n - start);
}

static void active_of_set(struct session *s, const struct sub_group *g, struct task_list *out)
{
	for (int i = 0; i < g->n_sets; i++)
		active_of_set(s, g->sets[i], out);
	for (int i = 0; i < g->n_pod_sets; i++)
		unit_active_of_pod_set(s, g->pod_sets[i], out);
}

static bool surplus(const struct sub_group *g)
{
	if (sub_group_satisfied_count(g) > sub_group_required(g))
		return true;
	for (int i = 0; i < g->n_sets; i++)
		if (surplus(g->sets[i]))
			return true;
	for (int i = 0; i < g->n_pod_sets; i++)
		if (pod_set_active(g->pod_sets[i]) > g->pod_sets[i]->min)
			return true;
	return false;
}

static void elastic_of_set(struct session *s, const struct sub_group *g, struct task_list *out);

static void elastic_of_member(struct session *s, struct member m, struct task_list *out)
{
	if (m.set) {
		elastic_of_set(s, m.set, out);
	} else if (pod_set_active(m.pod_set) > m.pod_set->min) {
		unit_active_of_pod_set(s, m.pod_set, out);
		if (out->n > 1)
			out->n = 1;
	}
}

static void elastic_of_set(struct session *s, const struct sub_group *g, struct task_list *out)
{
	int satisfied = sub_group_satisfied_count(g);
	struct members m;

	if (satisfied == 0)
		return;
	m = members_enter(s, g);
	if (surplus(g))
		for (int i = m.n - 1; i >= 0 && out->n == 0; i--)
			elastic_of_member(s, member_at(s, m, i), out);
	if (sub_group_required(g) < satisfied)
		for (int i = m.n - 1; i >= 0 && out->n == 0; i--) {
			struct member one = member_at(s, m, i);

			if (one.set)
				active_of_set(s, one.set, out);
			else
				unit_active_of_pod_set(s, one.pod_set, out);
		}
	members_leave(s, m);
}

struct task_list session_tasks_to_evict(struct session *s, struct job *j, bool *more)
{
	struct task_list out = {xcalloc((size_t)j->n_tasks, sizeof(struct task *)), 0};

	if (!s->c->objects->follows.subgroup_tree)
		flat_to_evict(s, j, &out);
	else
		elastic_of_set(s, j->root, &out);
	if (out.n == 0 && s->c->objects->follows.subgroup_tree)
		active_of_set(s, j->root, &out);
	*more = out.n < counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift;
	return out;
}
