/* Prefix sets: the batches on the first n nodes, where the nodes with victims are ordered by
 * capacity, smallest first. They are MultiNodeGang's picks (rules/04 8.3).
 *
 * Claim. A set has the batches that are on its nodes, whatever was added in between.
 * Why. An accumulator state has about ten picks and hundreds of nodes. From one state to the next
 *   few nodes are added or move. Each set counts, per batch, on how many of its nodes the batch is,
 *   and is corrected for the nodes that cross its end.
 * Needs. Contributions are whole numbers, so that sums may grow and shrink.
 * Guard. None.
 * Test. tests/unit/snap-replay/test_prefix_sets.c; --exhaustive compares each pick with that of
 *   solvers/multi_node_gang.c. */
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
	double contribution; /* the sum of theirs */
};
enum { PREFIX_SETS = 34 }; /* in one state: n grows by 1, 2, 4, ... */
/* All zero bytes: empty. */
struct prefix_sets {
	double least; /* nodes with less are not in the order */
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
/* Sorts the nodes that were added since prefix_sets_clear; later ones are inserted at once. */
void prefix_sets_sort(struct prefix_sets *p);
/* The set of the first n nodes. i: the number of the pick in its state; the set that had this
 * number in the last state is corrected. Valid until something is added. */
const struct prefix_set *prefix_sets_first(struct prefix_sets *p, int i, int n);
/* The numbers of the set's batches, node by node in their order, ascending on a node, each batch
 * once. *n: how many. Valid until the next call. */
int *prefix_sets_list(struct prefix_sets *p, const struct prefix_set *k, int *n);
/* How many nodes, from the first, have this capacity together; the number of nodes + 1: all
 * together have less. */
int prefix_sets_reach(const struct prefix_sets *p, double amount);
void prefix_sets_free(struct prefix_sets *p);

#endif
