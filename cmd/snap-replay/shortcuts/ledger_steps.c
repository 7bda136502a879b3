#include "shortcuts/ledger_steps.h"

#include <math.h>

#include "model/shared_gpus.h"
#include "session/place/placement.h"
#include "shortcuts/class_order.h"
#include "shortcuts/cpu_steps.h"

/* NO_STEP: less than none, or the node is not in the set. */
enum { NO_STEP = -1, NOT_WHOLE = -2 };
struct ledger_steps {
	const struct session *s;
	const struct ledger_amounts *a;
	int blocks, end;   /* end: no node has had that many free GPUs since the last load */
	int spans;         /* sparse_set_spans */
	uint64_t *set;     /* of ledger_steps_limit */
	signed char *step; /* by node: how many GPUs are free */
	int n_not_whole;
	bool any_cpu_only; /* some pod asks for no GPUs */
	/* The nodes of the set, if any does: those where a pod may fit on the idle amounts, and
	 * those with less than 0 idle of something. */
	struct cpu_steps with_idle, without_idle;
	int *key, top_key; /* by node: K for a CPU-only pod that does not fit on idle amounts;
			      the greatest that any node may have for one that does */
	/* By node, kept close together: what is free and idle of CPU. idle_cpu less than 0: no pod
	 * fits on the idle amounts, whatever it asks for. */
	double *cpu, *idle_cpu;
	struct sparse_set at[CLASS_STEPS]; /* the nodes of the set by step */
	struct sparse_set idle;            /* nodes with idle GPUs at the last load */
};

static bool gpus_are_few(const struct cluster *c)
{
	for (int i = 0; i < c->n_nodes; i++) {
		double gpus = c->nodes[i].allocatable[SLOT_GPU];

		if (!(gpus < CLASS_STEPS) || gpus != trunc(gpus))
			return false;
	}
	return true;
}

static bool any_cpu_only(const struct cluster *c)
{
	for (int i = 0; i < c->n_tasks; i++)
		if (!(c->tasks[i].request[SLOT_GPU] > 0))
			return true;
	return false;
}

static bool scores_are_known(const struct known_scores *k)
{
	return k->by_class == k->available + k->cpu_only + k->sharing && k->placement == 1 &&
		k->packs_gpu && k->packs_cpu;
}

static void read_nodes(struct ledger_steps *l, struct arena *arena)
{
	const struct known_scores *k = &l->s->known_scores;

	l->key = ARENA_ARRAY(arena, (size_t)l->a->n, int);
	for (int i = 0; i < l->a->n; i++) {
		const struct node *node = &l->s->c->nodes[i];

		l->key[i] = node->cpu_only ? k->cpu_only * SCORE_CPU_ONLY : 0;
		l->top_key = l->key[i] > l->top_key ? l->key[i] : l->top_key;
	}
	l->top_key += k->available * SCORE_AVAILABLE;
}

struct ledger_steps *ledger_steps_new(
	struct session *s, struct arena *arena, const struct ledger_amounts *a)
{
	struct ledger_steps *l;

	if (!gpus_are_few(s->c) || !scores_are_known(&s->known_scores) ||
		!class_order_amounts_small(s, SLOT_CPU))
		return NULL;
	l = ARENA_NEW(arena, struct ledger_steps);
	*l = (struct ledger_steps){
		.s = s, .a = a, .blocks = bit_blocks(a->n), .spans = sparse_set_spans(a->n)};
	l->set = ARENA_ARRAY(arena, (size_t)l->blocks, uint64_t);
	l->step = ARENA_ARRAY(arena, (size_t)a->n, signed char);
	read_nodes(l, arena);
	l->cpu = ARENA_ARRAY(arena, (size_t)a->n, double);
	l->idle_cpu = ARENA_ARRAY(arena, (size_t)a->n, double);
	l->idle = sparse_set_new(arena, a->n);
	for (int i = 0; i < CLASS_STEPS; i++)
		l->at[i] = sparse_set_new(arena, a->n);
	l->any_cpu_only = any_cpu_only(s->c);
	if (l->any_cpu_only) {
		cpu_steps_open(&l->with_idle, arena, s->c);
		cpu_steps_open(&l->without_idle, arena, s->c);
	}
	return l;
}

static const double *free_of(const struct ledger_steps *l, int node)
{
	return &l->a->free[node * l->a->slots];
}

static const double *idle_of(const struct ledger_steps *l, int node)
{
	return &l->a->idle[node * l->a->slots];
}

static signed char step_of(const struct ledger_steps *l, int node)
{
	double free = free_of(l, node)[SLOT_GPU];

	if (free < 0 || !bit_is_set(l->set, node))
		return NO_STEP;
	return (signed char)(free < CLASS_STEPS && free == trunc(free) ? (int)free : NOT_WHOLE);
}

static void move(struct sparse_set *sets, signed char from, signed char to, int node)
{
	if (from >= 0)
		sparse_set_remove(&sets[from], node);
	if (to >= 0)
		sparse_set_add(&sets[to], node);
}

static double idle_cpu_of(const struct ledger_steps *l, int node)
{
	const double *idle = idle_of(l, node);

	for (int i = 0; i < l->a->slots; i++)
		if (idle[i] < 0)
			return -1;
	return idle[SLOT_CPU];
}

static void put_by_cpu(struct ledger_steps *l, int node)
{
	double free = free_of(l, node)[SLOT_CPU];

	if (!l->any_cpu_only)
		return;
	l->cpu[node] = free;
	l->idle_cpu[node] = idle_cpu_of(l, node);
	if (!bit_is_set(l->set, node))
		free = -1;
	cpu_steps_put(&l->with_idle, node, l->idle_cpu[node] < 0 ? -1 : free);
	cpu_steps_put(&l->without_idle, node, l->idle_cpu[node] < 0 ? free : -1);
}

void ledger_steps_put(struct ledger_steps *l, int node)
{
	signed char old = l->step[node], step = step_of(l, node);

	put_by_cpu(l, node);
	if (old == step)
		return;
	l->n_not_whole += (step == NOT_WHOLE) - (old == NOT_WHOLE);
	move(l->at, old, step, node);
	if (step >= l->end)
		l->end = step + 1;
	l->step[node] = step;
}

void ledger_steps_limit(struct ledger_steps *l, const uint64_t *set)
{
	for (int w = 0; w < l->blocks; w++) {
		uint64_t differ = l->set[w] ^ set[w];

		l->set[w] = set[w];
		for (; differ; differ &= differ - 1)
			ledger_steps_put(l, w * 64 + __builtin_ctzll(differ));
	}
}

bool ledger_steps_load(struct ledger_steps *l)
{
	const struct cluster *c = l->s->c;

	memset(l->set, 0, (size_t)l->blocks * sizeof *l->set);
	memset(l->step, NO_STEP, (size_t)l->a->n);
	sparse_set_clear(&l->idle, l->a->n);
	for (; l->end > 0; l->end--)
		sparse_set_clear(&l->at[l->end - 1], l->a->n);
	if (l->any_cpu_only) {
		cpu_steps_clear(&l->with_idle);
		cpu_steps_clear(&l->without_idle);
	}
	l->n_not_whole = 0;
	for (int i = 0; i < l->a->n; i++) {
		if (c->nodes[i].n_device_groups)
			return false;
		ledger_steps_put(l, i);
		if (idle_of(l, i)[SLOT_GPU] > 0)
			sparse_set_add(&l->idle, i);
	}
	return true;
}

bool ledger_steps_serves(const struct ledger_steps *l, const struct task *t)
{
	return class_order_knows(l->s, t) && !gpus_may_be_shared(l->s->c, t);
}

bool ledger_steps_unordered(const struct ledger_steps *l)
{
	return l->n_not_whole > 0;
}

static bool fits(const struct ledger_steps *l, const double *request, int node)
{
	const double *free = free_of(l, node);

	return ledger_holds(l->a->slots, free, request) && free[SLOT_PODS] > 0;
}

/* Of the nodes on whose idle amounts the pod fits. */
static int find_idle(const struct ledger_steps *l, const double *request, const uint64_t *able)
{
	int best = -1;

	for (int w = sparse_set_next(&l->idle, l->a->n, 0); w < l->blocks;
		w = sparse_set_next(&l->idle, l->a->n, w + 1))
		for (uint64_t left = l->idle.bits[w] & able[w] & l->set[w]; left;
			left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (ledger_holds(l->a->slots, idle_of(l, i), request) &&
				fits(l, request, i) &&
				(best < 0 || free_of(l, i)[SLOT_GPU] < free_of(l, best)[SLOT_GPU]))
				best = i;
		}
	return best;
}

/* Of the nodes of m. Spelled out for speed: with sparse_set_next, deep clusters take a sixth
 * longer. */
static int find_in(const struct ledger_steps *l, const struct sparse_set *m, const double *request,
	const uint64_t *able)
{
	for (int v = 0; v < l->spans; v++)
		for (uint64_t blocks = m->some[v]; blocks; blocks &= blocks - 1) {
			int w = v * 64 + __builtin_ctzll(blocks);

			for (uint64_t left = m->bits[w] & able[w]; left; left &= left - 1) {
				int i = w * 64 + __builtin_ctzll(left);

				if (fits(l, request, i))
					return i;
			}
		}
	return -1;
}

static int find_gpus(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now)
{
	int best = l->s->known_scores.available ? find_idle(l, request, able_now) : -1;

	for (int free = class_step(request[SLOT_GPU]); best < 0 && free < l->end; free++)
		best = find_in(l, &l->at[free], request, able);
	return best;
}

/* K of a node for a CPU-only pod. available: the pod fits on its idle amounts. */
static int key_of(const struct ledger_steps *l, int node, bool available)
{
	return available ? l->key[node] + l->s->known_scores.available * SCORE_AVAILABLE
			 : l->key[node];
}

struct best_cpu { /* node -1: none */
	int node, key;
	double cpu;
};

static bool goes_before(const struct best_cpu *best, const struct best_cpu *one)
{
	if (best->node < 0 || one->key != best->key)
		return best->node < 0 || one->key > best->key;
	return one->cpu < best->cpu || (one->cpu == best->cpu && one->node < best->node);
}

/* The node goes before the best one so far, with a K that it has if all but CPU suffices. */
static bool may_go_before(
	const struct ledger_steps *l, const struct best_cpu *best, double cpu, int node)
{
	int key = key_of(l, node, l->idle_cpu[node] >= cpu);

	return l->cpu[node] >= cpu &&
		goes_before(best, &(struct best_cpu){node, key, l->cpu[node]});
}

/* Improves *best by the nodes of m. */
static void look_at(const struct ledger_steps *l, const struct sparse_set *m, const double *request,
	const uint64_t *able, const uint64_t *able_now, struct best_cpu *best)
{
	for (int w = sparse_set_next(m, l->a->n, 0); w < l->blocks;
		w = sparse_set_next(m, l->a->n, w + 1))
		for (uint64_t left = m->bits[w] & able[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);
			struct best_cpu one = {.node = i, .cpu = l->cpu[i]};

			if (!may_go_before(l, best, request[SLOT_CPU], i) || !fits(l, request, i))
				continue;
			one.key = key_of(l, i,
				bit_is_set(able_now, i) &&
					ledger_holds(l->a->slots, idle_of(l, i), request));
			if (goes_before(best, &one))
				*best = one;
		}
}

/* The best one of the nodes of m, which have a K of no more than top. Nodes of a later step have
 * more free CPU, so they come first only with a greater K. */
static struct best_cpu best_of(const struct ledger_steps *l, const struct cpu_steps *m, int top,
	const double *request, const uint64_t *able, const uint64_t *able_now)
{
	struct best_cpu best = {.node = -1};
	uint64_t steps = cpu_steps_from(m, request[SLOT_CPU]);

	for (; steps && (best.node < 0 || best.key < top); steps &= steps - 1)
		look_at(l, &m->at[__builtin_ctzll(steps)], request, able, able_now, &best);
	return best;
}

static int find_cpu(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now)
{
	int available = l->s->known_scores.available * SCORE_AVAILABLE;
	int top = l->top_key - available;
	struct best_cpu best = best_of(l, &l->with_idle, l->top_key, request, able, able_now),
			other = {.node = -1};

	if (best.node < 0 || best.key <= top)
		other = best_of(l, &l->without_idle, top, request, able, able_now);
	return other.node >= 0 && goes_before(&best, &other) ? other.node : best.node;
}

int ledger_steps_find(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now)
{
	return (request[SLOT_GPU] > 0 ? find_gpus : find_cpu)(l, request, able, able_now);
}
