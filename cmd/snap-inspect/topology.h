/* Topologies: their levels, the labels of nodes, who asks for them, and the tree of domains
 * (rules/07 A3). */
#ifndef INSPECT_TOPOLOGY_H
#define INSPECT_TOPOLOGY_H
#include <stdbool.h>

#include "names.h"

struct summary;

/* A topology may have no more levels; trees are made of no more topologies, since every one looks
 * at all nodes. */
enum { LEVELS_MAX = 16, TREES_MAX = 100 };

struct level {
	uint32_t label, alias; /* in refs; alias 0: none */
};

struct topology {
	uint32_t index;      /* in its list */
	size_t first, count; /* its levels, the widest first */
	uint32_t pod_groups; /* with a constraint that names it */
};

/* Of a pod group, or of a sub-group. */
struct constraint {
	uint32_t group;                         /* number of the pod group */
	uint32_t sub_group;                     /* index in subGroups; NO_INDEX: of the group */
	uint32_t topology, required, preferred; /* in refs; 0: none */
};

struct topologies {
	struct topology *list; /* by number - 1 */
	struct level *levels;
	struct constraint *constraints; /* those that name a topology */
	struct names labels;            /* of nodes: pairs of key and value */
	uint32_t *of_nodes;             /* labels of all nodes, one node after the other */
	size_t cap, level_count, level_cap, constraint_count, constraint_cap, of_nodes_count,
		of_nodes_cap;
};

void topologies_free(struct topologies *t);

/* Why the scheduler cannot use the levels: "it has no levels"; NULL: it can. */
const char *levels_unusable(const struct summary *s, const struct topology *t);
/* name: in refs, a label or an alias. */
bool topology_has_level(const struct summary *s, const struct topology *t, uint32_t name);

/* Nodes and their GPUs, in hundredths exact. */
struct room {
	uint64_t nodes, gpu_nodes; /* gpu_nodes: those with GPUs */
	double gpus, used;
};

/* Negative where more is asked for than there is. */
double room_free(const struct room *room);

struct domain {
	uint32_t label; /* in labels */
	unsigned depth; /* index of its level */
	struct room room;
};

struct domain_tree {
	struct domain *domains; /* a domain stands before those in it; siblings by name */
	size_t count, cap;
	struct room inside, without; /* nodes with all labels of the topology; the others */
	uint32_t example, missing;   /* a node of the others, with GPUs if one has some; 0: none.
					A label that it lacks, in refs */
};

/* A topology as the report and the checks look at it. */
struct topology_view {
	const struct summary *s;
	uint32_t number;
	const struct topology *topology;
	struct domain_tree tree; /* without nodes that the scheduler ignores */
	const char *unusable;    /* why there is no tree; NULL: there is one */
};

/* topology_view_close releases it. */
void topology_view_open(struct topology_view *v, const struct summary *s, uint32_t number);
void topology_view_close(struct topology_view *v);
/* The label of a level. */
struct str level_label(const struct topology_view *v, size_t level);

#endif
