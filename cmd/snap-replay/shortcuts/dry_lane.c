/* One dry run (dry_run.h), on the ledgers and the walk of one thread. */
#include <stdlib.h>

#include "model/bits.h"
#include "shortcuts/dry_run_private.h"
#include "shortcuts/loss_rooms.h"
#include "shortcuts/stale_returns.h"

/* So many jobs have their turns between two looks for victims that cannot go home any more: with
 * many such victims a look costs about as much as five turns. One more look follows the preemptor's
 * turn, for it takes the room that some of them left. */
enum { LOOK = 128 };

struct dry_lane *dry_lane_new(struct search *q, const struct dry_run *r)
{
	const struct cluster *c = q->session->c;
	struct arena *a = &q->arena;
	struct dry_lane *l = ARENA_NEW(a, struct dry_lane);
	size_t jobs = (size_t)c->n_jobs;

	l->r = r;
	l->n_nodes = c->n_nodes;
	l->look = LOOK;
	l->nodes = node_ledger_new(q);
	l->claims = storage_ledger_new(q->session, a);
	l->losses = lane_losses_new(q, r->rooms);
	l->walk = scenario_walk_new(q->session, a);
	scenario_walk_watch(l->walk, &shortcuts_of(q)->turn);
	l->walk_jobs = ARENA_ARRAY(a, jobs, struct walk_job);
	l->walk_positions = ARENA_ARRAY(a, jobs, int);
	l->evicted = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_jobs), uint64_t);
	l->evictions = ARENA_ARRAY(a, (size_t)c->n_nodes, int);
	l->emptied = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	l->node_set = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	l->room = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	l->idle = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	l->spare = ARENA_ARRAY(a, (size_t)c->slots.count, double);
	l->left = ARENA_ARRAY(a, (size_t)c->slots.count, double);
	l->popped = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_jobs), uint64_t);
	l->passed = ARENA_ARRAY(a, (size_t)c->n_queues, int);
	l->placed = ARENA_ARRAY(a, (size_t)c->n_tasks, int);
	return l;
}

void dry_lane_free(struct dry_lane *l)
{
	arena_free(&l->made);
	free(l->returns);
}

void dry_lane_load(struct dry_lane *l, struct search *q)
{
	if (!l->queues)
		l->queues = session_queue_ledger(q->session, &q->arena, false);
	l->queues->ops->load(l->queues);
	if (l->claims)
		storage_ledger_load(l->claims);
	l->n_claiming = 0;
	memset(l->evicted, 0, (size_t)l->r->blocks * sizeof *l->evicted);
	memset(l->evictions, 0, (size_t)l->n_nodes * sizeof *l->evictions);
	memset(l->emptied, 0, (size_t)bit_blocks(l->n_nodes) * sizeof *l->emptied);
}

bool dry_lane_claims(const struct dry_lane *l, const struct task *t, struct dry_pod *pod)
{
	bool matter = storage_matters(t);

	if (l->claims && storage_ledger_concerns(l->claims, t))
		pod->claiming = t;
	return !matter ||
		(l->claims && node_ledger_knows_claims(l->nodes) && !pod->stale &&
			storage_ledger_serves(l->claims, t));
}

/* ---- evictions ---- */

static void evict_job(struct dry_lane *l, int position)
{
	const struct dry_job *j = &l->r->jobs[position];
	const struct dry_pod *pods = &l->r->pods[j->first_evicted];

	for (const struct dry_pod *pod = pods; pod < pods + j->n_evicted; pod++) {
		node_ledger_evict(l->nodes, pod->class, pod->node, pod->pipelined);
		l->n_claiming += pod->claiming != NULL;
		if (pod->claiming)
			storage_ledger_evict(l->claims, pod->claiming);
		l->evictions[pod->node]++;
		bit_set(l->emptied, pod->node);
	}
	l->queues->ops->change_start(l->queues, j->queue, j->evicted, -1);
	bit_set(l->evicted, position);
}

static void undo_eviction(struct dry_lane *l, int position)
{
	const struct dry_job *j = &l->r->jobs[position];
	const struct dry_pod *pods = &l->r->pods[j->first_evicted];

	for (const struct dry_pod *pod = pods; pod < pods + j->n_evicted; pod++) {
		node_ledger_return(l->nodes, pod->class, pod->node, pod->pipelined);
		l->n_claiming -= pod->claiming != NULL;
		if (pod->claiming)
			storage_ledger_return(l->claims, pod->claiming);
		if (!--l->evictions[pod->node])
			bit_clear(l->emptied, pod->node);
	}
	l->queues->ops->change_start(l->queues, j->queue, j->evicted, 1);
	bit_clear(l->evicted, position);
}

/* Makes evicted equal to chosen. */
static void change_evictions(struct dry_lane *l, const uint64_t *chosen)
{
	for (int w = 0; w < l->r->blocks; w++)
		for (uint64_t differ = chosen[w] ^ l->evicted[w]; differ; differ &= differ - 1) {
			int position = w * 64 + __builtin_ctzll(differ);

			if (bit_is_set(chosen, position))
				evict_job(l, position);
			else
				undo_eviction(l, position);
		}
}

/* As node_ledger_reset wants to know. */
static bool is_claimless(const struct dry_lane *l)
{
	const struct dry_job *mine = &l->r->jobs[l->r->preemptor_position];

	for (int i = 0; i < mine->n; i++)
		if (l->r->pods[mine->first + i].claiming)
			return false;
	return !l->n_claiming;
}

/* The ledgers start with the scenario's evictions. The scenario may use the nodes of its probe and
 * those of its victims; of these, runs look at those that some pod may go to. */
static void evict(struct dry_lane *l, const struct dry_input *in)
{
	if (l->claims)
		storage_ledger_reset(l->claims);
	change_evictions(l, in->chosen);
	for (int w = 0; w < bit_blocks(l->n_nodes); w++)
		l->node_set[w] = (in->nodes[w] | l->emptied[w]) & l->r->reachable[w];
	node_ledger_reset(l->nodes, l->node_set, is_claimless(l));
	l->queues->ops->reset(l->queues);
}

void dry_lane_clear(struct dry_lane *l)
{
	if (l->claims)
		storage_ledger_reset(l->claims);
	for (int w = 0; w < l->r->blocks; w++)
		while (l->evicted[w])
			undo_eviction(l, w * 64 + __builtin_ctzll(l->evicted[w]));
	node_ledger_reset(l->nodes, l->node_set, false);
	l->queues->ops->load(l->queues);
}

static void watch_apart(struct dry_lane *l, const struct watched_turn *turn)
{
	l->turn = *turn;
	scenario_walk_watch(l->walk, &l->turn);
}

void dry_run_make_second(struct search *q, struct dry_run *r)
{
	if (r->second_ready)
		return;
	if (!r->second)
		r->second = dry_lane_new(q, r);
	arena_free(&r->second->made);
	dry_lane_load(r->second, q);
	node_ledger_load(r->second->nodes);
	node_ledger_open_as(r->second->nodes, r->lane->nodes);
	scenario_walk_share(r->second->walk, r->lane->walk, &r->second->made);
	watch_apart(r->second, &shortcuts_of(q)->turn);
	r->second_ready = true;
}

/* ---- placing ---- */

static int first_node(const struct dry_lane *l, const struct dry_pod *pod)
{
	if (!pod->claiming || !storage_matters(pod->claiming))
		return node_ledger_find(l->nodes, pod->class, pod->eligible);
	storage_ledger_find(l->claims, pod->claiming, pod->eligible, l->room, l->idle);
	return node_ledger_find_claiming(l->nodes, pod->class, l->room, l->idle);
}

/* The node that the pod goes to; -1: none. */
static int destination(const struct dry_lane *l, const struct dry_pod *pod)
{
	int node = first_node(l, pod);

	for (const struct stale_booking *stale = pod->stale; stale; stale = stale->next)
		if (stale->node == node)
			return pod->node;
	return node;
}

static bool is_home(const struct dry_pod *pod, int node)
{
	return pod->pipelined && pod->node == node;
}

static void put(struct dry_lane *l, const struct dry_pod *pod, int node)
{
	node_ledger_put(l->nodes, pod->class, node, is_home(pod, node));
	if (pod->claiming)
		storage_ledger_put(l->claims, pod->claiming, node);
}

static void take_back(struct dry_lane *l, const struct dry_pod *pod, int node)
{
	node_ledger_take_back(l->nodes, pod->class, node, is_home(pod, node));
	if (pod->claiming)
		storage_ledger_take_back(l->claims, pod->claiming, node);
}

/* All of the job's pods, or none. */
static bool place_all(struct dry_lane *l, const struct dry_job *j)
{
	const struct dry_pod *pods = &l->r->pods[j->first];
	int n = 0;

	for (; n < j->n && (l->placed[n] = destination(l, &pods[n])) >= 0; n++)
		put(l, &pods[n], l->placed[n]);
	if (n == j->n)
		return true;
	while (n-- > 0)
		take_back(l, &pods[n], l->placed[n]);
	return false;
}

/* What the pod takes was subtracted before: it is in victims.must (bounds_private.h), alone or with
 * its clique, or gain_bound.h did it. */
static bool is_counted(const struct dry_job *j, const struct dry_pod *pod, bool must)
{
	return must && (!pod->stale || (pod->in_clique && j->must_return == RETURN_REQUIRED));
}

/* Subtracts from spare what the placed job took of the amounts that other pods need, by the rule of
 * bounds_may_succeed. False: the scenario fails, because some spare amount is negative. */
static bool take_spare(
	struct dry_lane *l, const struct dry_input *in, const struct dry_job *j, bool must)
{
	const struct node_ledger *nodes = l->nodes;
	const struct dry_pod *pods = &l->r->pods[j->first];
	bool enough = true;

	for (int i = 0; i < j->n; i++) {
		int node = l->placed[i];

		if (is_counted(j, &pods[i], must) || !bit_is_set(in->usable, node))
			continue;
		for (int k = 0; k < in->n_slots; k++) {
			l->spare[k] -=
				node_ledger_room_taken(nodes, pods[i].class, node, in->slots[k]);
			enough &= l->spare[k] >= 0;
		}
	}
	return enough;
}

static bool try_job(struct dry_lane *l, const struct dry_job *j)
{
	bool placed = l->queues->ops->admits(l->queues, j->queue, j->amount) && place_all(l, j);

	if (placed)
		l->queues->ops->allocate(l->queues, j->queue, j->amount);
	return placed;
}

/* The job stays evicted. False: the scenario fails, maybe for this preemptor alone. */
static bool lose(struct dry_lane *l, int position)
{
	bool allowed = lane_losses_add(l->losses, position);

	l->turn_over |= !allowed;
	return allowed;
}

/* Tries to place the job at this position. False: the scenario fails. */
static bool place_next(struct dry_lane *l, const struct dry_input *in, int position)
{
	const struct dry_job *j = &l->r->jobs[position];
	bool placed = try_job(l, j), must = dry_must_return(l->r, in, position);

	if (position == l->r->preemptor_position) {
		l->turn_over = placed || !l->queues->ops->admits(l->queues, j->queue, j->amount);
		return placed;
	}
	if (placed)
		return take_spare(l, in, j, must);
	return !must && lose(l, position);
}

static void add_to_walk(struct dry_lane *l, int at, int position)
{
	l->walk_jobs[at] = l->r->in_walk[position];
	l->walk_positions[at] = position;
}

/* The preemptor and the evicted jobs, by position. */
static void start_walk(struct dry_lane *l, const struct dry_input *in)
{
	int n = 0, preemptor = l->r->preemptor_position;
	bool listed = false;

	for (int w = 0; w < l->r->blocks; w++)
		for (uint64_t left = in->chosen[w]; left; left &= left - 1) {
			int position = w * 64 + __builtin_ctzll(left);

			if (!listed && position > preemptor) {
				add_to_walk(l, n++, preemptor);
				listed = true;
			}
			add_to_walk(l, n++, position);
		}
	if (!listed)
		add_to_walk(l, n++, preemptor);
	scenario_walk_start(l->walk, l->queues, l->walk_jobs, n);
}

/* place, to the end of the simulation. */
static bool place_whole(struct dry_lane *l, const struct dry_input *in)
{
	bool ok = true;

	start_walk(l, in);
	for (int left = 1 + in->n_victim_jobs; left; left--) {
		int position = l->walk_positions[scenario_walk_pop(l->walk)];
		bool placed = try_job(l, &l->r->jobs[position]);

		ok &= placed || !dry_must_return(l->r, in, position);
		if (position == l->r->preemptor_position && !placed)
			return false;
	}
	return ok;
}

/* False: the scenario fails. */
static bool place(struct dry_lane *l, const struct dry_input *in)
{
	bool ok = true;

	if (in->whole)
		return place_whole(l, in);
	lane_losses_begin(l->losses);
	memcpy(l->spare, in->spare, (size_t)in->n_slots * sizeof *l->spare);
	start_walk(l, in);
	stale_returns_begin(l, in);
	for (int left = 1 + in->n_victim_jobs; ok && left; left--) {
		int position = l->walk_positions[scenario_walk_pop(l->walk)];

		ok = place_next(l, in, position);
		if (!l->n_returns)
			continue;
		bit_set(l->popped, position);
		if (ok && (position == l->r->preemptor_position || left % l->look == 0))
			ok = !stale_returns_lack_room(l, in);
	}
	return ok;
}

struct dry_result dry_lane_run(struct dry_lane *l, const struct dry_input *in)
{
	const struct walk_job *own = &l->r->in_walk[l->r->preemptor_position];
	struct dry_result result;

	l->turn_over = in->whole;
	evict(l, in);
	result.fails = !place(l, in);
	result.unordered = node_ledger_unordered(l->nodes);
	result.differs = l->turn.differs;
	result.loses = l->claims && storage_ledger_loses(l->claims);
	result.by_turn = result.fails && !result.unordered && !l->turn_over &&
		dry_scenario_is_whole(l->r, in);
	result.hidden = scenario_walk_popped(l->walk, own->job->queue) < own->fixed_before;
	if (result.by_turn && l->r->keeps_failures)
		scenario_walk_passed(l->walk, l->passed);
	return result;
}
