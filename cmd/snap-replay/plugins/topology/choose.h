/* The hook node_choices of the plugin topology: to which nodes a group is confined (rules/07 A5).
 */
#ifndef SNAP_TOPOLOGY_CHOOSE_H
#define SNAP_TOPOLOGY_CHOOSE_H
#include "plugins/topology/levels.h"
#include "plugins/topology/scores.h"

/* How a choice ended. */
enum choice_end {
	CHOSEN,           /* there are candidates */
	TOPOLOGY_MISSING, /* no topology has that name */
	LEVEL_MISSING,    /* depths_of failed */
	TOO_LITTLE,       /* the lowest common domain of all nodes is too small */
	NO_DOMAIN         /* no candidate is left */
};
/* What a choice found, for --explain. The amounts are those of the tree until the next choice. */
struct chosen {
	enum choice_end end;
	const struct domain *common; /* NULL: TOPOLOGY_MISSING */
	struct depth_range depths;   /* CHOSEN and NO_DOMAIN */
	bool active;                 /* only where pods of the group run already */
	const double *scores;        /* by node index; NULL: no preferred level */
	struct domain *const *tried; /* n of them, in the order in which they are tried */
	int n;
	int offered; /* nodes */
};

struct topology {
	struct session *session;
	struct map trees; /* struct domain_tree by the topology's name */
	struct need need;
	struct score_tables tables;
	struct domain **domains; /* scratch: room for the n_ways of any tree */
	uint64_t *nodes;         /* scratch: the nodes that are offered, as bits */
};

node_choices_fn topology_choose;

#endif
