/* Who can take part in rehearsals for one preemptor: jobs whose pods leave and come back all at once, and where these can go. */
#include <stdlib.h>

#include "../model/job.h"
#include "../session/bits.h"
#include "../session/heap.h"
#include "../session/replacement_walk.h"
#include "rehearsal_private.h"

/* ---- who can take part ---- */

static void add_ghost(struct search *q, struct rehearsal *r, const struct task *t, int node)
{
	if (r->n_ghosts == r->cap_ghosts) {
		struct ghost *more = ARENA_ARRAY(&q->arena, 2 * (size_t)r->cap_ghosts + 8, struct ghost);

		if (r->n_ghosts)
			memcpy(more, r->ghosts, (size_t)r->n_ghosts * sizeof *more);
		r->ghosts = more;
		r->cap_ghosts = 2 * r->cap_ghosts + 8;
	}
	r->ghosts[r->n_ghosts] = (struct ghost){node, r->first_ghost[t->index]};
	r->first_ghost[t->index] = r->n_ghosts++;
}

static void find_ghosts(struct search *q, struct rehearsal *r)
{
	const struct cluster *c = q->session->c;

	r->n_ghosts = 0;
	for (int i = 0; i < c->n_tasks; i++)
		r->first_ghost[i] = -1;
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; k < c->nodes[i].n_entries; k++)
			if (c->nodes[i].entries[k].task->node != &c->nodes[i])
				add_ghost(q, r, c->nodes[i].entries[k].task, i);
}

/* No queue above reaches a limit, whatever of the victims is back and the preemptor besides. */
static bool within_limits(const struct session *s, const struct queue *queue, const double *more)
{
	struct queue_figures g;

	for (; queue; queue = queue->parent) {
		if (!session_queue_figures(s, queue, &g))
			return false;
		for (int i = 0; i < 3; i++)
			if (g.limit[i] >= 0 && g.allocated[i] + more[i] > g.limit[i])
				return false;
	}
	return true;
}

/* False: more than its request, its class and the predicate's lasting nodes decides where it goes. */
static bool read_role(struct search *q, struct foresight *f, struct rehearsal *r, struct task *t, struct role *role)
{
	struct session *s = q->session;
	struct str text;

	if (t->type != REQUEST_REGULAR || t->gpu.memory > 0 || t->gpu.portion > 1 || t->storage || t->pod->spec->overhead.n ||
	    t->pod->nominated_node.n || !is_whole(t->request, s->c->slots.count) || !session_pre_predicates_pass(s, t, &text))
		return false;
	role->node = t->node ? t->node->index : -1;
	role->pipelined = t->node && !foresight_loss_counts(f, t);
	role->ghost = t->node ? r->first_ghost[t->index] : -1;
	role->able = s->lasting_nodes.items[0].fn(s->lasting_nodes.items[0].ctx, t);
	role->class = rehearsal_nodes_class(r->nodes, t);
	return role->able && role->class >= 0;
}

/* The unit as the job's actor. False: not all of its pods have a role. */
static bool read_unit(struct search *q, struct foresight *f, struct rehearsal *r, const struct job *j, struct task_list unit)
{
	struct actor *a = &r->actors[j->index];
	int first = r->n_roles;

	*a = (struct actor){.first = first, .queue = j->queue};
	for (int i = 0; i < unit.n; i++) {
		struct task *t = unit.items[i];

		if (!read_role(q, f, r, t, &r->roles[first + i]))
			return false;
		for (int k = 0; k < 3; k++) {
			a->amount[k] += t->request[k];
			if (t->accepted_set && task_accepted(t, k, &q->session->c->slots) != t->request[k])
				return false;
		}
	}
	a->n = unit.n;
	r->n_roles += unit.n;
	return unit.n > 0;
}

/* ---- all victims gone ---- */

static bool is_active(const struct task *t)
{
	return status_in(t->status, SET_ACTIVE_ALLOCATED);
}

/* Its pods could leave all at once, as far as can be told before they do. */
static bool may_act(struct foresight *f, const struct job *j)
{
	if (!j->preemptible || j->counts[POD_PENDING] || j->n_pod_sets != 1 || j->unit_cached)
		return false;
	for (int i = 0; i < j->n_tasks; i++)
		if (is_active(j->tasks[i]) && !foresight_is_plain(f, j->tasks[i]))
			return false;
	return counts_in(j->counts, SET_ACTIVE_ALLOCATED) > 0;
}

struct absence { /* of the pods of all jobs that may act, for a moment */
	struct task **tasks;
	unsigned char *status; /* before */
	bool *was_virtual;
	int n;
};

static void leave(struct search *q, struct absence *gone, struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++) {
		struct task *t = j->tasks[i];

		if (!is_active(t))
			continue;
		gone->tasks[gone->n] = t;
		gone->status[gone->n] = (unsigned char)t->status;
		gone->was_virtual[gone->n++] = t->virtual_status;
		job_set_status(q->session->c, t, POD_RELEASING);
		t->virtual_status = true;
	}
}

static void come_back(struct search *q, struct absence *gone)
{
	for (int i = gone->n - 1; i >= 0; i--) {
		job_set_status(q->session->c, gone->tasks[i], (enum pod_status)gone->status[i]);
		gone->tasks[i]->virtual_status = gone->was_virtual[i];
	}
}

/* ---- the order of jobs ---- */

static bool goes_before(void *ctx, void *a, void *b)
{
	return session_job_less(ctx, a, b);
}

static int by_queue(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	if (l->queue->index != r->queue->index)
		return (l->queue->index > r->queue->index) - (l->queue->index < r->queue->index);
	return (l->fill_rank > r->fill_rank) - (l->fill_rank < r->fill_rank);
}

/* by_fill is complete, and all jobs are in the state in which they will be compared. */
static void put_in_order(struct search *q, struct rehearsal *r)
{
	struct heap h = {0};
	int n = 0;

	qsort(r->by_fill, (size_t)r->n_jobs, sizeof *r->by_fill, by_queue);
	for (int i = 0; i < r->n_jobs; i++) {
		r->fill_place[r->by_fill[i]->index] = i;
		heap_push(&h, r->by_fill[i], goes_before, q->session);
		if (i + 1 < r->n_jobs && r->by_fill[i + 1]->queue == r->by_fill[i]->queue)
			continue;
		while (h.n)
			r->jobs[n++] = heap_pop(&h, goes_before, q->session);
	}
	free(h.items);
}

static void always_walks(struct rehearsal *r, const struct job *j)
{
	bit_set(r->in_order, r->order[j->index]);
	bit_set(r->in_fill, r->fill_place[j->index]);
}

/* ---- before the first rehearsal for a preemptor ---- */

static bool has_leaf(const struct job *j)
{
	return j->queue && !j->queue->n_children;
}

/* All jobs of the preemptor's walks, and those that its victims may be of, whose pods leave. */
static void list_jobs(struct search *q, struct foresight *f, struct rehearsal *r, struct job *preemptor, struct absence *gone)
{
	const struct cluster *c = q->session->c;

	r->n_jobs = 0;
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j == preemptor->session_job) {
			r->by_fill[r->n_jobs++] = preemptor;
		} else if (has_leaf(j) && j->counts[POD_PENDING]) {
			r->by_fill[r->n_jobs++] = j;
		} else if (has_leaf(j) && may_act(f, j) && within_limits(q->session, j->queue, r->actors[preemptor->index].amount)) {
			leave(q, gone, j);
			r->by_fill[r->n_jobs++] = j;
		}
	}
}

static int count_absent(const struct job *j)
{
	int n = 0;

	for (int i = 0; i < j->n_tasks; i++)
		n += task_should_allocate(j->tasks[i], false);
	return n;
}

/* If a unit is not all that left, the job does not come back all at once: it is no actor. */
static void read_actors(struct search *q, struct foresight *f, struct rehearsal *r, const struct job *preemptor)
{
	for (int i = 0; i < r->n_jobs; i++) {
		struct job *j = r->by_fill[i];
		struct task_list unit;

		if (j == preemptor || j->counts[POD_PENDING])
			continue;
		unit = session_tasks_to_allocate(q->session, j, false);
		if (unit.n == count_absent(j))
			read_unit(q, f, r, j, unit);
	}
}

/* When a Pipelined pod is evicted, its node has less that is idle (kai/02 section 10): no matter, if nobody finds it idle as it is. */
static void leave_out_idle_ones(struct rehearsal *r)
{
	for (int i = 0; i < r->n_jobs; i++) {
		struct actor *a = &r->actors[r->by_fill[i]->index];

		for (int k = a->first; k < a->first + a->n; k++)
			if (r->roles[k].pipelined && rehearsal_nodes_idle(r->nodes, r->roles[k].node))
				a->n = 0;
	}
}

/* What the rest here relies on. */
static bool hooks_are_known(const struct session *s)
{
	return session_has_queue_keys(s) && s->queue_figures.n == 1 && s->queue_charge.n == 1 && s->predicate.n == 1 &&
	       s->lasting_nodes.n == 1 && s->on_allocate.n == 1 && s->on_deallocate.n == 1;
}

static const double *request_of(struct session *s, const struct rehearsal *r, struct job *j)
{
	if (r->actors[j->index].n)
		return r->actors[j->index].amount;
	session_request_vector(s, j, false);
	return j->unit_sums;
}

static void set_walk(struct search *q, struct rehearsal *r, struct job *preemptor)
{
	const struct job_list *mixed;

	for (int i = 0; i < r->n_jobs; i++)
		memcpy(r->requests[r->jobs[i]->index], request_of(q->session, r, r->jobs[i]), sizeof *r->requests);
	r->order = replacement_walk_set_order(q->room.walk, r->jobs, r->n_jobs, (const double (*)[3])r->requests);
	mixed = replacement_walk_mixed(q->room.walk);
	memset(r->in_order, 0, ((size_t)r->n_jobs / 64 + 1) * sizeof(uint64_t));
	memset(r->in_fill, 0, ((size_t)r->n_jobs / 64 + 1) * sizeof(uint64_t));
	always_walks(r, preemptor);
	for (int i = 0; i < mixed->n; i++)
		always_walks(r, mixed->items[i]);
}

static void nobody_is_gone(const struct cluster *c, struct rehearsal *r)
{
	memset(r->gone, 0, (size_t)r->job_words * sizeof *r->gone);
	memset(r->missed, 0, (size_t)c->n_queues * sizeof *r->missed);
	memset(r->left_behind, 0, (size_t)c->n_nodes * sizeof *r->left_behind);
}

void rehearsal_cast(struct search *q, struct foresight *f, struct rehearsal *r, struct job *preemptor, struct task_list unit)
{
	size_t tasks = (size_t)q->session->c->n_tasks + 1;
	struct absence gone = {ARENA_ARRAY(&q->arena, tasks, struct task *), ARENA_ARRAY(&q->arena, tasks, unsigned char),
	                       ARENA_ARRAY(&q->arena, tasks, bool), 0};

	nobody_is_gone(q->session->c, r);
	rehearsal_nodes_read(r->nodes);
	r->preemptor = preemptor;
	r->disturbed = q->disturbed;
	r->n_roles = 0;
	find_ghosts(q, r);
	memset(r->actors, 0, ((size_t)q->session->c->n_jobs + 1) * sizeof *r->actors);
	r->possible = hooks_are_known(q->session) && has_leaf(preemptor) && preemptor->n_pod_sets == 1 && read_unit(q, f, r, preemptor, unit) &&
	              within_limits(q->session, preemptor->queue, r->actors[preemptor->index].amount);
	if (!r->possible)
		return;
	if (!q->room.walk)
		q->room.walk = replacement_walk_new(q->session, preemptor);
	list_jobs(q, f, r, preemptor, &gone);
	read_actors(q, f, r, preemptor);
	put_in_order(q, r);
	come_back(q, &gone);
	leave_out_idle_ones(r);
	for (int i = 0; i < q->session->c->n_jobs; i++)
		r->size[i] = r->actors[i].n;
	set_walk(q, r, preemptor);
}
