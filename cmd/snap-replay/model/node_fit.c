#include <math.h>

#include "model/node.h"

/* a or a + b, by slot */
static double room(const double *a, const double *b, int slot)
{
	return b ? a[slot] + b[slot] : a[slot];
}

static int64_t shared_gpus_that_fit(const struct node *n, const struct task *t)
{
	int64_t memory = node_task_memory(n, &t->gpu), fit = 0;

	for (int i = 0; i < n->n_groups && fit < t->gpu.count; i++)
		fit += node_group_fits(n, &n->groups[i], memory);
	return fit;
}

static bool shared_fits(const struct cluster *c, const struct node *n, const struct task *t,
	const double *a, const double *b)
{
	for (int i = 0; i < c->slots.count; i++) {
		if (i == SLOT_GPU || (n->allocatable[i] == 0 && c->slots.dra_backed[i]))
			continue;
		if (t->request[i] > room(a, b, i))
			return false;
	}
	return portion_is_valid(node_portion(n, &t->gpu)) &&
		go_add(go_int64(floor(room(a, b, SLOT_GPU))), shared_gpus_that_fit(n, t)) >=
		t->gpu.count;
}

static bool fits(const struct cluster *c, const struct node *n, const struct task *t,
	const double *a, const double *b)
{
	if (task_shared(t))
		return shared_fits(c, n, t, a, b);
	for (int i = 0; i < c->slots.count; i++)
		if (!(t->request[i] <= room(a, b, i)))
			return false;
	return portion_is_valid(node_portion(n, &t->gpu));
}

bool node_fits_idle(const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, NULL);
}

bool node_fits_releasing_or_idle(
	const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, n->releasing);
}

/* A group's part that goes counts unless all of it does: then it is a whole GPU in `releasing`. */
static bool releases_part(const struct gpu_group *g)
{
	return g->releasing > 0 && (g->used == 0 || g->used != g->releasing);
}

double node_sum_idle_gpus(const struct cluster *c, const struct node *n)
{
	double shared = 0;

	for (int i = 0; i < n->n_groups; i++)
		if (n->groups[i].allocated > 0)
			shared += 1 - node_part_of_gpu(n, n->groups[i].allocated);
	return shared + vector_total_gpus(&c->slots, n->idle);
}

double node_sum_releasing_gpus(const struct cluster *c, const struct node *n)
{
	double shared = 0;

	for (int i = 0; i < n->n_groups; i++)
		if (releases_part(&n->groups[i]))
			shared += node_part_of_gpu(n, n->groups[i].releasing);
	return shared + vector_total_gpus(&c->slots, n->releasing);
}

int64_t node_sum_gpu_memory(const struct cluster *c, const struct node *n)
{
	int64_t whole = go_add(go_int64(vector_total_gpus(&c->slots, n->idle)),
		go_int64(vector_total_gpus(&c->slots, n->releasing)));
	int64_t sum = go_mul(whole, n->gpu_memory);

	for (int i = 0; i < n->n_groups; i++) {
		const struct gpu_group *g = &n->groups[i];

		if (g->allocated > 0)
			sum = go_add(sum, go_sub(n->gpu_memory, g->allocated));
		if (releases_part(g))
			sum = go_add(sum, g->releasing);
	}
	return sum;
}
