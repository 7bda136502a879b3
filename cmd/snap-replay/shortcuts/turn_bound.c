/* The turn bound; see turn_bound.h. */
#include "shortcuts/turn_bound.h"

#include <math.h>

#include "model/bits.h"
#include "shortcuts/request_classes.h"

enum { OUTCOMES = 16, RESOURCES = 3 }; /* SLOT_CPU, SLOT_MEMORY, SLOT_GPU */
struct turn_job {                      /* by position; of jobs in queues beside the preemptor's */
	bool placed;                   /* it finds a place if the preemptor does */
	bool counts;                   /* what it takes, it takes of the spare room */
};
struct beside { /* a leaf queue beside the preemptor's that has dry jobs */
	const struct queue *queue;
	int first, n; /* its jobs are those at positions first to first + n - 1 */
	bool exact;   /* the guard on limits and amounts */
	bool limited; /* room is known */
	struct loss_room room;
};
/* What may have happened to the jobs of E that have had their turn. */
struct outcome {
	double lost[RESOURCES], most; /* most: of room.slot, of one job */
	double missing;               /* of lost, what would have counted */
};
struct turn_bound {
	const struct dry_run *r;
	struct scenario_walk *walk;
	struct queue_ledger *ledger;
	struct turn_job *jobs;
	struct beside *queues;
	int n_queues;
	bool possible;
	uint64_t *own, *others; /* sets of positions: jobs of the preemptor's queue, of queues */
	uint64_t *evicted;      /* in the ledger's start amounts */
	struct walk_job *walk_jobs;
	/* The present scenario. */
	int slot;                   /* the resource of which the spare room is compared */
	double budget;              /* what may still be taken */
	struct queue_sort_key turn; /* of the preemptor's queue at its turn */
	struct outcome outcomes[OUTCOMES];
	int n_outcomes;
	double popped; /* what has come back to E, and counts, if nothing was lost */
	double least;  /* the least that was taken in an outcome that is over */
};

struct turn_bound *turn_bound_new(struct search *q, const struct dry_run *r)
{
	struct turn_bound *t = ARENA_NEW(&q->arena, struct turn_bound);
	size_t jobs = (size_t)q->session->c->n_jobs, blocks = (size_t)r->blocks;

	t->r = r;
	t->walk = scenario_walk_new(q->session, &q->arena);
	t->jobs = ARENA_ARRAY(&q->arena, jobs, struct turn_job);
	t->queues = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, struct beside);
	t->own = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	t->others = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	t->evicted = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	t->walk_jobs = ARENA_ARRAY(&q->arena, jobs, struct walk_job);
	return t;
}

/* ---- what is read once for a preemptor ---- */

static const struct dry_pod *pods_of(const struct turn_bound *t, const struct dry_job *j)
{
	return &t->r->pods[j->first];
}

/* The place of the unit's pod is one for the other, too. */
static bool gives_place(const struct turn_bound *t, const struct dry_pod *unit,
	const struct dry_pod *other, const struct cluster *c)
{
	const double *more = node_ledger_request(t->r->lane->nodes, unit->class),
		     *less = node_ledger_request(t->r->lane->nodes, other->class);

	for (int k = 0; k < c->slots.count; k++)
		if (!(less[k] <= more[k]))
			return false;
	return bits_within(unit->eligible, other->eligible, c->n_nodes);
}

static bool same_pods(const struct turn_bound *t, const struct dry_job *j)
{
	const struct dry_pod *pods = pods_of(t, j);

	for (int i = 1; i < j->n; i++)
		if (pods[i].class != pods[0].class || pods[i].eligible != pods[0].eligible)
			return false;
	return true;
}

static bool is_placed(const struct turn_bound *t, const struct dry_job *j, const struct cluster *c)
{
	const struct dry_job *mine = &t->r->jobs[t->r->preemptor_position];

	if (j->n > mine->n || !same_pods(t, j) || pods_of(t, j)->claiming)
		return false;
	for (int i = 0; i < mine->n; i++)
		if (!gives_place(t, &pods_of(t, mine)[i], pods_of(t, j), c))
			return false;
	return true;
}

/* Whole amounts, within the limits: what was evicted is admitted again. */
static bool admits_all(const struct session *s, const struct queue *q)
{
	struct queue_figures g;

	for (; q; q = q->parent) {
		if (!session_queue_figures(s, q, &g))
			return false;
		for (int i = 0; i < RESOURCES; i++)
			if (g.allocated[i] != trunc(g.allocated[i]) ||
				(g.limit[i] != -1 && g.allocated[i] > g.limit[i]))
				return false;
	}
	return true;
}

static bool is_beside(const struct queue *q, const struct queue *mine)
{
	return q != mine && q->parent == mine->parent;
}

/* Amounts that the validators do not see limit nothing. */
static bool all_accepted(const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED) &&
			!j->tasks[i]->accepted_set)
			return false;
	return true;
}

static void add_queue(struct turn_bound *t, struct search *q, int position, struct job *preemptor)
{
	struct job *j = t->r->jobs[position].job;
	struct beside *b = &t->queues[t->n_queues++];

	*b = (struct beside){
		.queue = j->queue, .first = position, .exact = admits_all(q->session, j->queue)};
	b->limited = q->loss_room && q->loss_room(q, preemptor, j, &b->room) &&
		b->room.queue == b->queue;
}

static void add_job(struct turn_bound *t, struct search *q, const struct bounds *f, int position)
{
	const struct dry_job *j = &t->r->jobs[position];
	struct beside *last = t->n_queues ? &t->queues[t->n_queues - 1] : NULL;

	if (!last || last->queue != j->queue) {
		add_queue(t, q, position, f->preemptor);
		last = &t->queues[t->n_queues - 1];
	}
	last->n = position + 1 - last->first;
	last->limited &= all_accepted(j->job);
	bit_set(t->others, position);
	t->jobs[position] = (struct turn_job){.placed = is_placed(t, j, q->session->c),
		.counts = dry_job_takes_spare(t->r, j, f->usable)};
}

void turn_bound_prepare(struct turn_bound *t, struct search *q, const struct bounds *f)
{
	const struct dry_run *r = t->r;
	size_t bytes = (size_t)r->blocks * sizeof *t->own;
	const struct queue *mine;

	t->n_queues = 0;
	t->possible = r->possible;
	if (!t->possible)
		return;
	mine = r->jobs[r->preemptor_position].queue;
	memset(t->own, 0, bytes);
	memset(t->others, 0, bytes);
	memset(t->evicted, 0, bytes);
	for (int i = dry_run_next(r, 0); i < r->n_jobs; i = dry_run_next(r, i + 1)) {
		if (r->jobs[i].queue == mine)
			bit_set(t->own, i);
		else if (is_beside(r->jobs[i].queue, mine))
			add_job(t, q, f, i);
	}
	if (!t->ledger)
		t->ledger = session_queue_ledger(q->session, &q->arena, false);
	t->ledger->ops->load(t->ledger);
	scenario_walk_share(t->walk, r->lane->walk, &q->arena);
}

/* ---- the outcomes of one queue ---- */

static void change(struct turn_bound *t, const struct queue *q, const double *amount, double sign)
{
	double signed_amount[RESOURCES];

	for (int i = 0; i < RESOURCES; i++)
		signed_amount[i] = sign * amount[i];
	t->ledger->ops->allocate(t->ledger, q, signed_amount);
}

/* With this next request E goes first for certain. */
static bool goes_first(
	struct turn_bound *t, const struct queue *e, const struct outcome *o, const double *request)
{
	struct queue_sort_key key;
	bool lost = o->lost[SLOT_CPU] > 0 || o->lost[SLOT_MEMORY] > 0 || o->lost[SLOT_GPU] > 0;

	if (lost)
		change(t, e, o->lost, -1);
	key = t->ledger->ops->sort_key(t->ledger, e, request);
	if (lost)
		change(t, e, o->lost, 1);
	return queue_sort_key_order(&key, &t->turn) < 0;
}

static double taken_in(const struct turn_bound *t, const struct outcome *o)
{
	return t->popped - o->missing;
}

static void end(struct turn_bound *t, int i)
{
	double taken = taken_in(t, &t->outcomes[i]);

	t->least = taken < t->least ? taken : t->least;
	t->outcomes[i] = t->outcomes[--t->n_outcomes];
}

/* The next job of E has this request: ends the outcomes in which the preemptor may come first. */
static void next_is(struct turn_bound *t, const struct queue *e, const double *request)
{
	for (int i = t->n_outcomes - 1; i >= 0; i--)
		if (!goes_first(t, e, &t->outcomes[i], request))
			end(t, i);
}

/* The fixed jobs from one index to another. Nothing changes between them. */
static void pass_fixed(struct turn_bound *t, const struct queue *e, int from, int to)
{
	uint64_t seen = 0;
	int n;
	const struct walk_job *fixed = scenario_walk_fixed(t->walk, e, &n);

	for (int i = from; i < to && i < n && t->n_outcomes; i++) {
		uint64_t class = UINT64_C(1) << fixed[i].request_class;

		if (fixed[i].request_class != NO_CLASS && (seen & class))
			continue;
		seen |= class;
		next_is(t, e, fixed[i].request);
	}
}

/* False: E may not lose this job, too. */
static bool lose(const struct beside *b, struct outcome *o, const double *amount)
{
	for (int i = 0; i < RESOURCES; i++)
		o->lost[i] += amount[i];
	if (!b->limited)
		return true;
	o->most = amount[b->room.slot] > o->most ? amount[b->room.slot] : o->most;
	return o->lost[b->room.slot] - o->most < b->room.amount;
}

static bool is_known(const struct turn_bound *t, const struct outcome *o)
{
	for (int i = 0; i < t->n_outcomes; i++)
		if (!memcmp(&t->outcomes[i], o, sizeof *o))
			return true;
	return false;
}

/* The job may stay evicted. False: there are too many outcomes. */
static bool branch(struct turn_bound *t, const struct beside *b, int position)
{
	const double *amount = t->r->jobs[position].amount;

	for (int i = t->n_outcomes - 1; i >= 0; i--) {
		struct outcome o = t->outcomes[i];

		o.missing += t->jobs[position].counts ? amount[t->slot] : 0;
		if (!lose(b, &o, amount) || is_known(t, &o))
			continue;
		if (t->n_outcomes == OUTCOMES)
			return false;
		t->outcomes[t->n_outcomes++] = o;
	}
	return true;
}

/* Drops the outcomes that prove the scenario infeasible: what is taken does not shrink. */
static void drop_refuted(struct turn_bound *t)
{
	for (int i = t->n_outcomes - 1; i >= 0; i--)
		if (taken_in(t, &t->outcomes[i]) > t->budget)
			t->outcomes[i] = t->outcomes[--t->n_outcomes];
}

/* The job has its turn. */
static bool pop(
	struct turn_bound *t, const struct beside *b, const struct dry_input *in, int position)
{
	const struct dry_job *j = &t->r->jobs[position];
	bool optional = !dry_must_return(t->r, in, position);

	next_is(t, b->queue, j->amount);
	if (optional && t->jobs[position].counts)
		t->popped += j->amount[t->slot];
	if (optional && !t->jobs[position].placed && !branch(t, b, position))
		return false;
	change(t, b->queue, j->amount, 1);
	if (optional)
		drop_refuted(t);
	return true;
}

/* Sets least to what is taken by the preemptor's turn in every outcome; INFINITY: more than the
 * budget in all of them. False: unknown. */
static bool follow(struct turn_bound *t, const struct beside *b, const struct dry_input *in)
{
	const uint64_t *chosen = t->evicted;
	int fixed = 0, end_of = b->first + b->n;

	t->outcomes[0] = (struct outcome){0};
	t->n_outcomes = 1;
	t->popped = 0;
	t->least = INFINITY;
	for (int i = bit_next(chosen, b->first, end_of); i < end_of && t->n_outcomes;
		i = bit_next(chosen, i + 1, end_of)) {
		int before = t->r->in_walk[i].fixed_before;

		if (!bit_is_set(t->others, i))
			continue;
		pass_fixed(t, b->queue, fixed, before);
		fixed = before;
		if (!pop(t, b, in, i))
			return false;
	}
	while (t->n_outcomes) /* E may have no other job */
		end(t, 0);
	return true;
}

/* ---- one scenario ---- */

/* The resource of which the least is spare, against what the unit needs. False: there is none. */
static bool choose_slot(struct turn_bound *t, const struct dry_input *in)
{
	const struct dry_job *mine = &t->r->jobs[t->r->preemptor_position];
	double least = INFINITY;

	for (int i = 0; i < in->n_slots; i++) {
		double need = in->slots[i] < RESOURCES ? mine->amount[in->slots[i]] : 0;

		if (!(need > 0) || !(in->spare[i] / need < least))
			continue;
		least = in->spare[i] / need;
		t->slot = in->slots[i];
		t->budget = in->spare[i];
	}
	return least < INFINITY;
}

/* What would be taken if all of them came back. */
static double most_taken(const struct turn_bound *t, const struct dry_input *in)
{
	double sum = 0;

	for (int w = 0; w < t->r->blocks; w++)
		for (uint64_t left = in->chosen[w] & t->others[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (t->jobs[i].counts && !dry_must_return(t->r, in, i))
				sum += t->r->jobs[i].amount[t->slot];
		}
	return sum;
}

static bool is_empty(const uint64_t *a, const uint64_t *b, int blocks)
{
	for (int w = 0; w < blocks; w++)
		if (a[w] & b[w])
			return false;
	return true;
}

/* The ledger starts with the evictions of the queues beside the preemptor's. */
static void evict(struct turn_bound *t, const uint64_t *chosen)
{
	const struct queue_ledger_ops *ops = t->ledger->ops;

	for (int w = 0; w < t->r->blocks; w++) {
		uint64_t now = chosen[w] & t->others[w];

		for (uint64_t differ = now ^ t->evicted[w]; differ; differ &= differ - 1) {
			int i = w * 64 + __builtin_ctzll(differ);
			const struct dry_job *j = &t->r->jobs[i];

			ops->change_start(
				t->ledger, j->queue, j->amount, bit_is_set(chosen, i) ? -1 : 1);
		}
		t->evicted[w] = now;
	}
	ops->reset(t->ledger);
}

/* Starts the walk over the preemptor and the evicted jobs beside it. */
static void start_walk(struct turn_bound *t)
{
	const struct dry_run *r = t->r;
	int n = 0, preemptor = r->preemptor_position;
	bool listed = false;

	for (int w = 0; w < r->blocks; w++)
		for (uint64_t left = t->evicted[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (!listed && i > preemptor)
				t->walk_jobs[n++] = r->in_walk[preemptor];
			listed |= i > preemptor;
			t->walk_jobs[n++] = r->in_walk[i];
		}
	if (!listed)
		t->walk_jobs[n++] = r->in_walk[preemptor];
	scenario_walk_start(t->walk, t->ledger, t->walk_jobs, n);
}

bool turn_bound_refutes(struct turn_bound *t, const struct dry_input *in)
{
	const struct dry_job *mine;

	if (!t->possible || !t->n_queues || !choose_slot(t, in) || most_taken(t, in) <= t->budget ||
		!is_empty(in->chosen, t->own, t->r->blocks))
		return false;
	mine = &t->r->jobs[t->r->preemptor_position];
	evict(t, in->chosen);
	start_walk(t);
	if (!scenario_walk_in_order(t->walk, mine->queue))
		return false;
	t->turn = t->ledger->ops->sort_key(t->ledger, mine->queue, mine->amount);
	for (int i = 0; i < t->n_queues; i++) {
		if (!t->queues[i].exact || !follow(t, &t->queues[i], in))
			continue;
		t->budget -= t->least;
		if (t->budget < 0)
			return true;
	}
	return false;
}
