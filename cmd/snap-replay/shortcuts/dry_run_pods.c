/* One pod and one unit for the dry runs of a search, and the moment in which jobs have lost their
 * pods, to be read. */
#include <stdlib.h>

#include "model/bits.h"
#include "model/job.h"
#include "shortcuts/bounds_kept.h"
#include "shortcuts/dry_run_private.h"
#include "shortcuts/dry_units.h"
#include "shortcuts/shortcuts.h"

struct dry_units *dry_run_units(const struct search *q)
{
	return shortcuts_of(q)->kept->units;
}

/* The nodes that never refuse the pod; NULL: more than these, the request and the class order
 * decides where it goes. */
static const uint64_t *find_nodes(struct search *q, struct task *t)
{
	struct session *s = q->session;
	struct str text;

	if (t->type != REQUEST_REGULAR || t->gpu.memory > 0 || t->gpu.fraction > 1 ||
		t->pod->spec->overhead.n || t->pod->nominated_node.n ||
		!is_whole(t->request, s->c->slots.count) || !session_pre_predicate(s, t, &text))
		return NULL;
	return session_lasting_nodes(s, t);
}

const uint64_t *dry_run_nodes_of(struct search *q, struct task *t)
{
	struct dry_units *u = dry_run_units(q);

	if (!u)
		return find_nodes(q, t);
	if (!bit_is_set(u->asked, t->index))
		u->nodes[t->index] = find_nodes(q, t);
	bit_set(u->asked, t->index);
	return u->nodes[t->index];
}

/* Most pods have the same ones. */
void dry_run_reach(struct dry_run *r, const uint64_t *nodes)
{
	for (int w = 0; nodes != r->last_reached && w < bit_blocks(r->lane->n_nodes); w++)
		r->reachable[w] |= nodes[w];
	r->last_reached = nodes;
}

static bool read_pod(
	struct search *q, struct bounds *f, struct dry_run *r, struct task *t, struct dry_pod *pod)
{
	const uint64_t *nodes = dry_run_nodes_of(q, t);

	if (!nodes)
		return false;
	dry_run_reach(r, nodes);
	*pod = (struct dry_pod){.eligible = nodes, .class = node_ledger_class(r->lane->nodes, t)};
	if (t->node) {
		pod->node = t->node->index;
		pod->pipelined = bounds_is_pipelined(f, t);
		dry_run_note_stale(pod, f, t->index);
	}
	return pod->class >= 0 && dry_lane_claims(r->lane, t, pod);
}

bool dry_run_read_pods(struct search *q, struct bounds *f, struct dry_run *r, struct task_list pods,
	struct dry_job *dry)
{
	for (int i = 0; i < pods.n; i++) {
		struct task *t = pods.items[i];

		if (!read_pod(q, f, r, t, &r->pods[dry->first_evicted + dry->n_evicted++]))
			return false;
		dry->accepted &= t->accepted_set;
		for (int k = 0; k < 3; k++) {
			dry->evicted[k] += t->request[k];
			if (t->accepted_set && task_accepted(t, k) != t->request[k])
				return false;
		}
	}
	return true;
}

static struct dry_job empty_job(const struct dry_run *r, struct job *j)
{
	return (struct dry_job){.first = r->n_pods,
		.first_evicted = r->n_pods,
		.job = j,
		.queue = j->queue,
		.accepted = true};
}

bool dry_run_read_unit(struct search *q, struct bounds *f, struct dry_run *r, struct job *j,
	struct task_list unit, struct dry_job *dry)
{
	if (q->session->hooks.node_choices.fn && j->session_job->constrained)
		return false; /* it does not go to the first node of all */
	*dry = empty_job(r, j);
	if (!dry_run_read_pods(q, f, r, unit, dry))
		return false;
	dry->n = unit.n;
	memcpy(dry->amount, dry->evicted, sizeof dry->amount);
	return unit.n > 0;
}

/* ---- the unit ---- */

int dry_run_count_to_allocate(const struct job *j)
{
	int n = 0;

	for (int i = 0; i < j->n_tasks; i++)
		n += task_should_allocate(j->tasks[i], false);
	return n;
}

struct task_list dry_run_unit_of(struct search *q, struct job *j)
{
	struct dry_units *u = dry_run_units(q);
	struct task_list unit;

	if (u && u->of[j->index].has_pods)
		return u->of[j->index].pods;
	unit = session_tasks_to_allocate(q->session, j, false);
	if (unit.n != dry_run_count_to_allocate(j))
		unit.n = 0;
	if (u)
		dry_units_keep(u, j, unit);
	return unit;
}

/* ---- a moment in which the jobs have lost their pods ---- */

void dry_run_evict_pod(struct search *q, struct evicted_pods *e, struct task *t)
{
	e->tasks[e->n] = t;
	e->status[e->n] = (unsigned char)t->status;
	e->marks[e->n] = q->session->c->job_changed[t->job->index];
	e->was_virtual[e->n++] = t->virtual_status;
	job_set_status(q->session->c, t, POD_RELEASING);
	t->virtual_status = true;
}

/* The one pod that the job loses first, while its gang stays; NULL: it loses more at once. */
static struct task *find_surplus(struct search *q, struct job *j)
{
	struct task_list first = {0};
	struct task *t = NULL;
	bool more = false;

	if (pod_set_active(j->pod_sets[0]) > j->pod_sets[0]->min)
		first = session_tasks_to_evict(q->session, j, &more);
	if (more && first.n == 1)
		t = first.items[0];
	free(first.items);
	return t;
}

/* The same, read once. */
static struct task *surplus_of(struct search *q, struct job *j)
{
	struct dry_units *u = dry_run_units(q);
	struct dry_unit *kept = u ? dry_units_look(u, j) : NULL;

	if (!kept)
		return find_surplus(q, j);
	if (!kept->has_surplus)
		kept->surplus = find_surplus(q, j);
	kept->has_surplus = true;
	return kept->surplus;
}

void dry_run_evict_pods(struct search *q, struct evicted_pods *e, struct job *j)
{
	struct task *surplus = surplus_of(q, j);

	if (surplus)
		dry_run_evict_pod(q, e, surplus);
	for (int i = 0; i < j->n_tasks && !surplus; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			dry_run_evict_pod(q, e, j->tasks[i]);
}

void dry_run_restore_pods(struct search *q, struct evicted_pods *e, int n)
{
	while (e->n > n) {
		struct task *t = e->tasks[--e->n];

		job_set_status(q->session->c, t, (enum pod_status)e->status[e->n]);
		t->virtual_status = e->was_virtual[e->n];
		q->session->c->job_changed[t->job->index] = e->marks[e->n];
	}
}
