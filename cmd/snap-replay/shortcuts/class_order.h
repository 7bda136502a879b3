/* The class order: the order of nodes for one request class of tasks, without scoring all nodes
 * (rules/04 19.10). The nodes on which a task of the class fits are in buckets by (K, c).
 *   K: the sum of all scores but nodeplacement's. It depends only on the node's bookings and the
 *      request class, and is a multiple of 10.
 *   c: the free amount (idle + releasing) of the slot that nodeplacement packs by.
 *
 * Claim. order_nodes tries nodes in the same order: K descending, c ascending, index ascending.
 * Why. nodeplacement's score is between 0 and 9, and falls strictly as c grows: free amounts are
 *   whole numbers below a limit (AMOUNTS_MAX), so doubles tell their scores apart. In the special
 *   cases of nodeplacement (min and max of c over all nodes) the nodes on which the task fits have
 *   equal scores: if min = max, they have the same c; if max = 0, there are none. The task does not
 *   fit on a node without the slot.
 * Needs. Regular requests of whole amounts, packing, no nominated node, no scores of domains, no
 *   other plugin that scores.
 * Guard. `served`; where it is false, nodes are scored. class_placing.c tests the nominated node
 *   and the hook confined_scores. It takes only nodes of the set to which a group is confined.
 * Test. tests/unit/snap-replay/test_class_placing.c; --exhaustive compares at each use. */
#ifndef SNAP_CLASS_ORDER_H
#define SNAP_CLASS_ORDER_H
#include "model/bits.h"
#include "session/session.h"

enum { CLASS_KEYS = 8, CLASS_STEPS = 32, CLASS_BUCKETS = CLASS_KEYS * CLASS_STEPS };
struct class_order {
	bool served; /* the order is known */
	/* Each pair of K and c has a bucket. False: each K has one, which is searched for the
	 * smallest c. */
	bool by_steps;
	int slot;                /* the slot that nodeplacement packs by; -1: no nodeplacement */
	double keys[CLASS_KEYS]; /* the different K */
	signed char rank[CLASS_KEYS]; /* indexes of keys, greatest K first */
	int n_keys;
	short *bucket; /* by node index; -1: the node is in no bucket */
	double *c;     /* by node index, if by_steps is false: c of a node that is in a bucket */
	uint64_t *bits[CLASS_BUCKETS]; /* by bucket: the set of its nodes; NULL: never used */
	int counts[CLASS_BUCKETS];     /* by bucket: how many nodes it has */
};

/* The first of the steps 0 to CLASS_STEPS - 1 of free GPUs where so many are; CLASS_STEPS: none. */
static inline int class_step(double gpus)
{
	return gpus < CLASS_STEPS ? (int)gpus : CLASS_STEPS;
}

/* False: the class of t has no order, whatever the nodes have. */
bool class_order_knows(const struct session *s, const struct task *t);
/* True: doubles tell the scores of the nodes apart that packing by the slot gives. */
bool class_order_amounts_small(const struct session *s, int slot);
/* Begins the order for the request class of t: empty buckets. *o must be all zero or freed. */
void class_order_open(struct session *s, struct class_order *o, const struct task *t);
/* K of the node for the request class of t. */
double class_order_key(struct session *s, struct task *t, struct node *n);
/* Moves the node to its present bucket, or out of all if fits is false. May set served to false.
 * Call it after every change of the node. */
void class_order_put(
	struct session *s, struct class_order *o, struct task *t, struct node *n, bool fits);
/* The first node in order that is in the mask, a bit for each node index; NULL: none. */
struct node *class_order_first(
	const struct session *s, const struct class_order *o, const uint64_t *mask);
void class_order_free(struct class_order *o);

#endif
