/* What multi_node_gang.c and shortcuts/prefix_picks.c share. Both make the picks of MultiNodeGang,
 * which are its proposals (rules/04 8.3); the second is a short cut. Each file has a copy of the
 * rest of the rule: MIRROR multi_node_gang. --exhaustive compares the picks of both. */
#ifndef SNAP_GANG_RULES_H
#define SNAP_GANG_RULES_H
#include <math.h>

#include "solvers/scenario.h"

/* GPUs that recorded victims (b) free on a node that is not in the session. */
static inline double gang_recorded_outside(const struct batches *b, struct str node_name)
{
	double sum = 0;

	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++) {
			const struct task *t = b->items[i].tasks[k];

			if (!t->node && str_eq(t->node_name, node_name))
				sum += task_freed(t);
		}
	return sum;
}

/* *demand: GPUs that all pending tasks need together. *least: the smallest need of one of them. */
static inline void gang_measure(struct task_list pending, double *demand, double *least)
{
	*demand = *least = 0;
	for (int i = 0; i < pending.n; i++) {
		double need = task_need(pending.items[i]);

		*demand += need;
		if (i == 0 || need < *least)
			*least = need;
	}
}

/* A node with this capacity may hold the smallest pending task. One of NaN may: it is not less. */
static inline bool gang_keeps(double capacity, double least)
{
	return !(least > 0 && capacity < least);
}

/* The order of candidates, as of qsort: smallest capacity first, NaN last; then by number. */
static inline int gang_compare(double l, int l_number, double r, int r_number)
{
	if (isnan(l) != isnan(r))
		return isnan(l) ? 1 : -1;
	if (l < r || l > r)
		return l < r ? -1 : 1;
	return (l_number > r_number) - (l_number < r_number);
}

/* Advances to the next pick: *prefix, the number of nodes that a pick takes of n, grows by *step.
 * *prefix becomes n + 1 if there is no next pick. *step starts with 1. */
static inline void gang_step(int *prefix, int *step, int n)
{
	if (*prefix == n) {
		*prefix = n + 1;
		return;
	}
	*prefix = *prefix + *step < n ? *prefix + *step : n;
	*step *= 2;
}

#endif
