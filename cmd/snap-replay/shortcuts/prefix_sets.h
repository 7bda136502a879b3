/* Prefix sets. The nodes with victims are ordered by capacity, smallest first; a prefix set has the
 * batches on the first n of them. The sets of one accumulator state are the picks of MultiNodeGang
 * (rules/04 8.3): about ten, over hundreds of nodes.
 *
 * Claim. A set has the batches that are on its nodes, whatever was added since it was made.
 * Why. A set is kept from one state to the next, and corrected: it counts, for each batch, on how
 *   many of its nodes the batch is. Only the batches of a node that enters or leaves the first n
 *   nodes, and a batch that is added on one of them, change these counts.
 * Needs. Contributions are whole numbers, so that sums stay exact when they grow and shrink. The
 *   order is total, also of capacities that are NaN, and a capacity that grows does not come down
 *   in it.
 * Guard. None.
 * Test. tests/unit/snap-replay/test_prefix_sets.c; --exhaustive compares each pick with that of
 *   solvers/multi_node_gang.c. */
#ifndef SNAP_PREFIX_SETS_H
#define SNAP_PREFIX_SETS_H
#include <stdbool.h>
#include <stdint.h>

#include "solvers/sum_digest.h"

struct batch_link {      /* a batch on a node */
	int batch, next; /* next: the link of the batch before it on this node; -1: none */
};
struct prefix_node {
	double capacity;
	int last; /* the last batch on the node, an index in prefix_sets.links; -1: none */
};
struct prefix_rank {
	double capacity;
	int node; /* among equal capacities, the lower number comes first */
};
struct prefix_batch {
	double contribution;
	int kin;      /* the number of the first batch of its kin (kin.h); -1: it has none */
	bool refused; /* no set with it succeeds */
	bool again;   /* one of its tasks is recorded, or is in an earlier batch, too */
	int n_tasks;
	struct sum_digest digest; /* batch.digest */
};
struct prefix_set {
	int n;               /* how many first nodes of the order the set has */
	int *times;          /* by batch: on how many of these nodes it is */
	int *held;           /* by the first batch of a kin: how many batches of it the set has */
	uint64_t *batches;   /* the set, bits by batch */
	uint64_t hash;       /* of the set: hash_mix of its batches, by exclusive or */
	int n_batches;       /* how many it has */
	bool seen;           /* for its user: false again when a batch enters or leaves */
	double contribution; /* the sum over the batches of the set */
	int n_refused;       /* its refused batches, and for each kin all batches but one */
	int n_again;         /* its batches with prefix_batch.again */
	int n_tasks;         /* the sums over its batches, as in struct batches */
	struct sum_digest digest;
};
enum { PREFIX_SETS = 34 }; /* the most in one state: n grows by 1, 2, 4, ... */
/* All zero bytes: empty. */
struct prefix_sets {
	double least; /* > 0: nodes with a smaller capacity are not in the order */
	struct prefix_node *nodes;
	struct batch_link *links;
	struct prefix_rank *order;
	struct prefix_batch *batches; /* by number */
	int n_nodes, cap_nodes, n_links, cap_links, n_ordered, cap_order, n_batches, cap_batches;
	bool in_order; /* prefix_sets_sort was called since prefix_sets_clear */
	struct prefix_set picks[PREFIX_SETS]; /* by number of the pick in its state */
	int n_picks;
	int *list;        /* the result of prefix_sets_list; capacity: all batches */
	uint64_t *listed; /* the batches in list, as bits */
};

/* Removes all nodes and batches, and sets least. Memory is kept. */
void prefix_sets_clear(struct prefix_sets *p, double least);
/* Add a node and a batch. They return its number: 0, 1, 2, ... */
int prefix_sets_node(struct prefix_sets *p, double capacity);
int prefix_sets_batch(struct prefix_sets *p, struct prefix_batch batch);
/* The last batch is on the node, too, and frees this capacity there. */
void prefix_sets_add(struct prefix_sets *p, int node, double freed);
/* Sorts the nodes, if it was not called since prefix_sets_clear. Nodes that get a batch later are
 * inserted at once. Call it before the functions below. */
void prefix_sets_sort(struct prefix_sets *p);
/* The set of the first n nodes. i: the number of the pick in its state (0, 1, 2, ...). The set with
 * this number in the state before is corrected. Valid until something is added. */
struct prefix_set *prefix_sets_first(struct prefix_sets *p, int i, int n);
/* The numbers of the set's batches, each once: in the order of the nodes, and ascending on a node.
 * *n: how many. Valid until the next call. */
int *prefix_sets_list(struct prefix_sets *p, const struct prefix_set *k, int *n);
/* How many first nodes of the order have at least this capacity together; n_ordered + 1: all nodes
 * together have less. */
int prefix_sets_reach(const struct prefix_sets *p, double amount);
void prefix_sets_free(struct prefix_sets *p);

#endif
