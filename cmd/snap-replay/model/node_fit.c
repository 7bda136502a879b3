#include <math.h>

#include "model/node.h"
#include "model/shared_gpus.h"

/* The free amount of a slot: a, or a + b; b NULL: none. */
static double amount(const double *a, const double *b, int slot)
{
	return b ? a[slot] + b[slot] : a[slot];
}

static int64_t device_groups_that_fit(const struct node *n, const struct task *t)
{
	int64_t memory = node_request_memory(n, &t->gpu), fit = 0;

	for (int i = 0; i < n->n_device_groups && fit < t->gpu.count; i++)
		fit += device_group_fits(n, &n->device_groups[i], memory);
	return fit;
}

static bool fractional_fits(const struct cluster *c, const struct node *n, const struct task *t,
	const double *a, const double *b)
{
	for (int i = 0; i < c->slots.count; i++) {
		if (i == SLOT_GPU || (n->allocatable[i] == 0 && c->slots.dra_backed[i]))
			continue;
		if (t->request[i] > amount(a, b, i))
			return false;
	}
	return go_add(go_int64(floor(amount(a, b, SLOT_GPU))), device_groups_that_fit(n, t)) >=
		t->gpu.count;
}

static bool whole_fits(const struct cluster *c, const struct node *n, const struct task *t,
	const double *a, const double *b)
{
	for (int i = 0; i < c->slots.count; i++)
		if (!(t->request[i] <= amount(a, b, i)) &&
			(i != SLOT_GPU ||
				!(t->request[i] <= amount(a, b, i) + shared_gpus(c, n, t))))
			return false;
	return true;
}

static bool fits(const struct cluster *c, const struct node *n, const struct task *t,
	const double *a, const double *b)
{
	return (task_fractional(t) ? fractional_fits(c, n, t, a, b) : whole_fits(c, n, t, a, b)) &&
		fraction_is_valid(node_fraction(n, &t->gpu));
}

bool node_fits_idle(const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, NULL);
}

bool node_covers_idle(const struct cluster *c, const struct node *n, const struct task *t)
{
	return whole_fits(c, n, t, n->idle, NULL);
}

bool node_fits_releasing_or_idle(
	const struct cluster *c, const struct node *n, const struct task *t)
{
	return fits(c, n, t, n->idle, n->releasing);
}

/* The group has a releasing part to count. If all that is used releases, node.releasing counts it
 * as a whole GPU already. */
static bool releases_part(const struct device_group *g)
{
	return g->releasing > 0 && g->used != g->releasing;
}

double node_sum_idle_gpus(const struct cluster *c, const struct node *n)
{
	double in_groups = 0;

	for (int i = 0; i < n->n_device_groups; i++)
		if (n->device_groups[i].allocated > 0)
			in_groups += 1 - node_memory_fraction(n, n->device_groups[i].allocated);
	return in_groups + vector_total_gpus(&c->slots, n->idle);
}

double node_sum_releasing_gpus(const struct cluster *c, const struct node *n)
{
	double in_groups = 0;

	for (int i = 0; i < n->n_device_groups; i++)
		if (releases_part(&n->device_groups[i]))
			in_groups += node_memory_fraction(n, n->device_groups[i].releasing);
	return in_groups + vector_total_gpus(&c->slots, n->releasing);
}

int64_t node_sum_gpu_memory(const struct cluster *c, const struct node *n)
{
	int64_t whole = go_add(go_int64(vector_total_gpus(&c->slots, n->idle)),
		go_int64(vector_total_gpus(&c->slots, n->releasing)));
	int64_t sum = go_mul(whole, n->gpu_memory);

	for (int i = 0; i < n->n_device_groups; i++) {
		const struct device_group *g = &n->device_groups[i];

		if (g->allocated > 0)
			sum = go_add(sum, go_sub(n->gpu_memory, g->allocated));
		if (releases_part(g))
			sum = go_add(sum, g->releasing);
	}
	return sum;
}
