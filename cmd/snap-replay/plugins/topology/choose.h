/* The hook node_choices of the plugin topology: to which nodes a group is confined (rules/07 A5).
 */
#ifndef SNAP_TOPOLOGY_CHOOSE_H
#define SNAP_TOPOLOGY_CHOOSE_H
#include "plugins/topology/levels.h"
#include "plugins/topology/scores.h"

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
