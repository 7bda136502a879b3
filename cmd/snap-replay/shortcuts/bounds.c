/* The bounds of one scenario; see bounds.h. */
#include <math.h>

#include "model/job.h"
#include "session/bits.h"
#include "session/storage/storage.h"
#include "shortcuts/dry_run.h"
#include "shortcuts/repeated_victims.h"
#include "solvers/searches.h"
#include "session/units.h"

/* ---- the preemptor of a probe ---- */

struct pod_class *bounds_new_class(struct search *q, struct bounds *f, const struct task *t)
{
	const struct cluster *c = q->session->c;
	struct pod_class *k = &f->classes[f->n_classes++];

	*k = (struct pod_class){.pod = t};
	k->usable = ARENA_ARRAY(&q->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	if (f->domains)
		k->rooms = ARENA_ARRAY(&q->arena, (size_t)f->n_domains, double);
	return k;
}

static void add_pod(struct search *q, struct bounds *f, const struct task *t)
{
	int i;

	for (i = 0; i < f->n_classes && f->classes[i].pod->request_class != t->request_class; i++)
		;
	if (i == f->n_classes)
		bounds_new_class(q, f, t);
	f->classes[i].pods++;
	bounds_add_usable(q->session, t, f->classes[i].usable);
	bounds_add_usable(q->session, t, f->usable);
}

static void judge_preemptor(struct search *q, struct bounds *f, struct task_list unit)
{
	f->reversible_preemptor =
		f->reversibility == REVERSIBLE || reversible_preemptor(q, f->preemptor, f->unit);
	for (int i = 0; i < unit.n; i++)
		f->reversible_preemptor &= reversible_pod(q->session, unit.items[i]);
}

static void read_left_of(struct bounds *f, const struct node *n)
{
	for (int i = 0; i < f->n_slots; i++)
		f->left[n->index * f->n_slots + i] =
			n->idle[f->slots[i]] + n->releasing[f->slots[i]];
}

static bool slots_changed(const struct bounds *f)
{
	return f->n_slots != f->n_read_slots ||
		memcmp(f->slots, f->read_slots, (size_t)f->n_slots * sizeof *f->slots) != 0;
}

/* What is kept of nodes by column. */
static void read_slots(const struct session *s, struct bounds *f)
{
	for (int n = 0; n < s->c->n_nodes; n++) {
		read_left_of(f, &s->c->nodes[n]);
		for (int i = 0; i < f->n_slots; i++)
			f->gives[n * f->n_slots + i] =
				node_books(s->c, &s->c->nodes[n], f->slots[i]);
	}
	f->left_seen = s->c->n_changes;
	memcpy(f->read_slots, f->slots, (size_t)f->n_slots * sizeof *f->slots);
	f->n_read_slots = f->n_slots;
}

static bool is_endless(const struct bounds *f, const struct pod_class *k)
{
	for (int i = 0; i < f->n_slots; i++)
		if (k->pod->request[f->slots[i]] > 0)
			return false;
	return true;
}

static void start_probe(
	struct search *q, struct bounds *f, struct job *preemptor, struct task_list unit_tasks)
{
	const struct slots *slots = &q->session->c->slots;
	double *unit = f->unit;

	memset(unit, 0, (size_t)slots->count * sizeof *unit);
	f->preemptor = preemptor;
	f->valid = false;
	f->n_slots = f->n_classes = 0;
	f->domains = session_unit_domains(q->session, preemptor, &f->n_domains);
	if (f->domains)
		f->more = ARENA_ARRAY(&q->arena, (size_t)f->n_domains, double);
	f->classes = ARENA_ARRAY(&q->arena, 2 * (size_t)unit_tasks.n, struct pod_class);
	victims_forget(q, f);
	for (int i = 0; i < unit_tasks.n; i++) {
		const struct task *t = unit_tasks.items[i];

		for (int k = 0; k < slots->count; k++)
			unit[k] += t->request[k];
		add_pod(q, f, t);
	}
	bounds_add_tight(q, f, unit_tasks);
	for (int k = 0; k < slots->count; k++)
		if (unit[k] > 0) {
			f->need[f->n_slots] = unit[k];
			f->slots[f->n_slots++] = k;
		}
	if (slots_changed(f))
		read_slots(q->session, f);
	for (int k = 0; k < f->n_classes; k++)
		f->classes[k].endless = is_endless(f, &f->classes[k]);
	f->all_usable = bounds_all_usable(f);
	judge_preemptor(q, f, unit_tasks);
}

/* ---- what the nodes have ---- */

static double has(const struct bounds *f, int node, int i, bool gains)
{
	int at = node * f->n_slots + i;

	return gains ? f->left[at] + f->victims.gain[at] : f->left[at];
}

/* How many pods of the class a node holds on what it has left and, if any, gains. */
static double pods_that_fit(const struct bounds *f, const struct pod_class *k, int node, bool gains)
{
	const double *request = k->pod->request;
	double fit = INFINITY;

	for (int i = 0; i < f->n_slots; i++) /* most hold none */
		if (request[f->slots[i]] > 0 && has(f, node, i, gains) < request[f->slots[i]])
			return 0;
	for (int i = 0; i < f->n_slots; i++) {
		double pods = request[f->slots[i]] > 0
			? floor(has(f, node, i, gains) / request[f->slots[i]])
			: INFINITY;

		fit = pods < fit ? pods : fit;
	}
	return fit;
}

static void add_room(const struct bounds *f, struct pod_class *k, int node)
{
	double pods = pods_that_fit(f, k, node, false), *in_domain;

	k->room += pods;
	if (!f->domains || f->domains[node] < 0)
		return;
	in_domain = &k->rooms[f->domains[node]];
	*in_domain += pods;
	k->most = *in_domain > k->most ? *in_domain : k->most;
}

static void clear_rooms(const struct bounds *f, struct pod_class *k)
{
	k->room = k->most = 0;
	if (f->domains)
		memset(k->rooms, 0, (size_t)f->n_domains * sizeof *k->rooms);
}

/* What nodes have left is kept as long as their books and the slots are the same. */
static void read_left(struct bounds *f, const struct cluster *c)
{
	uint64_t seen = f->left_seen;

	if (c->n_changes - seen <= CHANGE_RING)
		for (uint64_t i = seen; i < c->n_changes; i++)
			read_left_of(f, &c->nodes[c->changes[i % CHANGE_RING]]);
	else
		for (int n = 0; n < c->n_nodes; n++)
			if (c->nodes[n].changed >= seen)
				read_left_of(f, &c->nodes[n]);
	f->left_seen = c->n_changes;
}

void bounds_read_nodes(struct search *q, struct bounds *f, const struct probe_nodes *nodes)
{
	const struct cluster *c = q->session->c;

	for (int i = 0; i < f->n_slots; i++)
		f->room[i] = 0;
	for (int k = 0; k < f->n_classes; k++)
		clear_rooms(f, &f->classes[k]);
	read_left(f, c);
	for (int n = 0; n < c->n_nodes; n++) {
		if (!nodes->in[n])
			continue;
		for (int i = 0; i < f->n_slots && bit_is_set(f->usable, n); i++)
			f->room[i] += positive(f->left[n * f->n_slots + i]);
		for (int k = 0; k < f->n_classes; k++)
			if (bit_is_set(f->classes[k].usable, n))
				add_room(f, &f->classes[k], n);
	}
	f->valid = true;
	f->sums.begun = false;
	for (int i = 0; i < f->n_picks; i++)
		f->picks[i].sums.begun = false;
}

/* ---- INFEASIBLE_PROTECTED ----
 * Claim. A scenario is infeasible if a victim of it must not even be moved.
 * Why. The validators refuse every outcome of it (rules/04 9.5): search.fate says UNTOUCHABLE.
 * Needs. search.fate agrees with search.validate. The victim stands in a pod set.
 * Guard. That of all bounds.
 * Test. taken() of tests/unit/snap-replay/test_bounds.c; --exhaustive. */
static bool is_protected(const struct bounds *f)
{
	return f->victims.n_untouchable > 0;
}

/* ---- INFEASIBLE_UNITS ----
 * Claim. A scenario is infeasible if two pods that must return are of one pod set with more active
 *   pods than its minimum.
 * Why. A victim's job has one turn, in which its unit is placed, or nothing. With active pods left
 *   that are at least the minimum, the unit has at most one pod of the pod set; with fewer, as many
 *   as lack to the minimum (rules/03 4.1): fewer than were evicted. A pod that is in no unit stays
 *   evicted, and the validators refuse that (rules/04 19.6).
 * Needs. Evicting a pod drops its job's cached unit. No pod is in the scenario twice.
 * Guard. That of all bounds.
 * Test. elastic() of tests/unit/snap-replay/test_bounds.c; --exhaustive. */
static bool lacks_units(const struct bounds *f)
{
	return f->victims.n_many > 0;
}

/* ---- INFEASIBLE_PACKING ----
 * Claim. A scenario is infeasible if, with all victims gone, the nodes that accept one class of the
 *   unit's pods hold fewer pods of this class, node by node, than the unit has. If the unit is
 *   confined: if no domain's nodes do.
 * Why. Each pod of the unit takes its request from a node that accepts it. After the evictions a
 *   simulation only places pods, which lowers what nodes have, or takes such a placement back
 *   (rules/04 19.2, facts a and c). So no node ever holds more pods than it does at that moment.
 *   A confined unit is placed in one domain (hook unit_domains), so in one that holds the class.
 * Needs. Pods of a class have equal requests. Only resources that the unit requests are counted.
 * Guard. That of all bounds; of tight classes (tight_classes.c), bounds_tight_holds.
 * Test. pods() of tests/unit/snap-replay/test_bounds.c; --exhaustive. */
double bounds_room_of_victims(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k, int n)
{
	return pods_that_fit(f, k, n, true) - (nodes->in[n] ? pods_that_fit(f, k, n, false) : 0);
}

static bool domains_lack_room(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k)
{
	bool lack = k->most < k->pods;

	for (int pass = 0; pass < 2 && (lack || pass); pass++)
		for (int w = 0; w < f->victims.node_blocks; w++)
			for (uint64_t some = f->victims.nodes[w] & k->usable[w]; some;
				some &= some - 1) {
				int n = w * 64 + __builtin_ctzll(some), d = f->domains[n];

				if (d < 0)
					continue;
				f->more[d] = pass
					? 0
					: f->more[d] + bounds_room_of_victims(f, nodes, k, n);
				lack &= pass || k->rooms[d] + f->more[d] < k->pods;
			}
	return lack;
}

bool bounds_pods_lack_room(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k)
{
	double room = k->room;

	if (k->tight && !bounds_tight_holds(f))
		return false;
	if (f->domains)
		return domains_lack_room(f, nodes, k);

	for (int w = 0; w < f->victims.node_blocks && room < k->pods; w++)
		for (uint64_t some = f->victims.nodes[w] & k->usable[w]; some && room < k->pods;
			some &= some - 1) {
			int n = w * 64 + __builtin_ctzll(some);

			room += bounds_room_of_victims(f, nodes, k, n);
		}
	return room < k->pods;
}

static bool class_lacks_room(const struct bounds *f, const struct probe_nodes *nodes, int class)
{
	const struct pod_class *k = &f->classes[class];

	if (!node_sums_have(f, class))
		return bounds_pods_lack_room(f, nodes, k);
	return k->room + f->sums.more_pods[class] < k->pods && (!k->tight || bounds_tight_holds(f));
}

static bool lacks_packing(const struct bounds *f, const struct probe_nodes *nodes)
{
	for (int k = 0; k < f->n_classes; k++)
		if (class_lacks_room(f, nodes, k))
			return true;
	return false;
}

/* ---- INFEASIBLE_CAPACITY ----
 * Claim. A scenario is infeasible if, of some resource and with all victims gone, its usable nodes
 *   together hold less than the unit and the victims that must return request.
 * Why. A feasible scenario places all of these tasks, on usable nodes. A task is placed only where
 *   its request is at most F, which then falls by the request, and F does not rise while tasks are
 *   placed. So what was placed on a node is at most F after the evictions (or nothing); add up.
 * Needs. A victim with a stale booking counts as one that must return only if no node with such a
 *   booking can be picked for it: it may go back to its node without a test of room (rules/04 9.3).
 *   A node cannot be picked that the simulation does not use, or that holds less than the victim
 *   requests even with all victims gone; what it holds does not rise while tasks are placed.
 * Guard. That of all bounds.
 * Test. room(), several() and stale_bookings() of tests/unit/snap-replay/test_bounds.c;
 * --exhaustive. */

/* What the node with victims adds to the room. */
double bounds_more_room(
	const struct bounds *f, const struct probe_nodes *nodes, int node, int column)
{
	double left = f->left[node * f->n_slots + column],
	       gain = f->victims.gain[node * f->n_slots + column];

	return nodes->in[node] ? room_between(left, gain) : positive(left + gain);
}

/* What the usable nodes hold beyond what is requested of the resource; negative: too little. */
static double spare_room(const struct bounds *f, const struct probe_nodes *nodes, int slot)
{
	double room = f->room[slot] + (f->sums.exact ? f->sums.more_room[slot] : 0);

	for (int w = 0; w < f->victims.node_blocks && !f->sums.exact; w++)
		for (uint64_t some = f->victims.nodes[w] & f->usable[w]; some; some &= some - 1)
			room += bounds_more_room(f, nodes, w * 64 + __builtin_ctzll(some), slot);
	return room - f->need[slot] - f->victims.must[slot];
}

/* ---- stale bookings ---- */

/* A node with a stale booking of the pod may be picked for it. */
static bool may_go_home(
	const struct bounds *f, const struct probe_nodes *nodes, const struct task *t)
{
	for (const struct stale_booking *b = f->first_stale[t->index]; b; b = b->next) {
		bool holds = nodes->in[b->node] || bit_is_set(f->victims.nodes, b->node);

		for (int i = 0; i < f->n_slots && holds; i++)
			holds = has(f, b->node, i, true) >= bounds_least_charge(t, f->slots[i]);
		if (holds)
			return true;
	}
	return false;
}

/* The spare room is too small for the victims with a stale booking that cannot go home by it. */
static bool stale_lack_capacity(struct bounds *f, const struct probe_nodes *nodes)
{
	const struct victims *v = &f->victims;
	bool enough = true;

	memcpy(f->tight, f->spare, (size_t)f->n_slots * sizeof *f->tight);
	for (int w = 0; w < v->blocks && enough; w++)
		for (uint64_t some = v->summed[w] & f->stale[w]; some && enough; some &= some - 1) {
			const struct task *t = &f->tasks[w * 64 + __builtin_ctzll(some)];

			if (!victims_must_return(f, t) || may_go_home(f, nodes, t))
				continue;
			for (int i = 0; i < f->n_slots; i++) {
				f->tight[i] -= bounds_least_charge(t, f->slots[i]);
				enough &= f->tight[i] >= 0;
			}
		}
	return !enough;
}

static bool lacks_capacity(struct bounds *f, const struct probe_nodes *nodes)
{
	for (int i = 0; i < f->n_slots; i++) {
		f->spare[i] = spare_room(f, nodes, i);
		if (f->spare[i] < 0)
			return true;
	}
	return f->victims.n_stale > 0 && stale_lack_capacity(f, nodes);
}

/* ---- all of them ---- */

enum bound bounds_of_sums(struct bounds *f, const struct probe_nodes *nodes)
{
	if (!is_protected(f) && !lacks_units(f))
		node_sums_update(f, nodes);
	return is_protected(f)             ? INFEASIBLE_PROTECTED
		: lacks_units(f)           ? INFEASIBLE_UNITS
		: lacks_packing(f, nodes)  ? INFEASIBLE_PACKING
		: lacks_capacity(f, nodes) ? INFEASIBLE_CAPACITY
					   : BOUND_NONE;
}

static struct forecast judge(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	struct forecast known = {.may_end_early = true};
	enum bound found = bounds_of_sums(f, nodes);

	if (found)
		return (struct forecast){.bound = found};
	if (dry_run_fails(q, f, p, nodes, &known.all_return))
		return (struct forecast){.bound = INFEASIBLE_DRY_RUN};
	return known;
}

/* Victims may lose claims. So it must be known that the simulation fails, and that none does until
 * then: only a dry run knows. */
static struct forecast judge_losing(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	bool fails = bounds_of_sums(f, nodes);

	return dry_run_loses_nothing(q, f, p, nodes, fails)
		? (struct forecast){.bound = INFEASIBLE_DRY_RUN}
		: (struct forecast){0};
}

struct bounds *bounds_begin(struct search *q, struct job *preemptor, struct task_list unit)
{
	struct bounds *f;

	if (q->session->searches->diagnosed < q->session->searches->diagnostics_limit)
		return NULL;
	f = shortcuts_of(q)->bounds ? shortcuts_of(q)->bounds : bounds_new(q);
	f->reversible = f->drifts = f->may_lose = false;
	if (f->reversibility == NEVER_REVERSIBLE)
		return NULL;
	if (f->generation != shortcuts_of(q)->generation)
		victims_read_anew(q, f);
	if (f->preemptor != preemptor || f->generation != shortcuts_of(q)->generation)
		start_probe(q, f, preemptor, unit);
	f->generation = shortcuts_of(q)->generation;
	victims_clear(f);
	return f;
}

struct forecast bounds_forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct bounds *f = bounds_begin(q, p->preemptor, p->pending);

	if (!f || !f->reversible_preemptor || !reversible_recorded(&p->recorded))
		return (struct forecast){0};
	victims_of_pick(f, p->pick);
	victims_clear(f);
	if (!victims_add_all(f, &p->recorded) || !victims_add_all(f, &p->potential)) {
		enum repeats leave = judge_repeats(q, f, p);

		f->reversible = leave != REPEATS_LEAVE_TRACES;
		f->drifts = leave == REPEATS_DRIFT;
		return (struct forecast){0};
	}
	if (!victims_update(q, f) || f->victims.n == 0)
		return (struct forecast){0};
	if (!f->valid)
		bounds_read_nodes(q, f, nodes);
	f->may_lose = f->victims.n_may_lose > 0;
	f->losses = storage_losses(q->session);
	f->reversible = !f->may_lose;
	return f->may_lose ? judge_losing(q, f, p, nodes) : judge(q, f, p, nodes);
}

/* ---- what is left of scenarios ---- */

/* The unit caches of the victims' jobs were dropped: none of them is stale any more. */
static void end_exemptions(struct bounds *f, const struct batches *b)
{
	for (int i = 0; i < b->n && f->caches_exempt; i++)
		f->exempt[b->items[i].job_index] &= (unsigned char)~EXEMPT_CACHE;
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

void bounds_simulated(struct search *q, const struct proposal *p)
{
	struct bounds *f = shortcuts_of(q)->bounds;

	if (f && f->may_lose)
		f->reversible = storage_losses(q->session) == f->losses;
	shortcuts_of(q)->generation += !bounds_reversible(q);
	shortcuts_of(q)->drifted |= bounds_drifts(q);
	/* candidates may be reversible no more, and more nodes possible */
	if (!bounds_reversible(q) && (q->session->hooks.owns_claims.n || (f && f->any_tight)))
		shortcuts_of(q)->deficit = NULL;
	if (!f || f->reversibility == NEVER_REVERSIBLE)
		return;
	end_exemptions(f, &p->potential);
	f->tried = f->reversible ? f->tried + count_tasks(&p->recorded) + count_tasks(&p->potential)
				 : 0;
	f->valid &= f->reversible;
}

/* What is kept besides of the jobs, how many active pods they have, a simulation undone leaves as
 * it was. */
static void drop_caches(struct search *q, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		job_drop_unit(q->session->c, b->items[i].job, b->items[i].job_index);
}

void bounds_drop_caches(struct search *q, const struct proposal *p)
{
	drop_caches(q, &p->recorded);
	drop_caches(q, &p->potential);
	end_exemptions(shortcuts_of(q)->bounds, &p->potential);
}

bool bounds_reversible(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->reversible;
}

bool bounds_drifts(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->drifts;
}

/* ---- INFEASIBLE_EARLY ----
 * Claim. A scenario in simulation is infeasible as soon as (1) a victim that must return had its
 *   turn and is still evicted, or (2) the victims that need not return, and did, took more room
 *   than the spare room of INFEASIBLE_CAPACITY.
 * Why. (1) A job gets one turn; the validators then refuse the outcome. (2) The claim of
 *   INFEASIBLE_CAPACITY for the tasks that have their turn later: the unit and those that must
 *   return are on both sides of the sum, so only the others reduce the spare room.
 * Needs. A victim takes room as far as its node has it: one that was moved before may return to a
 *   node without room.
 * Guard. That of all bounds. The simulation is undone, as every one that fails.
 * Test. dry_runs() of tests/unit/snap-replay/test_dry_run.c; --exhaustive. */

/* A victim that need not return is placed: subtracts the room that it took. */
static void take_spare(struct search *q, struct bounds *f, const struct task *t)
{
	if (!t->node || !bit_is_set(f->usable, t->node->index))
		return;
	for (int i = 0; i < f->n_slots; i++)
		f->spare[i] -=
			room_between(t->node->idle[f->slots[i]] + t->node->releasing[f->slots[i]],
				bounds_charge(q->session, t, t->node->index, f->slots[i]));
}

bool bounds_may_succeed(struct search *q, struct task *const *victims, int n)
{
	struct bounds *f = shortcuts_of(q)->bounds;

	for (int i = 0; i < n; i++) {
		bool returned = status_in(victims[i]->status, SET_ACTIVE_ALLOCATED);

		if (!returned && bounds_loss_fails(q, f, victims[i]))
			return false;
		if (returned && !bounds_must_return(q, f, victims[i]))
			take_spare(q, f, victims[i]);
	}
	for (int i = 0; i < f->n_slots; i++)
		if (f->spare[i] < 0)
			return false;
	return true;
}
