/* Who can take part in rehearsals for one preemptor: jobs whose pods leave and come back all at
 * once, and where these can go. */
#include "model/job.h"
#include "session/bits.h"
#include "shortcuts/rehearsal_private.h"

/* ---- who can take part ---- */

static void add_ghost(struct search *q, struct rehearsal *r, const struct task *t, int node)
{
	if (r->n_ghosts == r->cap_ghosts) {
		struct ghost *more =
			ARENA_ARRAY(&q->arena, 2 * (size_t)r->cap_ghosts + 8, struct ghost);

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

/* False: more than its request, its class and the predicate's lasting nodes decides where it goes.
 */
static bool read_role(struct search *q, struct foresight *f, struct rehearsal *r, struct task *t,
	struct role *role)
{
	struct session *s = q->session;
	struct str text;

	if (t->type != REQUEST_REGULAR || t->gpu.memory > 0 || t->gpu.portion > 1 || t->storage ||
		t->pod->spec->overhead.n || t->pod->nominated_node.n ||
		!is_whole(t->request, s->c->slots.count) ||
		!session_pre_predicates_pass(s, t, &text))
		return false;
	role->node = t->node ? t->node->index : -1;
	role->pipelined = t->node && !foresight_loss_counts(f, t);
	role->ghost = t->node ? r->first_ghost[t->index] : -1;
	role->able = s->lasting_nodes.items[0].fn(s->lasting_nodes.items[0].ctx, t);
	role->class = rehearsal_nodes_class(r->nodes, t);
	return role->able && role->class >= 0;
}

/* The unit as the job's actor. False: not all of its pods have a role, it is none. */
static bool read_unit(struct search *q, struct foresight *f, struct rehearsal *r, struct job *j,
	struct task_list unit, struct actor *a)
{
	int first = r->n_roles;

	*a = (struct actor){.first = first, .job = j, .queue = j->queue};
	for (int i = 0; i < unit.n; i++) {
		struct task *t = unit.items[i];

		if (!read_role(q, f, r, t, &r->roles[first + i]))
			return false;
		for (int k = 0; k < 3; k++) {
			a->amount[k] += t->request[k];
			if (t->accepted_set &&
				task_accepted(t, k, &q->session->c->slots) != t->request[k])
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

/* ---- before the first rehearsal for a preemptor ---- */

/* All jobs of the preemptor's walks, and those that its victims may be of, whose pods leave. The
 * answer: how many. */
static int list_jobs(struct search *q, struct foresight *f, const struct actor *preemptor,
	struct job **jobs, struct absence *gone)
{
	const struct cluster *c = q->session->c;
	int n = 0;

	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j == preemptor->job->session_job) {
			jobs[n++] = preemptor->job;
		} else if (job_has_leaf(j) && j->counts[POD_PENDING]) {
			jobs[n++] = j;
		} else if (job_has_leaf(j) && may_act(f, j) &&
			within_limits(q->session, j->queue, preemptor->amount)) {
			leave(q, gone, j);
			jobs[n++] = j;
		}
	}
	return n;
}

static int count_absent(const struct job *j)
{
	int n = 0;

	for (int i = 0; i < j->n_tasks; i++)
		n += task_should_allocate(j->tasks[i], false);
	return n;
}

/* When a Pipelined pod is evicted, its node has less that is idle (rules/02 10): no matter,
 * if nobody finds it idle as it is. */
static bool leaves_nothing_idle(const struct rehearsal *r, const struct actor *a)
{
	for (int k = a->first; k < a->first + a->n; k++)
		if (r->roles[k].pipelined && rehearsal_nodes_idle(r->nodes, r->roles[k].node))
			return false;
	return true;
}

/* If a unit is not all that left, the job does not come back all at once: it is no actor. */
static void read_actor(
	struct search *q, struct foresight *f, struct rehearsal *r, struct job *j, struct actor *a)
{
	struct task_list unit = session_tasks_to_allocate(q->session, j, false);

	if (unit.n != count_absent(j) || !read_unit(q, f, r, j, unit, a))
		a->n = 0;
}

/* What the rest here relies on. */
static bool hooks_are_known(const struct session *s)
{
	return s->queue_order.n == 1 && s->queue_figures.n == 1 && s->queue_books.n == 1 &&
		s->predicate.n == 1 && s->lasting_nodes.n == 1 && s->on_allocate.n == 1 &&
		s->on_deallocate.n == 1;
}

/* The preemptor and all that have a pod waiting walk always; these are not asked to place it. */
static void set_walk(struct session *s, struct rehearsal *r, struct job *const *jobs, int n)
{
	for (int i = 0; i < n; i++) {
		struct job *j = jobs[i];

		if (r->actors[i].n)
			ordered_walk_ask(r->walk, i, r->actors[i].amount);
		if (i == r->preemptor_place) {
			ordered_walk_add(r->walk, i, false);
		} else if (j->counts[POD_PENDING]) {
			session_request_vector(s, j, false);
			ordered_walk_ask(r->walk, i, j->unit_sums);
			ordered_walk_add(r->walk, i, true);
		}
	}
}

/* The classes of all actors are known now. */
static void set_places(struct rehearsal *r, struct job *const *jobs, int n)
{
	for (int i = 0; i < n; i++)
		if (i != r->preemptor_place && r->actors[i].n &&
			leaves_nothing_idle(r, &r->actors[i]))
			r->place[jobs[i]->index] = i;
}

/* Nobody is gone yet. */
static void start_anew(struct search *q, struct rehearsal *r)
{
	const struct session *s = q->session;

	if (!r->books)
		r->books = s->queue_books.items[0].fn(s->queue_books.items[0].ctx, &q->arena);
	r->books->kind->read(r->books);
	rehearsal_nodes_read(r->nodes);
	memset(r->gone, 0, (size_t)r->words * sizeof *r->gone);
	memset(r->left_behind, 0, (size_t)s->c->n_nodes * sizeof *r->left_behind);
	memset(r->actors, 0, ((size_t)s->c->n_jobs + 1) * sizeof *r->actors);
	for (int i = 0; i < s->c->n_jobs; i++)
		r->place[i] = -1;
	r->n_roles = 0;
	find_ghosts(q, r);
}

/* The pods of all who may act are gone while their order and units are read. */
static void read_cast(
	struct search *q, struct foresight *f, struct rehearsal *r, const struct actor *preemptor)
{
	size_t tasks = (size_t)q->session->c->n_tasks + 1;
	struct absence gone = {ARENA_ARRAY(&q->arena, tasks, struct task *),
		ARENA_ARRAY(&q->arena, tasks, unsigned char), ARENA_ARRAY(&q->arena, tasks, bool),
		0};
	struct job **listed =
			   ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs + 1, struct job *),
		   *const * jobs;
	int n = list_jobs(q, f, preemptor, listed, &gone);

	jobs = ordered_walk_set(r->walk, listed, n);
	for (int i = 0; i < n; i++) {
		if (jobs[i] == preemptor->job) {
			r->preemptor_place = i;
			r->actors[i] = *preemptor;
		} else if (!jobs[i]->counts[POD_PENDING]) {
			read_actor(q, f, r, jobs[i], &r->actors[i]);
		}
	}
	come_back(q, &gone);
	set_places(r, jobs, n);
	set_walk(q->session, r, jobs, n);
}

void rehearsal_cast(struct search *q, struct foresight *f, struct rehearsal *r,
	struct job *preemptor, struct task_list unit)
{
	struct actor mine;

	r->preemptor = preemptor;
	r->disturbed = q->disturbed;
	r->possible = hooks_are_known(q->session) && job_has_leaf(preemptor) &&
		preemptor->n_pod_sets == 1;
	if (!r->possible)
		return;
	start_anew(q, r);
	r->possible = read_unit(q, f, r, preemptor, unit, &mine) &&
		within_limits(q->session, preemptor->queue, mine.amount);
	if (r->possible)
		read_cast(q, f, r, &mine);
}
