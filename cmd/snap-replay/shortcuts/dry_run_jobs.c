/* Reads the jobs that take part in dry runs for one preemptor: the preemptor, and the dry jobs
 * (dry_run.h). */
#include <math.h>

#include "common/grow.h"
#include "model/bits.h"
#include "model/job.h"
#include "shortcuts/dry_run_private.h"
#include "shortcuts/pending_jobs.h"
#include "shortcuts/shortcuts.h"

/* ---- one job ---- */

/* Without Pending pods. */
static bool read_whole(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *dry)
{
	struct task_list unit = dry_run_unit_of(q, j);

	if (!unit.n)
		return false;
	if (dry_run_recall(q, r, j, dry))
		return true;
	if (!dry_run_read_unit(q, f, r, j, unit, dry))
		return false;
	if (counts_in(j->counts, SET_ACTIVE_ALLOCATED))
		dry->surplus = unit.items[0];
	dry_run_keep(q, r, unit, dry);
	r->n_pods += dry->n;
	return true;
}

static void read_job(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *dry)
{
	bool read = dry_job_is_partly(r, j) ? dry_run_read_partly(q, f, r, j, dry)
		: dry_run_twin(r, j)        ? dry_run_read_twinned(q, f, r, j, dry)
					    : read_whole(q, f, r, j, dry);

	if (!read)
		*dry = (struct dry_job){0};
}

bool dry_run_may_serve(struct bounds *f, const struct job *j)
{
	if (!j->preemptible || !job_has_leaf(j) || j->n_pod_sets != 1 || dry_job_caches_old_unit(j))
		return false;
	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED) &&
			!bounds_may_be_reversible(f, j->tasks[i]))
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

/* All that may take part, without the preemptor. */
struct listed {
	struct job **jobs, **read; /* all of them; those to be read */
	int n, n_read;
	uint64_t *kept; /* the others, a set by job index: they were read in an earlier search */
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

static bool may_take_part(struct search *q, struct bounds *f, struct dry_run *r, struct job *j)
{
	return dry_job_is_partly(r, j) || (!j->counts[POD_PENDING] && dry_run_may_serve(f, j)) ||
		dry_run_note_twinned(q, f, r, j);
}

static void evict_job(struct search *q, struct dry_run *r, struct job *j)
{
	if (dry_job_is_partly(r, j))
		dry_run_evict_recorded(q, r, j);
	else
		dry_run_evict_pods(q, &r->evicted, j);
}

static bool is_listed(struct search *q, struct bounds *f, struct dry_run *r,
	const struct dry_job *preemptor, struct job *j)
{
	return j != preemptor->job->session_job &&
		(dry_run_is_kept(q, r, j) || may_take_part(q, f, r, j)) &&
		limits_allow(q, r, j, preemptor);
}

/* Merges those that are to be read with the others. Meanwhile those with twins have lost their
 * pods, too. */
static void put_in_order(struct search *q, struct dry_run *r, struct listed *l)
{
	int n = r->evicted.n;

	for (int i = 0; i < l->n_read; i++)
		if (dry_run_twin(r, l->read[i]))
			evict_job(q, r, l->read[i]);
	scenario_walk_sort(r->lane->walk, l->read, l->n_read);
	l->n = dry_run_list_kept(q, r, l->kept, l->jobs);
	dry_run_merge(q, r, l->jobs, l->n, l->read, l->n_read);
	l->n += l->n_read;
	dry_run_restore_pods(q, &r->evicted, n);
}

/* Lists all jobs of the walk but the fixed ones, and evicts what those lose that are to be read,
 * but for those with twins: fixed jobs must have their pods while others are compared with them. */
static void list_jobs(struct search *q, struct bounds *f, struct dry_run *r,
	const struct dry_job *preemptor, struct listed *l)
{
	const struct cluster *c = q->session->c;

	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (!is_listed(q, f, r, preemptor, j))
			continue;
		if (dry_run_is_kept(q, r, j)) {
			bit_set(l->kept, j->index);
			continue;
		}
		if (!dry_run_twin(r, j))
			evict_job(q, r, j);
		l->read[l->n_read++] = j;
	}
	put_in_order(q, r, l);
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

static const struct fixed_jobs *fixed_jobs_of(
	struct search *q, const struct dry_run *r, const struct job *except)
{
	struct pending_jobs *p = shortcuts_of(q)->pending;

	return r->any_partly ? pending_jobs_without(p, except, r->partly)
			     : pending_jobs_all(p, except);
}

/* What a job with an old cached unit requests is read of that unit, until a simulation that evicts
 * the job drops it. */
static void note_old_units(struct search *q, struct dry_run *r)
{
	const struct cluster *c = q->session->c;

	r->n_old_units = 0;
	for (int i = bit_next(c->may_cache_unit, 0, c->n_jobs); i < c->n_jobs;
		i = bit_next(c->may_cache_unit, i + 1, c->n_jobs)) {
		if (!session_unit_is_stale(c->jobs[i]))
			continue;
		ARENA_GROW(&q->arena, r->old_units, r->n_old_units, r->cap_old_units);
		r->old_units[r->n_old_units++] = c->jobs[i];
	}
}

bool dry_run_is_outdated(const struct dry_run *r)
{
	for (int i = 0; i < r->n_old_units; i++)
		if (!session_unit_is_stale(r->old_units[i]))
			return true;
	return false;
}

static struct listed new_list(struct search *q, const struct dry_run *r)
{
	size_t jobs = (size_t)q->session->c->n_jobs;

	return (struct listed){.jobs = ARENA_ARRAY(&q->arena, jobs, struct job *),
		.read = ARENA_ARRAY(&q->arena, jobs, struct job *),
		.kept = ARENA_ARRAY(&q->arena, (size_t)r->blocks, uint64_t)};
}

/* The job at this position: it has lost its pods, unless it is kept, or has a twin. */
static void read_one(struct search *q, struct bounds *f, struct dry_run *r,
	const struct fixed_jobs *fixed, const struct listed *l, int at)
{
	struct job *j = l->jobs[at];
	int n = r->evicted.n, twin = dry_run_twin(r, j);

	r->position[j->index] = at;
	r->job_index[at] = j->index;
	if (bit_is_set(l->kept, j->index)) {
		dry_run_place_kept(q, r, j, fixed, at);
		return;
	}
	if (twin)
		evict_job(q, r, j);
	read_job(q, f, r, j, &r->jobs[at]);
	r->in_walk[at] = scenario_walk_job(r->lane->walk, j, r->jobs[at].amount, false);
	r->in_walk[at].twin = twin;
	dry_run_restore_pods(q, &r->evicted, n);
}

/* The preemptor is behind all others. */
static void read_jobs(
	struct search *q, struct bounds *f, struct dry_run *r, const struct dry_job *preemptor)
{
	const struct fixed_jobs *fixed = fixed_jobs_of(q, r, preemptor->job->session_job);
	struct listed l = new_list(q, r);

	note_old_units(q, r);
	arena_free(&r->lane->made);
	scenario_walk_fix(r->lane->walk, &r->lane->made, fixed, NULL);
	list_jobs(q, f, r, preemptor, &l);
	for (int i = 0; i < l.n; i++)
		read_one(q, f, r, fixed, &l, i);
	dry_run_restore_pods(q, &r->evicted, 0);
	r->n_jobs = l.n + 1;
	r->preemptor_position = l.n;
	r->n_victim_pods = r->n_pods;
	r->jobs_generation = shortcuts_of(q)->generation;
	dry_run_keep_places(q, r, fixed);
}

/* ---- the preemptor among them ---- */

static void forget_fates(struct dry_run *r)
{
	for (int w = 0; w < r->blocks; w++) {
		for (uint64_t left = r->judged[w]; left; left &= left - 1)
			r->jobs[w * 64 + __builtin_ctzll(left)].must_return = RETURN_UNKNOWN;
		r->judged[w] = r->required[w] = 0;
	}
}

/* False: it cannot be read. */
static bool read_preemptor(struct search *q, struct bounds *f, struct dry_run *r,
	struct job *preemptor, struct task_list unit, struct dry_job *out)
{
	return dry_run_read_unit(q, f, r, preemptor, unit, out) &&
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
	dry_run_restore_recorded(r);
	r->n_pods = r->n_victim_pods;
	if (!read_preemptor(q, f, r, preemptor, unit, &mine))
		return false;
	r->n_pods += mine.n;
	at = dry_run_find_place(q, r, r->preemptor_position, preemptor);
	dry_run_make_place(r, r->preemptor_position, at);
	r->preemptor_position = at;
	r->jobs[at] = mine;
	r->in_walk[at] = scenario_walk_job(r->lane->walk, preemptor, r->jobs[at].amount, false);
	return true;
}

/* The ledgers hold the session's figures, nothing is evicted, and no job is known. */
static void reset_all(struct search *q, const struct bounds *f, struct dry_run *r)
{
	const struct session *s = q->session;

	dry_lane_load(r->lane, q);
	r->second_ready = false;
	node_ledger_load(r->lane->nodes);
	memset(r->jobs, 0, (size_t)s->c->n_jobs * sizeof *r->jobs);
	for (int i = 0; i < s->c->n_jobs; i++)
		r->position[i] = -1;
	memset(r->judged, 0, (size_t)r->blocks * sizeof *r->judged);
	memset(r->required, 0, (size_t)r->blocks * sizeof *r->required);
	r->n_pods = r->n_recorded = 0;
	dry_run_forget_twinned(r);
	r->by_amount = false;
	r->jobs_generation = -1;
	dry_run_open_kept(q, f, r);
}

/* The preemptor is read first, too: there are not too many classes for its pods then. */
static bool read_all(struct search *q, struct bounds *f, struct dry_run *r, struct job *preemptor,
	struct task_list unit)
{
	struct dry_job mine;

	reset_all(q, f, r);
	if (!read_preemptor(q, f, r, preemptor, unit, &mine))
		return false;
	read_jobs(q, f, r, &mine);
	return set_preemptor(q, f, r, preemptor, unit);
}

void dry_run_prepare(
	struct search *q, struct bounds *f, struct dry_run *r, const struct proposal *p)
{
	struct job *preemptor = p->preemptor;
	struct task_list unit = p->pending;
	long generation = shortcuts_of(q)->generation;
	bool anew = dry_run_note_recorded(q, f, r, &p->recorded) || dry_run_is_outdated(r);

	r->possible = hooks_are_known(q->session) && job_has_leaf(preemptor) &&
		preemptor->n_pod_sets == 1;
	r->preemptor = preemptor;
	r->generation = generation;
	dry_run_forget_victims(r);
	if (!r->possible)
		return;
	r->possible = (r->jobs_generation == generation && !r->by_amount && !anew &&
			      set_preemptor(q, f, r, preemptor, unit)) ||
		read_all(q, f, r, preemptor, unit);
	if (r->possible)
		dry_run_read_recorded(q, f, r);
}
