#include "plugins/topology/room.h"

#include <math.h>

#define NOTHING_FREE 1000.0

/* ---- what the pods need ---- */

static bool all_or_none(int some, int n)
{
	return some == 0 || some == n;
}

static bool is_counted(int slot)
{
	return slot != SLOT_CPU && slot != SLOT_MEMORY && slot != SLOT_GPU;
}

/* Each resource but CPU and memory is requested by all pods or by none. */
static bool are_alike(const struct cluster *c, struct task *const *tasks, int n)
{
	int gpus = 0;

	for (int i = 0; i < n; i++)
		gpus += gpu_request_gpus(&tasks[i]->gpu) > 0;
	for (int slot = 0; slot < c->slots.count; slot++) {
		int some = 0;

		for (int i = 0; i < n && is_counted(slot); i++)
			some += tasks[i]->request[slot] > 0;
		if (!all_or_none(some, n))
			return false;
	}
	return all_or_none(gpus, n);
}

static bool takes_pod_slot_only(const struct need *need)
{
	for (int slot = 0; slot < need->c->slots.count; slot++)
		if (need->most[slot] > (slot == SLOT_PODS ? 1 : 0))
			return false;
	return true;
}

void need_of(struct need *need, struct task *const *tasks, int n)
{
	need->pods = n;
	for (int slot = 0; slot < need->c->slots.count; slot++) {
		need->sum[slot] = need->most[slot] = tasks[0]->request[slot];
		for (int i = 1; i < n; i++) {
			need->sum[slot] += tasks[i]->request[slot];
			need->most[slot] = fmax(need->most[slot], tasks[i]->request[slot]);
		}
	}
	need->alike = are_alike(need->c, tasks, n);
	need->pod_slot_only = takes_pod_slot_only(need);
}

/* ---- one node ---- */

/* A resource whose amounts nodes do not book. */
static bool is_unbooked(const struct cluster *c, int slot)
{
	return slot != SLOT_GPU && c->slots.dra_backed[slot];
}

static int64_t pods_on_node(const struct need *need, const struct node *n)
{
	bool shared = need->most[SLOT_GPU] > 0 && need->most[SLOT_GPU] < 1;
	int64_t least = INT64_MAX;

	if (need->pod_slot_only)
		return need->pods;
	for (int slot = 0; slot < need->c->slots.count; slot++) {
		double free = n->idle[slot] + n->releasing[slot];
		int64_t pods;

		if (is_unbooked(need->c, slot))
			continue;
		if (slot == SLOT_GPU && shared)
			free += node_shared_gpus_free(n);
		if (!(need->most[slot] <= free))
			return 0;
		if (need->most[slot] <= 0)
			continue;
		pods = go_int64(free / need->most[slot]);
		least = pods < least ? pods : least;
	}
	return least == INT64_MAX ? need->pods : least;
}

/* ---- domains ---- */

static void begin(const struct domain_tree *t, const struct need *need, struct domain *d)
{
	if (d->round != t->round)
		memset(d->free, 0, (size_t)need->c->slots.count * sizeof *d->free);
	d->pods = need->alike ? 0 : PODS_UNKNOWN;
	d->round = t->round;
}

static void add(const struct need *need, struct domain *d, const double *idle,
	const double *releasing, int64_t pods)
{
	for (int slot = 0; slot < need->c->slots.count; slot++)
		d->free[slot] += releasing ? idle[slot] + releasing[slot] : idle[slot];
	if (need->alike)
		d->pods = go_add(d->pods, pods);
}

/* The free amounts of a domain with two parents are added up once for each, and then are too much,
 * as in the original. */
static void compute(
	const struct domain_tree *t, const struct need *need, struct domain *d, int depth)
{
	begin(t, need, d);
	if (d->depth < depth) {
		for (int i = 0; i < d->n_children; i++) {
			compute(t, need, d->children[i], depth);
			add(need, d, d->children[i]->free, NULL, d->children[i]->pods);
		}
		return;
	}
	for (int i = 0; i < d->n_nodes; i++) {
		const struct node *n = &need->c->nodes[d->nodes[i]];

		add(need, d, n->idle, n->releasing, need->alike ? pods_on_node(need, n) : 0);
	}
}

void room_compute(struct domain_tree *t, const struct need *need, struct domain *d, int depth)
{
	t->round++;
	compute(t, need, d, depth == LEVEL_UNKNOWN || tree_is_divided(t) ? t->n_levels : depth);
}

double room_free(const struct domain_tree *t, const struct domain *d, int slot)
{
	return d->round == t->round ? d->free[slot] : 0;
}

int64_t room_pods(const struct domain_tree *t, const struct domain *d)
{
	return d->round == t->round ? d->pods : PODS_UNKNOWN;
}

double room_ratio(const struct domain_tree *t, const struct need *need, const struct domain *d)
{
	double most = 0;

	for (int slot = 0; slot < need->c->slots.count; slot++) {
		double free = room_free(t, d, slot);

		if (!(need->sum[slot] > 0) || slot == SLOT_PODS || is_unbooked(need->c, slot))
			continue;
		most = fmax(most, free <= 0 ? NOTHING_FREE : need->sum[slot] / free);
	}
	return most;
}

bool room_fits(const struct domain_tree *t, const struct need *need, const struct domain *d)
{
	if (room_pods(t, d) != PODS_UNKNOWN)
		return d->pods >= need->pods;
	return room_ratio(t, need, d) <= 1;
}
