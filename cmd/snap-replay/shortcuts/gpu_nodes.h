/* Nodes by free GPUs (idle + releasing), and by free CPU for CPU-only tasks, for tasks of rare
 * request classes in simulations.
 *
 * Claim. gpu_nodes_first gives the node that class_order_first would give of the class's order
 *   (class_order.h): of those in the mask on which the task fits, the one with the greatest K,
 *   then the smallest c, then the smallest index.
 * Why. Where nodes are packed by GPUs, c is what a node has free of these, and the task fits on no
 *   node with less than its request. So the nodes come by c, then by index, and the first of those
 *   with the greatest K is the one. In plain clusters K is the sum of what three kinds of plugin
 *   score (known_scores in session/session.h): those that score nodes with device groups, of which
 *   there are none; those that score CPU-only nodes for CPU-only tasks; and those that score nodes
 *   on whose idle room the task fits, with its claims of storage. So with GPUs a node on whose
 *   idle room the task fits goes before all others, and these come by c alone. A CPU-only task is
 *   compared with nodes by steps of free CPU (cpu_steps.h), from its request on: one of a later
 *   step comes first only with a greater K. Most are known to stand behind the best one so far,
 *   whether the task fits or not: K is at most what it is if the idle CPU is enough.
 * Needs. What the class order needs. It need not have few different K: that K and c order the
 *   nodes holds for any number (rules/04 19.10).
 * Guard. gpu_nodes_of returns NULL where the class order would not be served, where a node has a
 *   free amount that is not a whole number, and where there are few classes: then each has an
 *   order of its own, which is brought up to date in fewer steps (fit_cache.h). With hundreds of
 *   them each would have to be made anew, node by node, at nearly every use. So would a class
 *   whose tasks have claims, which has no order of its own. CPU-only tasks and claims:
 *   serves_plain.
 * Test. tests/unit/snap-replay/test_class_placing.c; --exhaustive compares at each use. */
#ifndef SNAP_GPU_NODES_H
#define SNAP_GPU_NODES_H
#include "session/session.h"

struct gpu_nodes;

/* Up to date; NULL: it does not serve the task. Valid until the next change of a node. */
struct gpu_nodes *gpu_nodes_of(struct session *s, const struct task *t);
/* The first node for the task; NULL: none. May take nodes out of the mask on which it does not fit.
 */
struct node *gpu_nodes_first(
	struct session *s, const struct gpu_nodes *g, struct task *t, uint64_t *mask);

#endif
