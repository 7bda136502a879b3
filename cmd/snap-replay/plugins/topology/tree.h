/* The tree of domains that the plugin topology makes of one Topology object (rules/07 A3). A domain
 * is a set of nodes with equal labels of the topology's levels down to its own; its id is the
 * labels' values, joined by dots. All arrays are in the session's arena. */
#ifndef SNAP_TOPOLOGY_TREE_H
#define SNAP_TOPOLOGY_TREE_H
#include "model/cluster.h"

enum candidacy { NOT_A_CANDIDATE, CANDIDATE, TOO_SMALL };
struct domain {
	struct str id;
	int depth;                /* 0: the root; below it 1 + the index of its level */
	struct domain **children; /* rules/07 A9: the order of the last sort */
	int n_children, cap_children;
	struct domain *parent; /* the first one; ids that collide give a domain several */
	int *nodes;            /* indexes in cluster.nodes, ascending */
	int n_nodes;
	double paths; /* how many ways lead to it from the root: 1, but for ids that collide */
	/* The room of the domain in the choice number `round` (room.h). */
	uint64_t round;
	double *free; /* by slot: idle and releasing amounts */
	int64_t pods; /* how many of the choice's pods it holds; PODS_UNKNOWN: not computed */
	/* Times are cluster.n_changes + 1. changed: of the last change of the books of one of its
	 * nodes; summed: when `free` was added up node by node, 0 if it was not. */
	uint64_t changed, summed;
	int index;               /* among all domains of the tree */
	double ratio;            /* scratch of order_subtree */
	enum candidacy standing; /* in the same choice */
};
#define PODS_UNKNOWN (-1)

enum { LEVELS_MAX = 16, LEVEL_UNKNOWN = -1 };
struct pods_memo;
struct domain_tree {
	const struct topology_object *object;
	struct arena *arena; /* of the session */
	int n_levels;
	struct domain *root;
	struct domain **at_depth[LEVELS_MAX + 1]; /* by id */
	int n_at_depth[LEVELS_MAX + 1];
	/* [node * (n_levels + 1) + depth]; NULL: the node is not in the topology */
	struct domain **of_node;
	uint64_t *nodes;              /* the nodes in the topology, as bits */
	uint64_t round;               /* number of the last choice */
	uint64_t seen;                /* cluster.n_changes when `changed` of the domains was set */
	int *numbers[LEVELS_MAX + 1]; /* by depth: tree_numbers */
	struct pods_memo *memos;      /* room.c */
	int n_memos, oldest_memo;
	int n_domains, n_ways; /* n_ways: places of all domains; one with two parents has two */
	bool refused;          /* tree_build returned false */
};

/* Reads the nodes' labels. False: the API refuses such a topology (no level, too many, one twice,
 * one named "root"), or its ids collide in too many ways; *t is invalid. */
bool tree_build(struct domain_tree *t, struct arena *a, const struct topology_object *object,
	const struct cluster *c);
/* The depth of the level with this label; "root" is 0; LEVEL_UNKNOWN: there is none. */
int tree_depth(const struct domain_tree *t, struct str level);
/* By node index: the index of its domain at this depth; -1: the node is not in the topology. */
const int *tree_numbers(struct domain_tree *t, const struct cluster *c, int depth);
/* Some domain has two parents. Then the order of domains below the level in question counts, too:
 * amounts are added up along it. */
static inline bool tree_is_divided(const struct domain_tree *t)
{
	return t->n_ways > t->n_domains;
}
static inline bool tree_has_node(const struct domain_tree *t, int node)
{
	return t->of_node[node * (t->n_levels + 1)];
}

#endif
