#include "shortcuts/gpu_ledger.h"

#include <math.h>

#include "shortcuts/class_order.h"
#include "shortcuts/sparse_set.h"

struct gpu_ledger {
	const struct ledger_amounts *start;
	bool idle_first; /* nodeavailability: nodes on whose idle amounts the pod fits come first */
	int blocks, spans;
	bool followed;                     /* each class requests GPUs, and few */
	double *rate;                      /* by slot */
	uint64_t *set;                     /* of gpu_ledger_begin */
	int *at_start, *now;               /* by node: free GPUs, at the start of a run and now */
	uint64_t *unserved;                /* the set of nodes that no run may use */
	struct sparse_set at[CLASS_STEPS]; /* nodes of the set by now; none that has less than 0 */
	int n_at[CLASS_STEPS];
	uint32_t occupied;      /* as bits: the steps with nodes */
	struct sparse_set idle; /* nodes that had idle GPUs at the last load */
	double *idle_now;       /* idle amounts of these, by node and slot */
	/* Nodes of which start or now has changed since the last run began. */
	int *touched, n_touched;
	bool *is_touched, *is_changed; /* by node; is_changed: start has */
};

struct gpu_ledger *gpu_ledger_new(
	const struct session *s, struct arena *arena, const struct ledger_amounts *start)
{
	struct gpu_ledger *g = ARENA_NEW(arena, struct gpu_ledger);
	size_t nodes = (size_t)start->n;

	*g = (struct gpu_ledger){.start = start,
		.idle_first = s->known_scores.available,
		.blocks = bit_blocks(start->n),
		.spans = sparse_set_spans(start->n),
		.followed = true};
	g->rate = ARENA_ARRAY(arena, (size_t)start->slots, double);
	g->set = ARENA_ARRAY(arena, (size_t)g->blocks, uint64_t);
	g->at_start = ARENA_ARRAY(arena, nodes, int);
	g->now = ARENA_ARRAY(arena, nodes, int);
	g->unserved = ARENA_ARRAY(arena, (size_t)g->blocks, uint64_t);
	for (int i = 0; i < CLASS_STEPS; i++)
		g->at[i] = sparse_set_new(arena, start->n);
	g->idle = sparse_set_new(arena, start->n);
	g->idle_now = ARENA_ARRAY(arena, nodes * (size_t)start->slots + 1, double);
	g->touched = ARENA_ARRAY(arena, nodes, int);
	g->is_touched = ARENA_ARRAY(arena, nodes, bool);
	g->is_changed = ARENA_ARRAY(arena, nodes, bool);
	memset(g->now, -1, nodes * sizeof *g->now);
	return g;
}

static void touch(struct gpu_ledger *g, int node)
{
	if (!g->is_touched[node])
		g->touched[g->n_touched++] = node;
	g->is_touched[node] = true;
}

void gpu_ledger_start_changed(struct gpu_ledger *g, int node)
{
	touch(g, node);
	g->is_changed[node] = true;
}

static void all_changed(struct gpu_ledger *g)
{
	for (int i = 0; i < g->start->n; i++)
		gpu_ledger_start_changed(g, i);
}

void gpu_ledger_load(struct gpu_ledger *g)
{
	memset(g->rate, 0, (size_t)g->start->slots * sizeof *g->rate);
	g->followed = true;
	all_changed(g);
	sparse_set_clear(&g->idle, g->start->n);
	for (int i = 0; i < g->start->n; i++)
		if (g->start->idle[i * g->start->slots + SLOT_GPU] > 0)
			sparse_set_add(&g->idle, i);
}

void gpu_ledger_add_class(struct gpu_ledger *g, const double *request)
{
	bool grows = false;

	g->followed &= request[SLOT_GPU] > 0 && request[SLOT_GPU] < CLASS_STEPS;
	if (!g->followed)
		return;
	for (int k = 0; k < g->start->slots; k++) {
		double rate = ceil(request[k] / request[SLOT_GPU]);

		grows |= rate > g->rate[k];
		g->rate[k] = fmax(rate, g->rate[k]);
	}
	if (grows)
		all_changed(g);
}

void gpu_ledger_open_as(struct gpu_ledger *g, const struct gpu_ledger *other)
{
	memcpy(g->rate, other->rate, (size_t)g->start->slots * sizeof *g->rate);
	g->followed = other->followed;
	all_changed(g);
}

/* ---- the start of a run ---- */

enum { FEWEST = -1000 }; /* less is hardly met, and may not fit into an int */

/* True: the run may use the node. */
static bool is_served(const struct gpu_ledger *g, const double *free)
{
	double gpus = free[SLOT_GPU];

	if (!(gpus < CLASS_STEPS) || gpus < FEWEST || gpus != trunc(gpus))
		return false;
	for (int k = 0; k < g->start->slots && gpus >= 0; k++)
		if (free[k] != trunc(free[k]) || free[k] < g->rate[k] * gpus)
			return false;
	return true;
}

static void read_node(struct gpu_ledger *g, int node)
{
	int first = node * g->start->slots;
	const double *free = &g->start->free[first];
	bool served = is_served(g, free);

	g->at_start[node] = served ? (int)free[SLOT_GPU] : -1;
	if (served)
		bit_clear(g->unserved, node);
	else
		bit_set(g->unserved, node);
	if (bit_is_set(g->idle.bits, node))
		memcpy(&g->idle_now[first], &g->start->idle[first],
			(size_t)g->start->slots * sizeof *g->idle_now);
	g->is_changed[node] = false;
}

static void take_out(struct gpu_ledger *g, int step, int node)
{
	sparse_set_remove(&g->at[step], node);
	if (!--g->n_at[step])
		g->occupied &= ~(UINT32_C(1) << step);
}

static void put_in(struct gpu_ledger *g, int step, int node)
{
	sparse_set_add(&g->at[step], node);
	g->n_at[step]++;
	g->occupied |= UINT32_C(1) << step;
}

static void move(struct gpu_ledger *g, int node, int to)
{
	int from = g->now[node];

	if (from == to)
		return;
	if (from >= 0)
		take_out(g, from, node);
	if (to >= 0)
		put_in(g, to, node);
	g->now[node] = to;
}

/* Nodes come into the set, or leave it. */
static void limit(struct gpu_ledger *g, const uint64_t *set)
{
	for (int w = 0; w < g->blocks; w++) {
		for (uint64_t left = g->set[w] ^ set[w]; left; left &= left - 1)
			touch(g, w * 64 + __builtin_ctzll(left));
		g->set[w] = set[w];
	}
}

static void reset(struct gpu_ledger *g)
{
	while (g->n_touched) {
		int node = g->touched[--g->n_touched];

		if (g->is_changed[node])
			read_node(g, node);
		move(g, node, bit_is_set(g->set, node) ? g->at_start[node] : -1);
		g->is_touched[node] = false;
	}
}

bool gpu_ledger_begin(struct gpu_ledger *g, const uint64_t *set)
{
	if (!g->followed)
		return false;
	limit(g, set);
	reset(g);
	for (int w = 0; w < g->blocks; w++)
		if (set[w] & g->unserved[w])
			return false;
	return true;
}

/* ---- what is placed ---- */

static bool fits_idle(const struct gpu_ledger *g, const double *request, int node)
{
	int slots = g->start->slots;

	return ledger_holds(slots, &g->idle_now[node * slots], request) &&
		g->now[node] >= request[SLOT_GPU];
}

/* Of the nodes on whose idle amounts the pod fits. */
static int find_idle(const struct gpu_ledger *g, const double *request, const uint64_t *able)
{
	int best = -1, n = g->start->n;

	for (int w = sparse_set_next(&g->idle, n, 0); w < g->blocks;
		w = sparse_set_next(&g->idle, n, w + 1))
		for (uint64_t left = g->idle.bits[w] & able[w] & g->set[w]; left;
			left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (fits_idle(g, request, i) && (best < 0 || g->now[i] < g->now[best]))
				best = i;
		}
	return best;
}

static int first_of(const struct gpu_ledger *g, const struct sparse_set *m, const uint64_t *able)
{
	for (int v = 0; v < g->spans; v++)
		for (uint64_t blocks = m->some[v]; blocks; blocks &= blocks - 1) {
			int w = v * 64 + __builtin_ctzll(blocks);
			uint64_t found = m->bits[w] & able[w];

			if (found)
				return w * 64 + __builtin_ctzll(found);
		}
	return -1;
}

int gpu_ledger_find(const struct gpu_ledger *g, const double *request, const uint64_t *able)
{
	int node = g->idle_first ? find_idle(g, request, able) : -1;
	uint32_t steps = g->occupied & (uint32_t)(UINT64_MAX << (int)request[SLOT_GPU]);

	for (; node < 0 && steps; steps &= steps - 1)
		node = first_of(g, &g->at[__builtin_ctz(steps)], able);
	return node;
}

/* The pod is Pipelined no more: the node's idle amounts are what they were before it was. */
static void book_idle(struct gpu_ledger *g, int node, const double *request, double sign)
{
	if (!bit_is_set(g->idle.bits, node))
		return;
	for (int k = 0; k < g->start->slots; k++)
		g->idle_now[node * g->start->slots + k] += sign * request[k];
	g->is_changed[node] = true;
}

void gpu_ledger_put(struct gpu_ledger *g, int node, const double *request, bool home)
{
	touch(g, node);
	move(g, node, g->now[node] - (int)request[SLOT_GPU]);
	if (home)
		book_idle(g, node, request, 1);
}

void gpu_ledger_take_back(struct gpu_ledger *g, int node, const double *request, bool home)
{
	move(g, node, g->now[node] + (int)request[SLOT_GPU]);
	if (home)
		book_idle(g, node, request, -1);
}

int gpu_ledger_free(const struct gpu_ledger *g, int node)
{
	return g->now[node];
}
