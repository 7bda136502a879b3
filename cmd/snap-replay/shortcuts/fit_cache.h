/* The fit cache: for each request class of tasks, which nodes have enough of every resource. Only
 * nodes that changed are tested again.
 *
 * Claim: the answers are those of node_fits_idle, node_fits_releasing_or_idle and fitting_error.
 * Why: these depend on the node's bookings and on the task's type, GPU request and request vector,
 * which are the same for all tasks of a request class. Every change of a node's bookings goes
 * through node_add or node_remove, which note the node in cluster.changes. Needs: no storage claims
 * and no pod overhead, which the answers depend on as well. fit_cache_of returns NULL for such
 * tasks. */
#ifndef SNAP_FIT_CACHE_H
#define SNAP_FIT_CACHE_H
#include "session/place/placement.h"
#include "shortcuts/class_order.h"

#define LACK_TALLY 256
struct fit_class {
	int request_class;
	uint64_t seen;           /* the answers are those after so many cluster.changes */
	unsigned char *fits;     /* by node index: on idle + releasing */
	unsigned char *fits_now; /* on idle alone */
	short *lack; /* index into lacks; LACK_NONE: refuses without a reason, or fits; LACK_OPEN:
			not computed yet */
	struct verdict *lacks; /* each one different */
	int n_lacks, cap_lacks;
	int tally[LACK_TALLY]; /* by index in lacks: how many nodes */
	bool tally_whole;      /* it counts all nodes, as of tally_seen */
	uint64_t tally_seen;
	struct class_order order;
};
struct fit_cache { /* session.fit_cache */
	struct fit_class *
		*classes; /* NULL until the class is first needed: few clusters know many */
	int n, limit;
	int next; /* once there are `limit` classes: the one that is replaced next */
	struct node **candidates; /* scratch of class_placing.c: room for all nodes */
};
#define LACK_NONE (-1)
#define LACK_OPEN (-2)

/* The task's class, brought up to date; NULL: the task is not served. Valid until the next call or
 * change of a node. Sets session.known_fits. */
struct fit_class *fit_cache_of(struct session *s, struct task *t);
/* Adds what the nodes of the set lack to the task's fit errors. */
void fit_cache_record(
	struct session *s, struct task *t, struct fit_class *k, const struct node_set *nodes);

#endif
