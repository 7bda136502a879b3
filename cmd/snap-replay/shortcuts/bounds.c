/* The bounds of one scenario; see bounds.h. */
#include <math.h>

#include "model/bits.h"
#include "shortcuts/bounds_private.h"

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

void bounds_read_nodes(struct search *q, struct bounds *f, const struct probe_nodes *nodes)
{
	const struct cluster *c = q->session->c;

	for (int i = 0; i < f->n_slots; i++)
		f->room[i] = 0;
	for (int k = 0; k < f->n_classes; k++)
		clear_rooms(f, &f->classes[k]);
	bounds_read_left(f, c);
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
 *   Of each clique of a gang's pods one, the spared one, is left out while any may go home
 *   (stale_gangs.h).
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

bool bounds_may_go_home(const struct bounds *f, const struct probe_nodes *nodes,
	const struct stale_booking *bookings, const double *least)
{
	for (const struct stale_booking *b = bookings; b; b = b->next) {
		bool holds = nodes->in[b->node] || bit_is_set(f->victims.nodes, b->node);

		for (int i = 0; i < f->n_slots && holds; i++)
			holds = has(f, b->node, i, true) >= least[i];
		if (holds)
			return true;
	}
	return false;
}

/* There is enough even if none of the spared victims can go home by a stale booking. */
static bool spares_enough_for_all(const struct bounds *f)
{
	for (int i = 0; i < f->n_slots; i++)
		if (f->spare[i] < f->victims.stale[i])
			return false;
	return true;
}

/* The spare room is too small for the spared victims that have no way home. */
static bool stale_lack_capacity(struct bounds *f, const struct probe_nodes *nodes)
{
	const struct victims *v = &f->victims;
	int n = f->session->c->n_tasks;
	bool enough = true;

	memcpy(f->tight, f->spare, (size_t)f->n_slots * sizeof *f->tight);
	for (int w = sparse_set_next(&v->summed, n, 0); w < v->blocks && enough;
		w = sparse_set_next(&v->summed, n, w + 1))
		for (uint64_t some = v->summed.bits[w] & f->spared[w]; some && enough;
			some &= some - 1) {
			const struct task *t = &f->tasks[w * 64 + __builtin_ctzll(some)];

			if (!victims_must_return(f, t))
				continue;
			for (int i = 0; i < f->n_slots; i++)
				f->least[i] = bounds_least_charge(t, f->slots[i]);
			if (bounds_may_go_home(f, nodes, f->ways[t->index], f->least))
				continue;
			for (int i = 0; i < f->n_slots; i++) {
				f->tight[i] -= f->least[i];
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
	return f->victims.n_stale > 0 && !spares_enough_for_all(f) && stale_lack_capacity(f, nodes);
}

/* ---- all of them ---- */

enum bound bounds_of_room(struct bounds *f, const struct probe_nodes *nodes)
{
	if (is_protected(f))
		return INFEASIBLE_PROTECTED;
	node_sums_update(f, nodes);
	return lacks_packing(f, nodes)     ? INFEASIBLE_PACKING
		: lacks_capacity(f, nodes) ? INFEASIBLE_CAPACITY
					   : BOUND_NONE;
}

enum bound bounds_of_sums(struct bounds *f, const struct probe_nodes *nodes)
{
	return !is_protected(f) && lacks_units(f) ? INFEASIBLE_UNITS : bounds_of_room(f, nodes);
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
 *   A clique (stale_gangs.h) takes no less than what was counted of it: of its pods nothing more
 *   is subtracted.
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
