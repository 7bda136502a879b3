#include "shortcuts/ledger_steps.h"

#include <math.h>

#include "model/shared_gpus.h"
#include "session/place/placement.h"
#include "shortcuts/class_order.h"

/* With this many request classes or fewer each has its buckets, which know no claims of storage. */
enum { FEW_CLASSES = 32, NO_STEP = -1, NOT_WHOLE = -2 };
struct ledger_steps {
	const struct session *s;
	const struct ledger_amounts *a;
	int blocks, end; /* end: no node has had that many free GPUs since the last load */
	/* By node: how many GPUs are free. NO_STEP: less than none. */
	signed char *step;
	int n_not_whole;
	int *key; /* by node: K for a CPU-only pod that does not fit on idle amounts */
	double *cpu, *idle_cpu; /* by node: what is free and idle of CPU, kept close together */
	uint64_t *bits[CLASS_STEPS]; /* by that number: the set of nodes */
	uint64_t *idle;              /* the set of nodes with idle GPUs at the last load */
};

static int count_classes(const struct cluster *c)
{
	int last = -1;

	for (int i = 0; i < c->n_tasks; i++)
		last = c->tasks[i].request_class > last ? c->tasks[i].request_class : last;
	return last + 1;
}

static bool gpus_are_few(const struct cluster *c)
{
	for (int i = 0; i < c->n_nodes; i++) {
		double gpus = c->nodes[i].allocatable[SLOT_GPU];

		if (!(gpus < CLASS_STEPS) || gpus != trunc(gpus))
			return false;
	}
	return true;
}

static bool scores_are_known(const struct known_scores *k)
{
	return k->by_class == k->available + k->cpu_only + k->sharing && k->placement == 1 &&
		k->packs_gpu && k->packs_cpu;
}

struct ledger_steps *ledger_steps_new(
	struct session *s, struct arena *arena, const struct ledger_amounts *a)
{
	struct ledger_steps *l;

	if ((count_classes(s->c) <= FEW_CLASSES && !s->storage) || !gpus_are_few(s->c) ||
		!scores_are_known(&s->known_scores) || !class_order_amounts_small(s, SLOT_CPU))
		return NULL;
	l = ARENA_NEW(arena, struct ledger_steps);
	*l = (struct ledger_steps){.s = s, .a = a, .blocks = bit_blocks(a->n)};
	l->step = ARENA_ARRAY(arena, (size_t)a->n, signed char);
	l->key = ARENA_ARRAY(arena, (size_t)a->n, int);
	for (int i = 0; i < a->n; i++)
		if (s->c->nodes[i].cpu_only)
			l->key[i] = s->known_scores.cpu_only * SCORE_CPU_ONLY;
	l->cpu = ARENA_ARRAY(arena, (size_t)a->n, double);
	l->idle_cpu = ARENA_ARRAY(arena, (size_t)a->n, double);
	l->idle = ARENA_ARRAY(arena, (size_t)l->blocks, uint64_t);
	for (int i = 0; i < CLASS_STEPS; i++)
		l->bits[i] = ARENA_ARRAY(arena, (size_t)l->blocks, uint64_t);
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

	if (free < 0)
		return NO_STEP;
	return (signed char)(free < CLASS_STEPS && free == trunc(free) ? (int)free : NOT_WHOLE);
}

void ledger_steps_put(struct ledger_steps *l, int node)
{
	signed char old = l->step[node], step = step_of(l, node);

	l->cpu[node] = free_of(l, node)[SLOT_CPU];
	l->idle_cpu[node] = idle_of(l, node)[SLOT_CPU];
	if (old == step)
		return;
	l->n_not_whole += (step == NOT_WHOLE) - (old == NOT_WHOLE);
	if (old >= 0)
		bit_clear(l->bits[old], node);
	if (step >= 0)
		bit_set(l->bits[step], node);
	if (step >= l->end)
		l->end = step + 1;
	l->step[node] = step;
}

bool ledger_steps_load(struct ledger_steps *l)
{
	const struct cluster *c = l->s->c;

	memset(l->step, NO_STEP, (size_t)l->a->n);
	memset(l->idle, 0, (size_t)l->blocks * sizeof *l->idle);
	for (; l->end > 0; l->end--)
		memset(l->bits[l->end - 1], 0, (size_t)l->blocks * sizeof *l->idle);
	l->n_not_whole = 0;
	for (int i = 0; i < l->a->n; i++) {
		if (c->nodes[i].n_device_groups)
			return false;
		ledger_steps_put(l, i);
		if (idle_of(l, i)[SLOT_GPU] > 0)
			bit_set(l->idle, i);
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

static bool holds(const struct ledger_steps *l, const double *request, const double *amounts)
{
	for (int i = 0; i < l->a->slots; i++)
		if (!(request[i] <= amounts[i]))
			return false;
	return true;
}

static bool fits(const struct ledger_steps *l, const double *request, int node)
{
	const double *free = free_of(l, node);

	return holds(l, request, free) && free[SLOT_PODS] > 0;
}

/* Of the nodes on whose idle amounts the pod fits. */
static int find_idle(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *set)
{
	int best = -1;

	for (int w = 0; w < l->blocks; w++)
		for (uint64_t left = l->idle[w] & able[w] & set[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (holds(l, request, idle_of(l, i)) && fits(l, request, i) &&
				(best < 0 || free_of(l, i)[SLOT_GPU] < free_of(l, best)[SLOT_GPU]))
				best = i;
		}
	return best;
}

static int find_gpus(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now, const uint64_t *set)
{
	int best = l->s->known_scores.available ? find_idle(l, request, able_now, set) : -1;

	if (best >= 0)
		return best;
	for (int free = (int)request[SLOT_GPU]; free < l->end; free++)
		for (int w = 0; w < l->blocks; w++)
			for (uint64_t left = l->bits[free][w] & able[w] & set[w]; left;
				left &= left - 1) {
				int i = w * 64 + __builtin_ctzll(left);

				if (fits(l, request, i))
					return i;
			}
	return -1;
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

static bool goes_before(const struct best_cpu *best, int key, double cpu)
{
	return best->node < 0 || key > best->key || (key == best->key && cpu < best->cpu);
}

/* The node goes before the best one so far, with a K that it has if all but CPU suffices. */
static bool may_go_before(
	const struct ledger_steps *l, const struct best_cpu *best, double cpu, int node)
{
	return l->cpu[node] >= cpu &&
		goes_before(best, key_of(l, node, l->idle_cpu[node] >= cpu), l->cpu[node]);
}

static int find_cpu(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now, const uint64_t *set)
{
	struct best_cpu best = {.node = -1};

	for (int w = 0; w < l->blocks; w++)
		for (uint64_t left = able[w] & set[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left), key;

			if (!may_go_before(l, &best, request[SLOT_CPU], i) || !fits(l, request, i))
				continue;
			key = key_of(
				l, i, bit_is_set(able_now, i) && holds(l, request, idle_of(l, i)));
			if (goes_before(&best, key, l->cpu[i]))
				best = (struct best_cpu){i, key, l->cpu[i]};
		}
	return best.node;
}

int ledger_steps_find(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now, const uint64_t *set)
{
	return (request[SLOT_GPU] > 0 ? find_gpus : find_cpu)(l, request, able, able_now, set);
}
