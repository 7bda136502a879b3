#include "session/bits.h"
#include "shortcuts/dry_run_private.h"
#include "solvers/searches.h"

static struct dry_run *dry_run_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct dry_run *r = ARENA_NEW(&q->arena, struct dry_run);
	size_t jobs = (size_t)c->n_jobs, tasks = (size_t)c->n_tasks;
	struct arena *a = &q->arena;

	r->nodes = node_ledger_new(q);
	r->jobs = ARENA_ARRAY(a, jobs, struct dry_job);
	r->pods = ARENA_ARRAY(a, tasks, struct dry_pod);
	r->walk = scenario_walk_new(q->session, a);
	r->in_walk = ARENA_ARRAY(a, jobs, struct walk_job);
	r->walk_jobs = ARENA_ARRAY(a, jobs, struct walk_job);
	r->walk_positions = ARENA_ARRAY(a, jobs, int);
	r->blocks = bit_blocks(c->n_jobs);
	r->evicted = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->chosen = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->evictions = ARENA_ARRAY(a, (size_t)c->n_nodes, int);
	r->position = ARENA_ARRAY(a, jobs, int);
	r->n_evicted = ARENA_ARRAY(a, jobs, int);
	r->victim_jobs = ARENA_ARRAY(a, jobs, int);
	r->node_set = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	r->spare = ARENA_ARRAY(a, (size_t)c->slots.count, double);
	r->placed = ARENA_ARRAY(a, tasks, int);
	r->first_stale = ARENA_ARRAY(a, tasks, const struct stale_booking *);
	return r;
}

/* ---- the scenario ---- */

struct dry_context {
	struct search *q;
	struct bounds *f;
	struct dry_run *r;
};

static bool count_victims(struct dry_run *r, const struct batches *b)
{
	for (const struct batch *one = b->items; one < b->items + b->n; one++) {
		int at = r->position[one->job_index];

		if (at < 0)
			return false;
		if (!r->n_evicted[at])
			r->victim_jobs[r->n_victim_jobs++] = at;
		r->n_evicted[at] += one->n;
	}
	return true;
}

/* True: every victim belongs to a dry job that loses all its pods. */
static bool read_scenario(struct dry_run *r, const struct proposal *p)
{
	if (!count_victims(r, &p->recorded) || !count_victims(r, &p->potential))
		return false;
	for (int i = 0; i < r->n_victim_jobs; i++)
		if (r->n_evicted[r->victim_jobs[i]] != r->jobs[r->victim_jobs[i]].n)
			return false;
	return true;
}

static void clear_scenario(struct dry_run *r)
{
	while (r->n_victim_jobs)
		r->n_evicted[r->victim_jobs[--r->n_victim_jobs]] = 0;
}

/* ---- evictions ---- */

static void evict_job(struct dry_run *r, int position)
{
	const struct dry_job *j = &r->jobs[position];

	for (const struct dry_pod *pod = &r->pods[j->first]; pod < &r->pods[j->first + j->n];
		pod++) {
		node_ledger_evict(r->nodes, pod->class, pod->node);
		r->evictions[pod->node]++;
	}
	r->queues->ops->change_start(r->queues, j->queue, j->amount, -1);
	bit_set(r->evicted, position);
}

static void undo_eviction(struct dry_run *r, int position)
{
	const struct dry_job *j = &r->jobs[position];

	for (const struct dry_pod *pod = &r->pods[j->first]; pod < &r->pods[j->first + j->n];
		pod++) {
		node_ledger_return(r->nodes, pod->class, pod->node);
		r->evictions[pod->node]--;
	}
	r->queues->ops->change_start(r->queues, j->queue, j->amount, 1);
	bit_clear(r->evicted, position);
}

/* Makes evicted equal to chosen. */
static void change_evictions(struct dry_run *r)
{
	for (int w = 0; w < r->blocks; w++)
		for (uint64_t differ = r->chosen[w] ^ r->evicted[w]; differ; differ &= differ - 1) {
			int position = w * 64 + __builtin_ctzll(differ);

			if (bit_is_set(r->chosen, position))
				evict_job(r, position);
			else
				undo_eviction(r, position);
		}
}

/* The ledgers start with the scenario's evictions. The scenario may use the nodes of
 * its probe and those of its victims. */
static void evict(struct dry_run *r, const struct probe_nodes *nodes)
{
	memset(r->chosen, 0, (size_t)r->blocks * sizeof *r->chosen);
	for (int i = 0; i < r->n_victim_jobs; i++)
		bit_set(r->chosen, r->victim_jobs[i]);
	change_evictions(r);
	memcpy(r->node_set, nodes->bits, (size_t)bit_blocks(nodes->n) * sizeof *r->node_set);
	for (int i = 0; i < nodes->n; i++)
		if (r->evictions[i])
			bit_set(r->node_set, i);
	node_ledger_reset(r->nodes, r->node_set);
	r->queues->ops->reset(r->queues);
}

/* ---- placing ---- */

/* The node that the pod goes to; -1: none. */
static int destination(const struct dry_run *r, const struct dry_pod *pod)
{
	int node = node_ledger_find(r->nodes, pod->class, pod->eligible);

	for (const struct stale_booking *stale = pod->stale; stale; stale = stale->next)
		if (stale->node == node)
			return pod->node;
	return node;
}

/* All of the job's pods, or none. */
static bool place_all(struct dry_run *r, const struct dry_job *j)
{
	const struct dry_pod *pods = &r->pods[j->first];
	int n = 0;

	for (; n < j->n && (r->placed[n] = destination(r, &pods[n])) >= 0; n++)
		node_ledger_put(r->nodes, pods[n].class, r->placed[n]);
	if (n == j->n)
		return true;
	while (n-- > 0)
		node_ledger_take_back(r->nodes, pods[n].class, r->placed[n]);
	return false;
}

static bool must_return(struct dry_context *x, struct dry_job *j)
{
	if (j->must_return == RETURN_UNKNOWN)
		j->must_return = bounds_fate(x->q, x->f, j->job) == MUST_RETURN ? RETURN_REQUIRED
										: RETURN_OPTIONAL;
	return j->must_return == RETURN_REQUIRED;
}

/* Subtracts from spare what the placed job took of the amounts that other pods need, by the rule of
 * bounds_may_succeed. False: the scenario fails, because some spare amount is negative. */
static bool take_spare(struct dry_context *x, const struct dry_job *j, bool must)
{
	const struct bounds *f = x->f;
	const struct node_ledger *l = x->r->nodes;
	const struct dry_pod *pods = &x->r->pods[j->first];
	bool enough = true;

	for (int i = 0; i < j->n; i++) {
		int node = x->r->placed[i];

		if ((must && !pods[i].stale) || !bit_is_set(f->usable, node))
			continue;
		for (int k = 0; k < f->n_slots; k++) {
			x->r->spare[k] -= room_between(node_ledger_free(l, node, f->slots[k]),
				node_ledger_takes(l, pods[i].class, node, f->slots[k]));
			enough &= x->r->spare[k] >= 0;
		}
	}
	return enough;
}

/* Tries to place the job at this position. False: the scenario fails. */
static bool place_next(struct dry_context *x, int position)
{
	struct dry_run *r = x->r;
	struct dry_job *j = &r->jobs[position];
	bool placed = place_all(r, j);

	if (placed)
		r->queues->ops->allocate(r->queues, j->queue, j->amount);
	if (position == r->preemptor_position)
		return placed;
	return placed ? take_spare(x, j, must_return(x, j)) : !must_return(x, j);
}

/* The preemptor and the evicted jobs, by position. */
static void start_walk(struct dry_run *r)
{
	int n = 0;

	bit_set(r->chosen, r->preemptor_position);
	for (int w = 0; w < r->blocks; w++)
		for (uint64_t left = r->chosen[w]; left; left &= left - 1) {
			int position = w * 64 + __builtin_ctzll(left);

			r->walk_jobs[n] = r->in_walk[position];
			r->walk_positions[n++] = position;
		}
	bit_clear(r->chosen, r->preemptor_position);
	scenario_walk_start(r->walk, r->queues, r->walk_jobs, n);
}

/* False: the scenario fails. */
static bool run(struct dry_context *x)
{
	struct dry_run *r = x->r;
	bool ok = true;

	memcpy(r->spare, x->f->spare, (size_t)x->f->n_slots * sizeof(double));
	start_walk(r);
	for (int left = 1 + r->n_victim_jobs; ok && left; left--)
		ok = place_next(x, r->walk_positions[scenario_walk_pop(r->walk)]);
	return ok;
}

/* ---- when to run ---- */

enum { SETUP_SHARE = 8 };

/* dry_run_prepare costs about as much as simulations that evict an eighth of all pods; until that
 * many pods were evicted in vain, it is not known to pay. A small diagnostics_limit
 * (--victim-notes) lowers that number. */
static bool setup_pays(const struct search *q, const struct bounds *f)
{
	return SETUP_SHARE * f->tried >= q->session->c->n_tasks ||
		f->tried >= q->session->searches->diagnostics_limit;
}

static bool is_ready(struct search *q, struct bounds *f, const struct proposal *p)
{
	if (!setup_pays(q, f))
		return false;
	if (!f->dry_run)
		f->dry_run = dry_run_new(q);
	if (f->dry_run->preemptor != p->preemptor ||
		f->dry_run->generation != shortcuts_of(q)->generation)
		dry_run_prepare(q, f, f->dry_run, p->preemptor, p->pending);
	return f->dry_run->possible;
}

bool dry_run_fails(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes, bool *all_return)
{
	struct dry_context x = {.q = q, .f = f};
	bool fails = false, unordered;

	if (!is_ready(q, f, p))
		return false;
	x.r = f->dry_run;
	if (read_scenario(x.r, p)) {
		evict(x.r, nodes);
		fails = !run(&x);
		unordered = node_ledger_unordered(x.r->nodes);
		*all_return = !fails && !unordered &&
			p->preemptor->preemptible; /* others have a quota that was not tested */
		fails &= !unordered;
	}
	clear_scenario(x.r);
	return fails;
}
