/* Nodes by free GPUs (idle + releasing), for tasks of rare request classes in simulations.
 *
 * Claim. gpu_nodes_first gives the node that class_order_first would give of the class's order
 *   (class_order.h): of those in the mask on which the task fits, the one with the greatest K, then
 *   the smallest c, then the smallest index.
 * Why. Where nodes are packed by GPUs, c is what a node has free of these, and the task fits on no
 *   node with less than its request. So the nodes come by c, then by index, and the first of those
 *   with the greatest K is the one.
 * Needs. What the class order needs. It need not have few different K: that K and c order the nodes
 *   holds for any number (rules/04 19.10).
 * Guard. gpu_nodes_of returns NULL where the class order would not be served, where a node has a
 *   free amount that is not a whole number, and where there are few classes: then each has an order
 *   of its own, which is brought up to date in fewer steps (fit_cache.h). With hundreds of them
 *   each would have to be made anew, node by node, at nearly every use.
 * Test. tests/unit/snap-replay/test_class_placing.c; --exhaustive compares at each use. */
#ifndef SNAP_GPU_NODES_H
#define SNAP_GPU_NODES_H
#include "session/session.h"

struct gpu_nodes;

/* Up to date; NULL: it does not serve the task. Valid until the next change of a node. */
struct gpu_nodes *gpu_nodes_of(struct session *s, const struct task *t);
/* The first node for the task; NULL: none. Takes those out of the mask on which it does not fit. */
struct node *gpu_nodes_first(
	struct session *s, const struct gpu_nodes *g, struct task *t, uint64_t *mask);

#endif
