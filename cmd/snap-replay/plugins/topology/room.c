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

/* ---- what stays the same from choice to choice ---- */

/* How many pods with the same largest request each domain holds, if at[its index] is later than its
 * last change. */
struct pods_memo {
	double *most;
	int pods; /* see pods_that_count */
	uint64_t *at;
	int64_t *held;
};
enum { MEMOS = 8 };

/* How many pods there are matters only where a node may hold all of them for nothing. */
static int pods_that_count(const struct need *need)
{
	return need->pod_slot_only || !(need->most[SLOT_PODS] > 0) ? need->pods : 0;
}

static bool is_memo_of(const struct pods_memo *m, const struct need *need)
{
	for (int slot = 0; slot < need->c->slots.count; slot++)
		if (m->most[slot] != need->most[slot])
			return false;
	return m->pods == pods_that_count(need);
}

static struct pods_memo *new_memo(struct domain_tree *t, const struct need *need)
{
	size_t slots = (size_t)need->c->slots.count, domains = (size_t)t->n_domains;
	struct pods_memo *m;

	if (!t->memos)
		t->memos = ARENA_ARRAY(t->arena, MEMOS, struct pods_memo);
	if (t->n_memos < MEMOS) {
		m = &t->memos[t->n_memos++];
		m->most = ARENA_ARRAY(t->arena, slots, double);
		m->at = ARENA_ARRAY(t->arena, domains, uint64_t);
		m->held = ARENA_ARRAY(t->arena, domains, int64_t);
	} else {
		m = &t->memos[t->oldest_memo++ % MEMOS];
		memset(m->at, 0, domains * sizeof *m->at);
	}
	memcpy(m->most, need->most, slots * sizeof *m->most);
	m->pods = pods_that_count(need);
	return m;
}

static struct pods_memo *memo_of(struct domain_tree *t, const struct need *need)
{
	for (int i = 0; i < t->n_memos; i++)
		if (is_memo_of(&t->memos[i], need))
			return &t->memos[i];
	return new_memo(t, need);
}

static void note_changes(struct domain_tree *t, const struct cluster *c)
{
	if (c->n_changes - t->seen > CHANGE_RING) {
		for (int depth = 0; depth <= t->n_levels; depth++)
			for (int i = 0; i < t->n_at_depth[depth]; i++)
				t->at_depth[depth][i]->changed = c->n_changes;
		t->seen = c->n_changes;
	}
	for (; t->seen < c->n_changes; t->seen++) {
		int node = (int)c->changes[t->seen % CHANGE_RING];

		for (int depth = 0; depth <= t->n_levels && tree_has_node(t, node); depth++)
			t->of_node[node * (t->n_levels + 1) + depth]->changed = t->seen + 1;
	}
}

/* ---- domains ---- */

struct computing {
	const struct domain_tree *tree;
	const struct need *need;
	struct pods_memo *memo; /* NULL: pods are not counted */
	int depth;              /* whose domains are added up node by node */
	uint64_t now;
};

/* Domains with two parents are computed anew in each choice: see compute. */
static bool is_summed(const struct computing *k, const struct domain *d)
{
	return !tree_is_divided(k->tree) && d->summed > d->changed;
}

static void begin(const struct computing *k, struct domain *d, bool keep)
{
	if (!keep && (d->round != k->tree->round || !tree_is_divided(k->tree)))
		memset(d->free, 0, (size_t)k->need->c->slots.count * sizeof *d->free);
	d->pods = k->memo ? 0 : PODS_UNKNOWN;
	d->round = k->tree->round;
}

static int64_t pods_on_nodes(const struct computing *k, const struct domain *d)
{
	int64_t *held = &k->memo->held[d->index];

	if (k->memo->at[d->index] > d->changed)
		return *held;
	k->memo->at[d->index] = k->now;
	*held = 0;
	for (int i = 0; i < d->n_nodes; i++)
		*held = go_add(*held, pods_on_node(k->need, &k->need->c->nodes[d->nodes[i]]));
	return *held;
}

static void add_nodes(const struct computing *k, struct domain *d)
{
	const struct cluster *c = k->need->c;
	bool summed = is_summed(k, d);

	begin(k, d, summed);
	for (int i = 0; i < d->n_nodes && !summed; i++) {
		const struct node *n = &c->nodes[d->nodes[i]];

		for (int slot = 0; slot < c->slots.count; slot++)
			d->free[slot] += n->idle[slot] + n->releasing[slot];
	}
	d->summed = k->now;
	if (k->memo)
		d->pods = pods_on_nodes(k, d);
}

/* The free amounts of a domain with two parents are added up once for each, and then are too much,
 * as in the original. */
static void compute(const struct computing *k, struct domain *d)
{
	if (d->depth >= k->depth) {
		add_nodes(k, d);
		return;
	}
	begin(k, d, false);
	d->summed = 0;
	for (int i = 0; i < d->n_children; i++) {
		const struct domain *child = d->children[i];

		compute(k, d->children[i]);
		for (int slot = 0; slot < k->need->c->slots.count; slot++)
			d->free[slot] += child->free[slot];
		if (k->memo)
			d->pods = go_add(d->pods, child->pods);
	}
}

void room_compute(struct domain_tree *t, const struct need *need, struct domain *d, int depth)
{
	struct computing k = {.tree = t, .need = need};

	note_changes(t, need->c);
	k.depth = depth == LEVEL_UNKNOWN || tree_is_divided(t) ? t->n_levels : depth;
	k.now = need->c->n_changes + 1;
	k.memo = need->alike ? memo_of(t, need) : NULL;
	t->round++;
	compute(&k, d);
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
