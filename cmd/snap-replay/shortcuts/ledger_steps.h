/* The nodes of a node ledger by free GPUs, in place of buckets for each request class
 * (node_ledger.c), wherever the cluster is of the kind below: a change of a node is noted once, not
 * for each class. A class is then the pod's request_class.
 *
 * Claim. ledger_steps_find gives the node that the buckets of the class would give.
 * Why. K is the sum of what three kinds of plugin score (known_scores in session/session.h): those
 *   that score nodes with device groups, of which there are none; those that score CPU-only nodes
 *   for CPU-only pods; and those that score nodes on whose idle amounts the pod fits, and its
 *   claims of storage in what is idle there. So K follows from the node's idle amounts, from those
 *   claims, and from whether it is CPU-only, which is seen when the node is looked at. c is what is
 *   free of GPUs or, for CPU-only pods, of CPU. A pod with GPUs fits on no node with fewer free
 *   GPUs than it asks for: of the nodes on whose idle amounts it fits the one with the smallest c
 *   is first, then the others come by c. For a CPU-only pod a node is passed over that would not
 *   come first if all but its CPU were enough for the pod. Nodes are looked at by steps of free
 *   CPU, so that one of a later step comes first only with a greater K. On the idle amounts of a
 *   node that has less than 0 of something no pod fits: such nodes have steps of their own, which
 *   are passed over if the best of the others has a K that none of these has.
 * Guard. ledger_steps_new and ledger_steps_load; classes for which class_order_knows is true.
 * Test. tests/unit/snap-replay/test_node_ledger.c. */
#ifndef SNAP_LEDGER_STEPS_H
#define SNAP_LEDGER_STEPS_H
#include "session/session.h"

struct ledger_steps;
/* What the ledger has of the nodes, by node and slot. */
struct ledger_amounts {
	int n, slots;
	double *free, *idle;
};

/* Amounts of all slots are enough for the request. */
static inline bool ledger_holds(int slots, const double *amounts, const double *request)
{
	for (int i = 0; i < slots; i++)
		if (!(request[i] <= amounts[i]))
			return false;
	return true;
}

/* In the arena. a must live as long. NULL: the cluster is not of that kind. */
struct ledger_steps *ledger_steps_new(
	struct session *s, struct arena *arena, const struct ledger_amounts *a);
/* Reads the amounts of all nodes; those that are idle never grow beyond them. The set of nodes is
 * empty. False: the nodes' order is not known now. */
bool ledger_steps_load(struct ledger_steps *l);
/* The pod goes where the claim says. */
bool ledger_steps_serves(const struct ledger_steps *l, const struct task *t);
/* The node's amounts have changed. */
void ledger_steps_put(struct ledger_steps *l, int node);
/* Sets the nodes that are looked at, as bits. */
void ledger_steps_limit(struct ledger_steps *l, const uint64_t *set);
/* True: some node of the set has free GPUs in a number for which the order is not known. */
bool ledger_steps_unordered(const struct ledger_steps *l);
/* The first node of the set for a pod with this request that is in able; -1: none. able_now: those
 * of able where nothing but the request keeps the pod from what is idle. */
int ledger_steps_find(const struct ledger_steps *l, const double *request, const uint64_t *able,
	const uint64_t *able_now);

#endif
