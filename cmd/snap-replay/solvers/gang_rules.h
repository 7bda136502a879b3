/* What the two ways to MultiNodeGang's picks share (rules/04 8.3): multi_node_gang.c and
 * shortcuts/prefix_picks.c. The rest of the rule stands in both: MIRROR multi_node_gang. With
 * --exhaustive each pick of the second is compared with the first. */
#ifndef SNAP_GANG_RULES_H
#define SNAP_GANG_RULES_H
#include "solvers/scenario.h"

/* What recorded victims free on a node outside the session, found by name. */
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

/* What the pending tasks need together, and the least that one of them needs. */
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

/* From one pick to the next: *prefix of n nodes grows by *step; n + 1: there is no next one. */
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
