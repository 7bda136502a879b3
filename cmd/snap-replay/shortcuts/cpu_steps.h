/* Nodes by free CPU, in steps of equal size: a search for the node with the least that is enough
 * begins at the step of that amount. */
#ifndef SNAP_CPU_STEPS_H
#define SNAP_CPU_STEPS_H
#include "model/cluster.h"
#include "shortcuts/sparse_set.h"

enum { NO_CPU_STEP = -1, CPU_STEPS = 64 }; /* CPU_STEPS: bits of a block */
struct cpu_steps {
	int n;             /* nodes of the cluster */
	double by_cpu;     /* steps for each milli-CPU */
	signed char *step; /* by node index; NO_CPU_STEP: the node is in none */
	/* The nodes by step; the last step has those with more, too. */
	struct sparse_set at[CPU_STEPS];
	int n_at[CPU_STEPS]; /* how many they are */
	uint64_t occupied;   /* as bits: the steps with nodes */
};

/* No node is in a step. */
static inline void cpu_steps_clear(struct cpu_steps *m)
{
	memset(m->step, NO_CPU_STEP, (size_t)m->n);
	for (int i = 0; i < CPU_STEPS; i++)
		sparse_set_clear(&m->at[i], m->n);
	memset(m->n_at, 0, sizeof m->n_at);
	m->occupied = 0;
}

static inline void cpu_steps_open(struct cpu_steps *m, struct arena *a, const struct cluster *c)
{
	double most = 0;

	for (int i = 0; i < c->n_nodes; i++)
		if (c->nodes[i].allocatable[SLOT_CPU] > most)
			most = c->nodes[i].allocatable[SLOT_CPU];
	m->n = c->n_nodes;
	m->by_cpu = CPU_STEPS / (most + 1);
	m->step = ARENA_ARRAY(a, (size_t)m->n, signed char);
	for (int i = 0; i < CPU_STEPS; i++)
		m->at[i] = sparse_set_new(a, m->n);
	cpu_steps_clear(m);
}

static inline signed char cpu_steps_of(const struct cpu_steps *m, double cpu)
{
	double step = cpu * m->by_cpu;

	return (signed char)(step < CPU_STEPS ? (int)step : CPU_STEPS - 1);
}

static inline void cpu_steps_count(struct cpu_steps *m, signed char step, int one)
{
	m->n_at[step] += one;
	if (m->n_at[step])
		m->occupied |= UINT64_C(1) << step;
	else
		m->occupied &= ~(UINT64_C(1) << step);
}

/* The node has that much CPU free. Negative: it is in no step. */
static inline void cpu_steps_put(struct cpu_steps *m, int node, double cpu)
{
	signed char old = m->step[node], step = cpu < 0 ? NO_CPU_STEP : cpu_steps_of(m, cpu);

	if (old == step)
		return;
	if (old >= 0) {
		sparse_set_remove(&m->at[old], node);
		cpu_steps_count(m, old, -1);
	}
	if (step >= 0) {
		sparse_set_add(&m->at[step], node);
		cpu_steps_count(m, step, 1);
	}
	m->step[node] = step;
}

/* As bits: the steps with nodes that have that much, and maybe with others. The lower the bit, the
 * less its nodes have. */
static inline uint64_t cpu_steps_from(const struct cpu_steps *m, double cpu)
{
	return m->occupied & ~UINT64_C(0) << cpu_steps_of(m, cpu);
}

#endif
