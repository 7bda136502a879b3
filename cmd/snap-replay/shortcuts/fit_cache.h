/* The fit cache: for each request class of tasks, which nodes have enough of every resource. Only
 * nodes that changed are tested again.
 *
 * Claim. The answers are those of node_fits_idle, node_fits_releasing_or_idle and fitting_error.
 * Why. These functions read the node's bookings and the task's type, GPU request and request
 *   vector. Tasks of one request class have the same ones. Bookings change only in node_add and
 *   node_remove, which append the node to cluster.changes.
 * Needs. No pod overhead and no shared GPUs: these functions read them, too. Claims of storage are
 *   not in the answers: a task whose claims matter (storage_matters) has a class without an order,
 *   and the caller tests the claims, node by node.
 * Guard. fit_cache_of returns NULL for a task with overhead or shared GPUs.
 * Test. tests/unit/snap-replay/test_class_placing.c; tests/lib/both_ways.c. */
#ifndef SNAP_FIT_CACHE_H
#define SNAP_FIT_CACHE_H
#include "session/place/placement.h"
#include "shortcuts/class_order.h"

struct lack {
	struct verdict verdict;
	int nodes; /* how many of the nodes counted last lack that */
};
struct fit_class {
	int request_class;
	bool claims;             /* of tasks whose claims of storage matter */
	uint64_t seen;           /* cluster.n_changes when the answers were brought up to date */
	unsigned char *fits;     /* by node index: the task fits on idle + releasing amounts */
	unsigned char *fits_now; /* by node index: the task fits on idle amounts */
	/* By node index: what the node lacks, as an index in lacks. LACK_NONE: nothing, or there is
	 * no reason to record. LACK_OPEN: not computed yet. */
	short *lack;
	struct lack *lacks; /* the different ones */
	int n_lacks, cap_lacks;
	bool counted_all;      /* all nodes of the cluster were counted */
	uint64_t counted_seen; /* seen when nodes were counted */
	struct class_order order;
};
struct fit_cache {                  /* session.fit_cache */
	struct fit_class **classes; /* capacity: limit classes, of which n are made */
	int n, limit;
	int few;                  /* with more request classes than that gpu_nodes.c places */
	int next;                 /* if n = limit: the class that is replaced next */
	struct gpu_nodes *gpus;   /* gpu_nodes.c; NULL: not made yet */
	struct node **candidates; /* scratch of class_placing.c; capacity: all nodes */
};
#define LACK_NONE (-1)
#define LACK_OPEN (-2)

/* session.fit_cache, made if need be. */
struct fit_cache *fit_cache(struct session *s);
/* False: what fits depends on more than the task's class and the node's books. */
bool fit_cache_serves(const struct session *s, const struct task *t);
/* The task's class, brought up to date; NULL: the cache does not serve the task. Valid until the
 * next call or change of a node. Sets session.known_fits. */
struct fit_class *fit_cache_of(struct session *s, struct task *t);
/* Adds what the nodes of the set lack to the task's fit errors. k: the result of fit_cache_of. */
void fit_cache_record(
	struct session *s, struct task *t, struct fit_class *k, const struct node_set *nodes);

#endif
