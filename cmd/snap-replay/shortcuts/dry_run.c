#include "model/bits.h"
#include "shortcuts/dry_ahead.h"
#include "shortcuts/gain_bound.h"
#include "shortcuts/known_failures.h"
#include "shortcuts/loss_rooms.h"
#include "shortcuts/overfull.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/repeated_searches.h"
#include "shortcuts/stale_returns.h"
#include "shortcuts/turn_bound.h"
#include "shortcuts/victim_sequence.h"
#include "solvers/searches.h"

static struct dry_run *dry_run_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct dry_run *r = ARENA_NEW(&q->arena, struct dry_run);
	size_t jobs = (size_t)c->n_jobs, tasks = (size_t)c->n_tasks;
	struct arena *a = &q->arena;

	r->jobs_generation = -1;
	r->rooms = loss_rooms_new(q, r);
	r->lane = dry_lane_new(q, r);
	r->jobs = ARENA_ARRAY(a, jobs, struct dry_job);
	r->pods = ARENA_ARRAY(a, 2 * tasks, struct dry_pod);
	r->in_walk = ARENA_ARRAY(a, jobs, struct walk_job);
	r->blocks = bit_blocks(c->n_jobs);
	r->reachable = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	r->partly = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->chosen = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->job_index = ARENA_ARRAY(a, jobs, int);
	r->position = ARENA_ARRAY(a, jobs, int);
	r->twinned_at = ARENA_ARRAY(a, jobs, int);
	r->judged = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->required = ARENA_ARRAY(a, (size_t)r->blocks, uint64_t);
	r->evicted = (struct evicted_pods){ARENA_ARRAY(a, tasks, struct task *),
		ARENA_ARRAY(a, tasks, unsigned char), ARENA_ARRAY(a, tasks, uint64_t),
		ARENA_ARRAY(a, tasks, bool), 0};
	r->gains = gain_bound_new(q, r);
	r->stale = stale_returns_new(q, r);
	r->turns = turn_bound_new(q, r);
	r->overfull = overfull_new(q, r);
	return r;
}

/* ---- one job ---- */

bool dry_job_is_stale(const struct dry_run *r, const struct dry_job *j)
{
	for (int i = j->first; i < j->first + j->n; i++)
		if (r->pods[i].stale)
			return true;
	return false;
}

bool dry_job_stays_within(const struct dry_run *r, const struct dry_job *j, const uint64_t *usable)
{
	for (int i = j->first; i < j->first + j->n; i++)
		if (!bits_within(r->pods[i].eligible, usable, r->lane->n_nodes))
			return false;
	return true;
}

bool dry_job_takes_spare(const struct dry_run *r, const struct dry_job *j, const uint64_t *usable)
{
	return !dry_job_is_stale(r, j) && dry_job_stays_within(r, j, usable);
}

/* ---- when to run ---- */

enum { SETUP_SHARE = 64 };

/* To read all jobs costs about as much as simulations that evict 1 in 64 of all pods; until that
 * many pods were evicted in vain, it is not known to pay. A small diagnostics_limit
 * (--victim-notes) lowers that number. */
static bool setup_pays(const struct search *q, const struct bounds *f)
{
	return (f->dry_run && f->dry_run->jobs_generation == shortcuts_of(q)->generation) ||
		SETUP_SHARE * f->tried >= q->session->c->n_tasks ||
		f->tried >= q->session->searches->diagnostics_limit;
}

/* They know dry jobs only that get back all they lose. */
static void prepare_bounds(struct search *q, struct bounds *f, struct dry_run *r,
	struct task_list unit, const struct probe_nodes *nodes)
{
	gain_bound_prepare(r->gains, q);
	turn_bound_prepare(r->turns, q, f);
	overfull_prepare(r->overfull, q);
	known_failures_begin(shortcuts_of(q)->failures, r, unit, nodes);
}

static bool is_ready(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	if (!setup_pays(q, f))
		return false;
	if (!f->dry_run)
		f->dry_run = dry_run_new(q);
	if (f->dry_run->preemptor != p->preemptor ||
		f->dry_run->generation != shortcuts_of(q)->generation ||
		dry_run_is_outdated(f->dry_run)) {
		dry_run_prepare(q, f, f->dry_run, p);
		loss_rooms_prepare(f->dry_run->rooms, q);
		stale_returns_prepare(f->dry_run->stale);
		if (dry_jobs_are_whole(f->dry_run))
			prepare_bounds(q, f, f->dry_run, p->pending, nodes);
	}
	return f->dry_run->possible;
}

bool dry_run_loses_nothing(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes, bool fails)
{
	struct dry_input in = {.nodes = nodes->bits, .whole = true};
	struct dry_result result;

	if (!is_ready(q, f, p, nodes) ||
		!dry_run_scenario(q, f, f->dry_run, p, f->dry_run->chosen, &in))
		return false;
	result = dry_lane_run(f->dry_run->lane, &in);
	return (fails || result.fails) && !result.unordered && !result.loses;
}

/* It failed for another preemptor. What is watched in walks was not seen then, so it is only asked
 * if nothing is. */
static bool is_known(struct search *q, struct dry_input *in)
{
	struct shortcuts *m = shortcuts_of(q);

	return (!m->turn.top || m->turn.differs) && known_failures_has(m->failures, in) &&
		repeated_searches_clean(m->repeated, m->generation == 0 && !m->drifted);
}

/* No dry run is needed to know it. */
static bool fails_for_certain(struct search *q, struct dry_run *r, struct dry_input *in)
{
	return is_known(q, in) || overfull_refutes(r->overfull, in->chosen) ||
		turn_bound_refutes(r->turns, in);
}

/* A second thread may make the dry run while the search goes on. */
static bool is_assumed(
	struct search *q, struct dry_run *r, const struct dry_input *in, const struct proposal *p)
{
	struct shortcuts *m = shortcuts_of(q);

	if (victim_sequence_minds(m->victims, p) || !dry_ahead_serves(m->dry_ahead, q))
		return false;
	prefix_picks_list(m->picks, p);
	dry_ahead_assume(m->dry_ahead, q, r, in, p);
	return true;
}

struct forecast dry_run_forecast(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	struct forecast fails = {.bound = INFEASIBLE_DRY_RUN}, unknown = {.may_end_early = true};
	struct dry_input in = {.nodes = nodes->bits,
		.usable = f->usable,
		.spare = f->spare,
		.slots = f->slots,
		.n_slots = f->n_slots};
	struct dry_result result;

	if (!is_ready(q, f, p, nodes) ||
		!dry_run_scenario(q, f, f->dry_run, p, f->dry_run->chosen, &in))
		return unknown;
	if ((dry_scenario_is_whole(f->dry_run, &in) &&
		    gain_bound_refutes(f->dry_run->gains, q, &in)) ||
		stale_returns_refute(f->dry_run->stale, f, nodes, &in))
		return (struct forecast){.bound = INFEASIBLE_UNFAIR};
	if ((dry_scenario_is_whole(f->dry_run, &in) && fails_for_certain(q, f->dry_run, &in)) ||
		is_assumed(q, f->dry_run, &in, p))
		return fails;
	result = dry_lane_run(f->dry_run->lane, &in);
	if (result.by_turn)
		known_failures_add(shortcuts_of(q)->failures, &in, result.hidden);
	if (result.fails && !result.unordered)
		return fails;
	unknown.all_return = !result.fails && !result.unordered &&
		dry_scenario_is_whole(f->dry_run, &in) &&
		p->preemptor->preemptible; /* others have a quota that was not tested */
	return unknown;
}

static void dry_run_free(struct dry_run **r)
{
	if (!*r)
		return;
	dry_lane_free((*r)->lane);
	if ((*r)->second)
		dry_lane_free((*r)->second);
	*r = NULL;
}

void dry_run_search_ends(struct shortcuts *m)
{
	if (m->bounds)
		dry_run_free(&m->bounds->dry_run);
	dry_ahead_search_ends(m->dry_ahead);
}
