/* The scores that the plugin topology gives to nodes for a group with a preferred level, until the
 * next job is placed (rules/07 A12). */
#ifndef SNAP_TOPOLOGY_SCORES_H
#define SNAP_TOPOLOGY_SCORES_H
#include "plugins/topology/order.h"
#include "session/session.h"

struct score_table {
	struct str group;
	double *scores; /* by node index; SCORE_NONE: the node is in no domain of the level */
};
#define SCORE_NONE (-1)
struct score_tables {
	struct score_table *items; /* those behind n keep their memory */
	int n, cap;
};

/* Replaces the group's table, which it returns. The domains below `common` are in tree order;
 * scratch: room for t->n_ways domains. */
const double *scores_set(struct session *s, struct score_tables *all, struct str group,
	struct domain *common, int depth, struct domain **scratch);
/* The table of the first group that has one, from the task's pod set to its root; NULL: none. */
const double *scores_of(const struct score_tables *all, const struct task *t);

#endif
