/* Reads the jobs that take part in dry runs for one preemptor: the preemptor, and the dry jobs
 * (dry_run.h). */
#include <math.h>
#include <stdlib.h>

#include "common/grow.h"
#include "model/job.h"
#include "model/bits.h"
#include "session/orders.h"
#include "shortcuts/dry_run_private.h"
#include "shortcuts/pending_jobs.h"
#include "shortcuts/shortcuts.h"
#include "session/units.h"

/* ---- one job ---- */

/* False: more than the request, the class order and the predicate's lasting nodes decides where the
 * pod goes. */
static bool read_pod(
	struct search *q, struct bounds *f, struct dry_run *r, struct task *t, struct dry_pod *pod)
{
	struct session *s = q->session;
	struct str text;

	if (t->type != REQUEST_REGULAR || t->gpu.memory > 0 || t->gpu.fraction > 1 ||
		t->pod->spec->overhead.n || t->pod->nominated_node.n ||
		!is_whole(t->request, s->c->slots.count) || !session_pre_predicate(s, t, &text))
		return false;
	*pod = (struct dry_pod){.eligible = session_lasting_nodes(s, t),
		.class = node_ledger_class(r->lane->nodes, t)};
	if (t->node) {
		pod->node = t->node->index;
		pod->pipelined = bounds_is_pipelined(f, t);
		pod->stale = f->first_stale[t->index];
	}
	return pod->eligible && pod->class >= 0 && dry_lane_claims(r->lane, t, pod);
}

/* Reads the unit into *dry. False: read_pod refused a pod, and *dry is invalid. */
static bool read_unit(struct search *q, struct bounds *f, struct dry_run *r, struct job *j,
	struct task_list unit, struct dry_job *dry)
{
	int first = r->n_pods;

	if (q->session->hooks.node_choices.fn && j->session_job->constrained)
		return false; /* it does not go to the first node of all */
	*dry = (struct dry_job){.first = first, .job = j, .queue = j->queue, .accepted = true};
	for (int i = 0; i < unit.n; i++) {
		struct task *t = unit.items[i];

		if (!read_pod(q, f, r, t, &r->pods[first + i]))
			return false;
		dry->accepted &= t->accepted_set;
		for (int k = 0; k < 3; k++) {
			dry->amount[k] += t->request[k];
			if (t->accepted_set && task_accepted(t, k) != t->request[k])
				return false;
		}
	}
	dry->n = unit.n;
	r->n_pods += unit.n;
	return unit.n > 0;
}

static int count_tasks_to_allocate(const struct job *j)
{
	int n = 0;

	for (int i = 0; i < j->n_tasks; i++)
		n += task_should_allocate(j->tasks[i], false);
	return n;
}

/* Call while the pods are evicted that j loses. The job takes part only if its unit is then all of
 * them. */
static void read_job(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *dry)
{
	struct task_list unit = session_tasks_to_allocate(q->session, j, false);

	if (unit.n != count_tasks_to_allocate(j) || !read_unit(q, f, r, j, unit, dry))
		dry->n = 0;
	else if (counts_in(j->counts, SET_ACTIVE_ALLOCATED))
		dry->surplus = unit.items[0];
}

/* ---- a moment in which the jobs have lost their pods ---- */

static bool is_active(const struct task *t)
{
	return status_in(t->status, SET_ACTIVE_ALLOCATED);
}

/* Necessary, not sufficient: read_job tests the rest while the pods are evicted. */
static bool may_take_part(struct bounds *f, const struct job *j)
{
	if (!j->preemptible || j->counts[POD_PENDING] || j->n_pod_sets != 1 || j->unit_cached)
		return false;
	for (int i = 0; i < j->n_tasks; i++)
		if (is_active(j->tasks[i]) && !bounds_may_be_reversible(f, j->tasks[i]))
			return false;
	return counts_in(j->counts, SET_ACTIVE_ALLOCATED) > 0;
}

/* What the queue holds is whole, as are the amounts that come and go: the ledger finds the same
 * sums as the session. Where it is not, the limit is never reached with `more` beyond the present
 * amounts: victims return to what is counted already. */
static bool limits_are_exact(const struct queue_figures *g, const double *more)
{
	for (int i = 0; i < 3; i++)
		if (g->limit[i] != -1 && g->allocated[i] != trunc(g->allocated[i]) &&
			g->allocated[i] + more[i] > g->limit[i])
			return false;
	return true;
}

static bool all_limits_are_exact(
	const struct session *s, const struct queue *queue, const double *more)
{
	struct queue_figures g;

	for (; queue; queue = queue->parent)
		if (!session_queue_figures(s, queue, &g) || !limits_are_exact(&g, more))
			return false;
	return true;
}

static void evict_pod(struct search *q, struct evicted_pods *e, struct task *t)
{
	e->tasks[e->n] = t;
	e->status[e->n] = (unsigned char)t->status;
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

static void evict_pods(struct search *q, struct evicted_pods *e, struct job *j)
{
	struct task *surplus = find_surplus(q, j);

	if (surplus)
		evict_pod(q, e, surplus);
	for (int i = 0; i < j->n_tasks && !surplus; i++)
		if (is_active(j->tasks[i]))
			evict_pod(q, e, j->tasks[i]);
}

static void restore_pods(struct search *q, struct evicted_pods *e)
{
	for (int i = e->n - 1; i >= 0; i--) {
		job_set_status(q->session->c, e->tasks[i], (enum pod_status)e->status[i]);
		e->tasks[i]->virtual_status = e->was_virtual[i];
	}
	e->n = 0;
}

/* All that may take part, without the preemptor. */
struct listed {
	struct job **jobs;
	int n;
};

/* Sets by_amount if more than the preemptor's queues decides. */
static bool limits_allow(
	struct search *q, struct dry_run *r, const struct job *j, const struct dry_job *preemptor)
{
	static const double any[] = {INFINITY, INFINITY, INFINITY};

	if (all_limits_are_exact(q->session, j->queue, any))
		return true;
	r->by_amount = true;
	return all_limits_are_exact(q->session, j->queue, preemptor->amount);
}

/* Lists all jobs of the walk but the fixed ones, and evicts what those lose that may take part. */
static void list_jobs(struct search *q, struct bounds *f, struct dry_run *r,
	const struct dry_job *preemptor, struct listed *l)
{
	const struct cluster *c = q->session->c;

	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j != preemptor->job->session_job && job_has_leaf(j) && may_take_part(f, j) &&
			limits_allow(q, r, j, preemptor)) {
			evict_pods(q, &r->evicted, j);
			l->jobs[l->n++] = j;
		}
	}
}

/* ---- all jobs ---- */

/* The dry run relies on one hook of each of these lists. */
static bool hooks_are_known(const struct session *s)
{
	return s->hooks.queue_order.n == 1 && s->hooks.queue_figures.fn &&
		s->hooks.queue_ledger.fn && s->hooks.predicate.n == 1 &&
		s->hooks.lasting_nodes.fn && s->hooks.on_allocate.n == 1 &&
		s->hooks.on_deallocate.n == 1;
}

/* The preemptor is behind all others. */
static void read_jobs(
	struct search *q, struct bounds *f, struct dry_run *r, const struct dry_job *preemptor)
{
	size_t jobs = (size_t)q->session->c->n_jobs;
	struct arena *a = &q->arena;
	struct listed l = {ARENA_ARRAY(a, jobs, struct job *), 0};

	arena_free(&r->lane->made);
	scenario_walk_fix(r->lane->walk, &r->lane->made,
		pending_jobs_all(shortcuts_of(q)->pending, preemptor->job->session_job), NULL);
	list_jobs(q, f, r, preemptor, &l);
	scenario_walk_sort(r->lane->walk, l.jobs, l.n);
	for (int i = 0; i < l.n; i++) {
		read_job(q, f, r, l.jobs[i], &r->jobs[i]);
		r->in_walk[i] =
			scenario_walk_job(r->lane->walk, l.jobs[i], r->jobs[i].amount, false);
		r->position[l.jobs[i]->index] = i;
	}
	restore_pods(q, &r->evicted);
	r->n_jobs = l.n + 1;
	r->preemptor_position = l.n;
	r->n_victim_pods = r->n_pods;
	r->jobs_generation = shortcuts_of(q)->generation;
}

/* ---- the preemptor among them ---- */

/* The job comes before the preemptor in the order of scenario_walk_sort. */
static bool comes_before(struct search *q, struct dry_run *r, struct job *j, struct job *preemptor)
{
	bool before;

	if (j->queue != preemptor->queue)
		return j->queue->index < preemptor->queue->index;
	evict_pods(q, &r->evicted, j);
	before = session_job_less(q->session, j, preemptor);
	restore_pods(q, &r->evicted);
	return before;
}

static int find_position(struct search *q, struct dry_run *r, struct job *preemptor)
{
	int low = 0, high = r->n_jobs - 1;

	while (low < high) {
		int middle = low + (high - low) / 2;
		int at = middle + (middle >= r->preemptor_position);

		if (comes_before(q, r, r->in_walk[at].job, preemptor))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void move_job(struct dry_run *r, int from, int to)
{
	r->jobs[to] = r->jobs[from];
	r->in_walk[to] = r->in_walk[from];
	r->in_walk[to].request = r->jobs[to].amount;
	r->position[r->in_walk[to].job->index] = to;
}

static void make_place(struct dry_run *r, int position)
{
	for (; r->preemptor_position < position; r->preemptor_position++)
		move_job(r, r->preemptor_position + 1, r->preemptor_position);
	for (; r->preemptor_position > position; r->preemptor_position--)
		move_job(r, r->preemptor_position - 1, r->preemptor_position);
}

static void forget_fates(struct dry_run *r)
{
	for (int w = 0; w < r->blocks; w++) {
		for (uint64_t left = r->judged[w]; left; left &= left - 1)
			r->jobs[w * 64 + __builtin_ctzll(left)].must_return = RETURN_UNKNOWN;
		r->judged[w] = 0;
	}
}

/* False: it cannot be read. */
static bool read_preemptor(struct search *q, struct bounds *f, struct dry_run *r,
	struct job *preemptor, struct task_list unit, struct dry_job *out)
{
	return read_unit(q, f, r, preemptor, unit, out) &&
		all_limits_are_exact(q->session, preemptor->queue, out->amount);
}

/* The same. In place of the preemptor before it. */
static bool set_preemptor(struct search *q, struct bounds *f, struct dry_run *r,
	struct job *preemptor, struct task_list unit)
{
	struct dry_job mine;
	int at;

	dry_lane_clear(r->lane);
	r->second_ready = false;
	forget_fates(r);
	r->n_pods = r->n_victim_pods;
	if (!read_preemptor(q, f, r, preemptor, unit, &mine))
		return false;
	make_place(r, find_position(q, r, preemptor));
	at = r->preemptor_position;
	r->jobs[at] = mine;
	r->in_walk[at] = scenario_walk_job(r->lane->walk, preemptor, r->jobs[at].amount, false);
	return true;
}

/* The ledgers hold the session's figures, nothing is evicted, and no job is known. */
static void reset_all(struct search *q, struct dry_run *r)
{
	const struct session *s = q->session;

	dry_lane_load(r->lane, q);
	r->second_ready = false;
	node_ledger_load(r->lane->nodes);
	memset(r->jobs, 0, (size_t)s->c->n_jobs * sizeof *r->jobs);
	for (int i = 0; i < s->c->n_jobs; i++)
		r->position[i] = -1;
	memset(r->judged, 0, (size_t)r->blocks * sizeof *r->judged);
	r->n_pods = 0;
	r->by_amount = false;
	r->jobs_generation = -1;
}

/* The preemptor is read first, too: there are not too many classes for its pods then. */
static bool read_all(struct search *q, struct bounds *f, struct dry_run *r, struct job *preemptor,
	struct task_list unit)
{
	struct dry_job mine;

	reset_all(q, r);
	if (!read_preemptor(q, f, r, preemptor, unit, &mine))
		return false;
	r->n_pods = 0;
	read_jobs(q, f, r, &mine);
	return set_preemptor(q, f, r, preemptor, unit);
}

void dry_run_prepare(struct search *q, struct bounds *f, struct dry_run *r, struct job *preemptor,
	struct task_list unit)
{
	long generation = shortcuts_of(q)->generation;

	r->possible = hooks_are_known(q->session) && job_has_leaf(preemptor) &&
		preemptor->n_pod_sets == 1;
	r->preemptor = preemptor;
	r->generation = generation;
	dry_run_forget_victims(r);
	if (!r->possible)
		return;
	r->possible = (r->jobs_generation == generation && !r->by_amount &&
			      set_preemptor(q, f, r, preemptor, unit)) ||
		read_all(q, f, r, preemptor, unit);
}
