/* Resource verdicts kept per class of tasks and corrected only for nodes that changed.
 *
 * Why it cannot change a decision: whether a node's books hold a request (node_fits_idle,
 * node_fits_releasing_or_idle) and what it lacks (fitting_error) depend on the node's books and on
 * the task's type, GPU request and request vector only. Tasks of one request_class agree in these,
 * and every change of a node's books goes through node_add or node_remove, which note the node in
 * cluster.changes. Tasks with storage claims or pod overhead, where more enters, are not served:
 * fit_cache_of returns NULL. */
#ifndef SNAP_FIT_CACHE_H
#define SNAP_FIT_CACHE_H
#include "session/place/placement.h"
#include "shortcuts/class_order.h"

#define LACK_TALLY 256
struct fit_class {
	int request_class;
	uint64_t seen;           /* changes of the cluster that are in it */
	unsigned char *fits;     /* by node index: on idle + releasing */
	unsigned char *fits_now; /* on idle alone */
	short *lack; /* index into lacks; LACK_NONE: refuses without a reason, or fits; LACK_OPEN:
			not computed yet */
	struct verdict *lacks; /* each one different */
	int n_lacks, cap_lacks;
	int tally[LACK_TALLY]; /* how many nodes lack what */
	bool tally_whole;      /* it is of all nodes, as of tally_seen */
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

/* The task's class, up to date; NULL: ask node by node. Valid until the next call or change of a
 * node. */
struct fit_class *fit_cache_of(struct session *s, struct task *t);
/* What the nodes of the set lack, counted into the task's record. */
void fit_cache_record(
	struct session *s, struct task *t, struct fit_class *k, const struct node_set *nodes);

#endif
