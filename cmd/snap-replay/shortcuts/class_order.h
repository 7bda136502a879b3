/* The order of nodes for one class of tasks without scoring them all: nodes in buckets by (K, c)
 * (rules/04 19.10).
 *
 * K is the sum of all scores but nodeplacement's; they depend on the node's books and the task's
 * request class only and are multiples of 10. c is what the node has free of the slot that
 * nodeplacement packs by.
 *
 * Why it cannot change a decision: nodeplacement's part b lies in 0..9 and falls strictly as c
 * grows (the free amounts are whole numbers, and few enough that their quotients differ by more
 * than doubles are apart), so the order by K + b, then name, is the order by K descending, c
 * ascending, index. Its special cases give all candidates the same b: with min = max all have the
 * same c, and with max = 0 nothing fits a task that asks for some of the slot. A node that gives
 * none of the slot does not fit such a task either. All else (spreading, device groups, MIG, pods
 * with a nominated node, other plugins that score) is not served: the scores are worked out. */
#ifndef SNAP_CLASS_ORDER_H
#define SNAP_CLASS_ORDER_H
#include "session/bits.h"
#include "session/session.h"

enum { CLASS_KEYS = 8, CLASS_STEPS = 32, CLASS_BUCKETS = CLASS_KEYS * CLASS_STEPS };
struct class_order {
	bool served;
	bool by_steps; /* c is a small whole number: a bucket each; else the least is looked for in
			  the bucket */
	int slot;      /* -1: nothing is packed by */
	double keys[CLASS_KEYS];      /* distinct K */
	signed char rank[CLASS_KEYS]; /* places of keys, best first */
	int n_keys;
	short *bucket;                 /* by node index; -1: in none */
	uint64_t *bits[CLASS_BUCKETS]; /* by node index; NULL: never used */
	int counts[CLASS_BUCKETS];
};

/* Decides whether tasks like t are served. The order must be cleared or freed. */
void class_order_open(struct session *s, struct class_order *o, const struct task *t);
/* K of the node for tasks like t. */
double class_order_key(struct session *s, struct task *t, struct node *n);
/* The node's place, or none if the task does not fit there. */
void class_order_put(
	struct session *s, struct class_order *o, struct task *t, struct node *n, bool fits);
/* The first node in order that is in the mask; NULL: none. */
struct node *class_order_first(
	const struct session *s, const struct class_order *o, const uint64_t *mask);
void class_order_free(struct class_order *o);

#endif
