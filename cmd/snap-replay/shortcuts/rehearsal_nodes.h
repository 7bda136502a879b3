/* The nodes of a rehearsal (rehearsal.h): what they have free, and which of them is the first to
 * take a pod, without any books.
 *
 * Free is what is idle and releasing. While a simulation runs, idle does not change: an evicted
 * pod's part becomes releasing, and what is placed is placed on releasing. So the part K of a
 * node's place in the order of a class (shortcuts/class_order.h) stays as it is, and c and the fit
 * follow what is free. */
#ifndef SNAP_REHEARSAL_NODES_H
#define SNAP_REHEARSAL_NODES_H
#include "solvers/search.h"

struct rehearsal_nodes;

/* In the search's arena. */
struct rehearsal_nodes *rehearsal_nodes_new(struct search *q);
/* As they are now: nobody has left, and there are no classes yet. */
void rehearsal_nodes_read(struct rehearsal_nodes *m);
/* The number of the class of regular pods like t; -1: their order is not known without scoring, or
 * there are too many classes. */
int rehearsal_nodes_class(struct rehearsal_nodes *m, struct task *t);
/* A pod of the class leaves the node before the rehearsal, or is back there: that lasts until it is
 * said otherwise. */
void rehearsal_nodes_evict(struct rehearsal_nodes *m, int class, int node);
void rehearsal_nodes_return(struct rehearsal_nodes *m, int class, int node);
/* A rehearsal begins: those who left are gone, and nothing is placed. Only nodes of the set will be
 * found, and may be put on. */
void rehearsal_nodes_reset(struct rehearsal_nodes *m, const uint64_t *set);
/* The first node in order that takes a pod, of those that are able to; -1: none does. */
int rehearsal_nodes_find(const struct rehearsal_nodes *m, int class, const uint64_t *able);
void rehearsal_nodes_put(struct rehearsal_nodes *m, int class, int node);
void rehearsal_nodes_take_back(struct rehearsal_nodes *m, int class, int node);
/* Some node had an amount that the order is not known for: what was placed since the last reset is
 * not to be relied upon. */
bool rehearsal_nodes_odd(const struct rehearsal_nodes *m);
/* A pod of some class would find the node idle enough. */
bool rehearsal_nodes_idle(const struct rehearsal_nodes *m, int node);
double rehearsal_nodes_charge(const struct rehearsal_nodes *m, int class, int node,
	int slot); /* what it takes of a pod of the class */
double rehearsal_nodes_free(const struct rehearsal_nodes *m, int node, int slot);

#endif
