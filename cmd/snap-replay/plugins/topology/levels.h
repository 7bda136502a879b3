/* Which domains of a tree come into question (rules/07 A4, A8 and A10). */
#ifndef SNAP_TOPOLOGY_LEVELS_H
#define SNAP_TOPOLOGY_LEVELS_H
#include "plugins/topology/errors.h"

/* The narrowest domain that holds all nodes of the set, as bits, that are in the topology, but not
 * below the level `preferred`; the root if none is. */
struct domain *common_domain(const struct domain_tree *t, const uint64_t *nodes,
	struct str preferred, const struct cluster *c);

/* The depths of the levels in question: from the deepest one up to the widest. */
struct depth_range {
	int deepest, widest;
};
/* False: a level of the constraint is missing, or does not exist; the error is logged. */
bool depths_of(const struct choice *c, struct depth_range *out);

/* Makes all domains of these depths candidates; with a required level and pods of the tasks' pod
 * sets that run already: only in those of their domains of that level, and below. True: so. */
bool mark_candidates(
	const struct choice *c, struct task *const *tasks, int n, const struct depth_range *depths);

#endif
