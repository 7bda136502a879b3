/* The class order: the order of nodes for one class of tasks, without scoring all nodes (rules/04
 * 19.10). Nodes stand in buckets by (K, c).
 *   K: the sum of all scores but nodeplacement's. It depends on the node's bookings and the task's
 *      request class only, and is a multiple of 10.
 *   c: what the node has free of the slot that nodeplacement packs by.
 *
 * Claim: order_nodes tries nodes in the same order: K descending, c ascending, index ascending.
 * Why: nodeplacement's score lies in 0 to 9 and falls strictly as c grows, because free amounts are
 * whole numbers, few enough that their quotients differ by more than a double's precision. In its
 * special cases all candidates have the same score: with min = max they have the same c; with
 * max = 0 no task that requests the slot fits. A node without the slot takes no such task either.
 * Needs: regular requests of whole amounts, packing, no nominated node, no other plugin that
 * scores. Where this is not so, `served` is false, and nodes are scored. Test: --exhaustive
 * compares at each use (class_placing.c); tests/lib/both_ways.c. */
#ifndef SNAP_CLASS_ORDER_H
#define SNAP_CLASS_ORDER_H
#include "session/bits.h"
#include "session/session.h"

enum { CLASS_KEYS = 8, CLASS_STEPS = 32, CLASS_BUCKETS = CLASS_KEYS * CLASS_STEPS };
struct class_order {
	bool served;
	bool by_steps; /* each c has a bucket of its own; else the bucket of K is searched for the
			  smallest c */
	int slot;      /* that nodeplacement packs by; -1: it gives all nodes the same score */
	double keys[CLASS_KEYS];      /* distinct K */
	signed char rank[CLASS_KEYS]; /* indexes of keys, best first */
	int n_keys;
	short *bucket;                 /* by node index; -1: in none */
	uint64_t *bits[CLASS_BUCKETS]; /* by node index; NULL: never used */
	int counts[CLASS_BUCKETS];
};

/* Sets served for tasks like t. *o must be all zero or freed. */
void class_order_open(struct session *s, struct class_order *o, const struct task *t);
/* K of the node for tasks like t. */
double class_order_key(struct session *s, struct task *t, struct node *n);
/* Puts the node into its bucket; takes it out if the task does not fit there. */
void class_order_put(
	struct session *s, struct class_order *o, struct task *t, struct node *n, bool fits);
/* The first node in order that is in the mask; NULL: none. */
struct node *class_order_first(
	const struct session *s, const struct class_order *o, const uint64_t *mask);
void class_order_free(struct class_order *o);

#endif
