/* The nodes that hold victims, smallest capacity first, and the batches on the first n of them:
 * what multi_node_gang.c proposes.
 *
 * A state of a scenario has some ten picks, for rising n, and hundreds of nodes; from one state to
 * the next a node or two come in or move up, and the rest stays. So each pick knows how often a
 * batch is on its nodes, and takes in or lets go those that pass its edge. */
#ifndef SNAP_PREFIX_SETS_H
#define SNAP_PREFIX_SETS_H
#include <stdbool.h>
#include <stdint.h>

struct prefix_place {    /* a batch on a node */
	int batch, next; /* next: the one before it on this node; -1: none */
};
struct prefix_node {
	double capacity;
	int places; /* the last one; -1: none */
};
struct prefix_rank {
	double capacity;
	int node; /* of equal capacities the lower number comes first */
};
struct prefix_set {          /* the first nodes of the order */
	int n;               /* so many */
	int *times;          /* by batch: on how many of them it is */
	uint64_t *batches;   /* bits: those that are on any */
	double contribution; /* of them, each once. The sum goes up and down: contributions are
				whole numbers */
};
enum { PREFIX_SETS = 34 }; /* in one state: n grows by 1, 2, 4, ... */
/* All zero bytes: empty. */
struct prefix_sets {
	double least; /* nodes with less do not stand in the order */
	struct prefix_node *nodes;
	struct prefix_place *places;
	struct prefix_rank *order;
	double *contributions; /* by batch */
	int n_nodes, cap_nodes, n_places, cap_places, n_ordered, n_batches, cap_batches;
	bool in_order;
	struct prefix_set picks[PREFIX_SETS];
	int n_picks;
	int *list; /* for prefix_sets_list: room for each batch */
	uint64_t *listed;
	int cap_list;
};

void prefix_sets_clear(struct prefix_sets *p, double least);
/* The numbers of a new node and a new batch: 0, 1, 2, ... */
int prefix_sets_node(struct prefix_sets *p, double capacity);
int prefix_sets_batch(struct prefix_sets *p, double contribution);
/* The last batch frees that much on the node. */
void prefix_sets_add(struct prefix_sets *p, int node, double freed);
/* Those that came since it was cleared are put in order; later ones find their place at once. */
void prefix_sets_sort(struct prefix_sets *p);
/* The first n nodes of the order; i: it is the i-th pick of its state, or where it was for the last
 * one. Valid until something is added. */
const struct prefix_set *prefix_sets_first(struct prefix_sets *p, int i, int n);
/* The numbers of its batches: node by node in their order, and there ascending, each at the first
 * node that has it. *n: how many. Valid until it is asked again. */
int *prefix_sets_list(struct prefix_sets *p, const struct prefix_set *k, int *n);
/* How many first nodes have that much together; one more than there are: all of them have less. */
int prefix_sets_reach(const struct prefix_sets *p, double amount);
void prefix_sets_free(struct prefix_sets *p);

#endif
