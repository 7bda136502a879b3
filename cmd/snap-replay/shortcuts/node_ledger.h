/* The nodes of a dry run (dry_run.h): what they have free, and which of them is the first to
 * take a pod, without any books.
 *
 * Free is what is idle and releasing. While a simulation runs, idle does not change: an evicted
 * pod's part becomes releasing, and what is placed is placed on releasing. So the part K of a
 * node's place in the order of a class (shortcuts/class_order.h) stays as it is, and c and the
 * fit follow what is free. */
#ifndef SNAP_NODE_LEDGER_H
#define SNAP_NODE_LEDGER_H
#include "solvers/search.h"

struct node_ledger;

/* In the search's arena. */
struct node_ledger *node_ledger_new(struct search *q);
/* As they are now: nobody has left, and there are no classes yet. */
void node_ledger_read(struct node_ledger *m);
/* The number of the class of regular pods like t; -1: their order is not known without scoring, or
 * there are too many classes. */
int node_ledger_class(struct node_ledger *m, struct task *t);
/* A pod of the class leaves the node before the dry run, or is back there: that lasts until it is
 * said otherwise. */
void node_ledger_evict(struct node_ledger *m, int class, int node);
void node_ledger_return(struct node_ledger *m, int class, int node);
/* A dry run begins: those who left are gone, and nothing is placed. Only nodes of the set will be
 * found, and may be put on. */
void node_ledger_reset(struct node_ledger *m, const uint64_t *set);
/* The first node in order that takes a pod, of those that are able to; -1: none does. */
int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *able);
void node_ledger_put(struct node_ledger *m, int class, int node);
void node_ledger_take_back(struct node_ledger *m, int class, int node);
/* Some node had an amount that the order is not known for: what was placed since the last reset is
 * not to be relied upon. */
bool node_ledger_odd(const struct node_ledger *m);
/* A pod of some class would find the node idle enough. */
bool node_ledger_idle(const struct node_ledger *m, int node);
double node_ledger_charge(const struct node_ledger *m, int class, int node,
	int slot); /* what it takes of a pod of the class */
double node_ledger_free(const struct node_ledger *m, int node, int slot);

#endif
