/* The order of domains: the fullest of a level first, deep levels before wide ones (rules/07 A9).
 */
#ifndef SNAP_TOPOLOGY_ORDER_H
#define SNAP_TOPOLOGY_ORDER_H
#include "plugins/topology/room.h"

/* Sorts the domains below d, down to those at this depth: of each parent the one first that the
 * pods would fill most, equal ones by id. LEVEL_UNKNOWN: down to the leaves. */
void order_subtree(
	const struct domain_tree *t, const struct need *need, struct domain *d, int depth);
/* Writes the domains that are candidates, none below the depth `deepest`, in the order in which
 * they are tried, to out, which has room for t->n_ways, and returns how many. A domain with two
 * parents comes twice. */
int order_candidates(const struct domain_tree *t, int deepest, struct domain **out);
/* Writes the domains at this depth that are d or below it, in tree order; room and result alike. */
int order_level(struct domain *d, int depth, struct domain **out);

#endif
