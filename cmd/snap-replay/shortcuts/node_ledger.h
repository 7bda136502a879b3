/* The node ledger of a dry run: what each node has free, and which node takes a pod first.
 *
 * Free is idle + releasing. While a simulation runs, idle does not change: the amounts of an
 * evicted pod become releasing, and a placed pod takes releasing amounts. So the key K of a node
 * (shortcuts/class_order.h) stays the same; c, and whether a pod fits, follow the free amounts.
 *
 * The ledger serves classes of regular pods with equal requests. A node is an index in
 * cluster.nodes, a class a number that node_ledger_class returned. */
#ifndef SNAP_NODE_LEDGER_H
#define SNAP_NODE_LEDGER_H
#include "solvers/search.h"

struct node_ledger;

struct node_ledger *node_ledger_new(struct search *q); /* in the search's arena */
/* The free amounts at the start become those of the session. Forgets all classes. */
void node_ledger_load(struct node_ledger *m);
/* The class of pods like t; -1: their order of nodes is not known without scoring, or there are too
 * many classes. */
int node_ledger_class(struct node_ledger *m, struct task *t);
/* A pod of the class is evicted from the node at the start, until node_ledger_return undoes it.
 * Both take effect with the next reset. */
void node_ledger_evict(struct node_ledger *m, int class, int node);
void node_ledger_return(struct node_ledger *m, int class, int node);
/* Begins a dry run: all free amounts are those at the start. The run may use the nodes of the set,
 * bits by node, and no others. */
void node_ledger_reset(struct node_ledger *m, const uint64_t *set);
/* The first node in the class order that has enough free and is eligible, bits by node; -1: none.
 */
int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *eligible);
/* Places a pod of the class on the node, and undoes that. */
void node_ledger_put(struct node_ledger *m, int class, int node);
void node_ledger_take_back(struct node_ledger *m, int class, int node);
/* True: since the reset some node had a free amount for which the class order is not known, so the
 * outcome of the run is worthless. */
bool node_ledger_unordered(const struct node_ledger *m);
/* True: a pod of some class fits on what the node has idle in the session. */
bool node_ledger_idle(const struct node_ledger *m, int node);
/* What a pod of the class takes of the slot on the node; 0: the node has none of it. */
double node_ledger_takes(const struct node_ledger *m, int class, int node, int slot);
double node_ledger_free(const struct node_ledger *m, int node, int slot);

#endif
