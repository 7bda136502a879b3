#include <math.h>

#include "node.h"

/* a or a + b, by slot */
static double room(const double *a, const double *b, int slot)
{
	return b ? a[slot] + b[slot] : a[slot];
}

static bool valid_portion(const struct node *n, const struct task *t)
{
	double p = node_portion(n, &t->gpu);

	return p <= 1 || p == trunc(p);
}

static int64_t shared_gpus_that_fit(const struct node *n, const struct task *t)
{
	int64_t memory = node_task_memory(n, &t->gpu), fit = 0;

	for (int i = 0; i < n->n_groups && fit < t->gpu.count; i++)
		fit += node_group_fits(n, &n->groups[i], memory);
	return fit;
}

static bool shared_fits(const struct cluster *c, const struct node *n, const struct task *t, const double *a, const double *b)
{
	for (int i = 0; i < c->slots.count; i++) {
		if (i == SLOT_GPU || (n->allocatable[i] == 0 && c->slots.dra_backed[i]))
			continue;
		if (t->request[i] > room(a, b, i))
			return false;
	}
	return valid_portion(n, t) && (int64_t)floor(room(a, b, SLOT_GPU)) + shared_gpus_that_fit(n, t) >= t->gpu.count;
}

static bool fits(const struct cluster *c, const struct node *n, const struct task *t, const double *a, const double *b)
{
	if (task_shared(t))
		return shared_fits(c, n, t, a, b);
	for (int i = 0; i < c->slots.count; i++)
		if (!(t->request[i] <= room(a, b, i)))
			return false;
	return valid_portion(n, t);
}

bool node_fits_idle(const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, NULL);
}

bool node_fits_releasing_or_idle(const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, n->releasing);
}

/* The part of one GPU that so many MiB are, rounded up to a hundredth. */
static double as_portion(const struct node *n, int64_t memory)
{
	return ceil((double)memory / (double)n->gpu_memory * 100) / 100;
}

double node_sum_idle_gpus(const struct cluster *c, const struct node *n, int64_t *memory)
{
	double whole = vector_total_gpus(&c->slots, n->idle), shared = 0;

	*memory = 0;
	for (int i = 0; i < n->n_groups; i++)
		if (n->groups[i].allocated > 0) {
			shared += 1 - as_portion(n, n->groups[i].allocated);
			*memory += n->gpu_memory - n->groups[i].allocated;
		}
	*memory += (int64_t)whole * n->gpu_memory;
	return shared + whole;
}

double node_sum_releasing_gpus(const struct cluster *c, const struct node *n, int64_t *memory)
{
	double whole = vector_total_gpus(&c->slots, n->releasing), shared = 0;

	*memory = 0;
	for (int i = 0; i < n->n_groups; i++) {
		const struct gpu_group *g = &n->groups[i];

		if (g->releasing <= 0 || (g->used != 0 && g->used == g->releasing))
			continue;
		shared += as_portion(n, g->releasing);
		*memory += g->releasing;
	}
	*memory += (int64_t)whole * n->gpu_memory;
	return shared + whole;
}
