/* Placing one unit of a job: sub-group by sub-group, all tasks or none (rules/03 5). */
#include <stdlib.h>

#include "session/trace.h"
#include "session/members.h"
#include "session/place/placement.h"
#include "session/place/scratch.h"
#include "session/units.h"

struct placing_attempt {
	struct statement *st;
	struct job *job;
	const struct node_set *nodes; /* for the group that is being placed */
	struct task_list unit;
	bool pipeline_only;
};

static struct str reason_text(struct session *s, const struct job *j, const struct task *t)
{
	const struct task_errors *te = fit_task_errors(s, j, t);
	struct strbuf b = {0};
	struct str made;

	if (!te)
		return STR("Unable to schedule pod");
	fit_task_text(&b, te, s->log.line_end);
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

/* rules/03 5.4; placed: how many of its pod set's tasks found a place before it. */
static void note_failure(
	struct session *s, struct job *j, struct task *t, const struct pod_set *p, int placed)
{
	struct placing_error source = {
		t, p, placed, !job_is_gang(j) || pod_set_used(p) >= p->min, s->fits.n_writes};
	struct str reason, text;

	if (s->fits.no_diagnostics || j != j->session_job ||
		(!s->exhaustive && fit_count_placing_error(j, &source)))
		return;
	reason = reason_text(s, j, t);
	if (source.enough)
		text = session_text(s,
			"Resources were not found for pod " STR_FMT " due to: " STR_FMT,
			STR_ARG(t->key), STR_ARG(reason));
	else if (j->n_pod_sets == 1 && str_eq(p->name, STR("default")))
		text = session_text(s,
			"Resources were found for %d pods while %d are required for gang scheduling. "
			"Additional pods cannot be scheduled due to: " STR_FMT,
			placed, p->min, STR_ARG(reason));
	else
		text = session_text(s,
			"Resources were found for %d pods from all sub-groups while sub-group " STR_FMT
			" requires %d pods for gang scheduling. "
			"Additional pods cannot be scheduled in this sub-group due to: " STR_FMT,
			placed, STR_ARG(p->name), p->min, STR_ARG(reason));
	fit_record_placing_error(s, j, text, &source);
}

static bool in_pod_set(const struct task *t, const struct pod_set *p)
{
	/* by name: a clone's pod sets are others than those of the session's job */
	return str_eq(t->subgroup.n ? t->subgroup : STR("default"), p->name);
}

static bool in_sub_group(const struct job *j, const struct task *t, const struct sub_group *g)
{
	const struct pod_set *p = job_pod_set(j, t->subgroup);
	const struct sub_group *at = p ? p->parent : NULL;

	while (at && at != g)
		at = at->parent;
	return at;
}

static int list_tasks(const struct placing_attempt *a, struct member group, struct task **out)
{
	int n = 0;

	for (int i = 0; i < a->unit.n; i++) {
		struct task *t = a->unit.items[i];

		if (group.pod_set ? in_pod_set(t, group.pod_set)
				  : in_sub_group(a->job, t, group.set))
			out[n++] = t;
	}
	return n;
}

OWN_FRAME static bool place_pod_set(struct placing_attempt *a, const struct pod_set *p)
{
	int checkpoint = statement_checkpoint(a->st), placed = 0;

	for (int i = 0; i < a->unit.n; i++) {
		struct task *t = a->unit.items[i];

		if (!in_pod_set(t, p))
			continue;
		if (!place_task(a->st, t, a->nodes, a->pipeline_only)) {
			note_failure(a->st->session, a->job, t, p, placed);
			statement_rollback(a->st, checkpoint);
			return false;
		}
		placed++;
	}
	return true;
}

static bool place_group(struct placing_attempt *a, struct member group);

static bool place_set(struct placing_attempt *a, const struct sub_group *g)
{
	int checkpoint = statement_checkpoint(a->st);
	struct members m = members_enter(a->st->session, g);
	bool ok = true;

	for (int i = 0; i < m.n && ok; i++)
		ok = place_group(a, member_at(a->st->session, m, i));
	members_leave(a->st->session, m);
	if (!ok)
		statement_rollback(a->st, checkpoint);
	return ok;
}

static bool place_on_nodes(struct placing_attempt *a, struct member group)
{
	return group.pod_set ? place_pod_set(a, group.pod_set) : place_set(a, group.set);
}

/* Tries one set of nodes after the other, as plugins confine the group. */
OWN_FRAME static bool place_confined(struct placing_attempt *a, struct member group)
{
	struct session *s = a->st->session;
	struct task **tasks = s->place->group;
	const struct node_set *all = a->nodes;
	int n = list_tasks(a, group, tasks);
	struct str name = group.pod_set ? group.pod_set->name : group.set->name;
	struct node_choices *choices;
	bool ok = false;

	if (!n)
		return true;
	choices = session_node_choices(s, a->job, &group, tasks, n, all);
	if (!choices)
		return place_on_nodes(a, group);
	for (int i = 0; i < choices->n && !ok; i++) {
		choices->choose(choices, i);
		a->nodes = &choices->set;
		trace_set_begins(s, a->job, name, i);
		ok = place_on_nodes(a, group);
		trace_set_ends(s, a->job, name, i, ok);
	}
	a->nodes = all;
	free(choices);
	return ok;
}

/* All of the group's tasks or none. */
static bool place_group(struct placing_attempt *a, struct member group)
{
	return a->st->session->hooks.node_choices.fn ? place_confined(a, group)
						     : place_on_nodes(a, group);
}

static void record_refusal(struct session *s, struct job *j, const struct capacity_result *r,
	const struct task_list *unit)
{
	struct job_error *e = fit_record_job(s, j, r->reason, r->text, STR("default"));

	if (!e || e->details || !s->hooks.capacity_details.fn)
		return;
	e->details = ARENA_NEW(&s->arena, struct queue_details);
	session_capacity_details(s, r->queue, j, unit->items, unit->n, e->details);
}

bool place_job(
	struct statement *st, struct job *j, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct placing_attempt a = {
		.st = st, .job = j, .nodes = nodes, .pipeline_only = pipeline_only};
	struct task_list unit;
	struct capacity_result r;

	session_placing_begins(s, j);
	unit = session_tasks_to_allocate(s, j, !pipeline_only);
	if (!unit.n)
		return false;
	trace_unit(s, j, unit.n, pipeline_only);
	r = session_job_over_capacity(s, j, unit.items, unit.n);
	if (!r.ok) {
		log_over_capacity(s, j, r.text);
		if (!pipeline_only)
			record_refusal(s, j, &r, &unit);
		trace_limit(s, j, &r);
		return false;
	}
	/* the cached list changes as soon as a task changes status: work on a copy */
	a.unit = (struct task_list){s->place->unit, unit.n};
	memcpy(a.unit.items, unit.items, (size_t)unit.n * sizeof(struct task *));
	return place_group(&a, (struct member){.set = j->root});
}
