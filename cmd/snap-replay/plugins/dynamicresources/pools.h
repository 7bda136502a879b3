/* The pools of devices that a node can use (rules/07 C8). They are the same during the whole
 * session. */
#ifndef SNAP_DRA_POOLS_H
#define SNAP_DRA_POOLS_H
#include "plugins/dynamicresources/inventory.h"

struct pool {
	struct str driver, name;
	int *slices; /* of its newest generation here, in snapshot order */
	int n, cap;
	int n_offers;
	bool incomplete; /* it is being updated: slices are missing */
	bool invalid;    /* it has two devices of one name */
};
struct node_pools {
	struct pool *pools; /* in the order of their first slices */
	int n;
	int *offers; /* of the pools that are neither incomplete nor invalid, in their order */
	int n_offers;
	bool some_invalid;
	struct str error; /* absent: none */
};
struct pool_index {
	struct session *session;
	const struct inventory *inventory;
	struct map by_node; /* node name to the list of its slices */
	int *shared;        /* slices that are not bound to a node by name */
	int n_shared;
	struct node_pools **known; /* by node index */
	size_t kept;               /* offers in known */
	struct arena spare;        /* for the pools of one node, once kept is over its limit */
	unsigned *stamps, stamp;   /* by device id: the pool that has it */
};

void pools_open(struct pool_index *x, struct session *s, const struct inventory *v);
void pools_free(struct pool_index *x);
/* Valid until the next call. */
const struct node_pools *pools_of(struct pool_index *x, const struct node *n);

#endif
