/* Whether a node has devices for the claims of a task (rules/07 C6). */
#ifndef SNAP_DRA_NODE_H
#define SNAP_DRA_NODE_H
#include "plugins/dynamicresources/state.h"

/* The task's claims that need devices of the node, in d->scratch, which is emptied before. False:
 * the node is refused; adds the reason to *why (NULL: nowhere). */
bool node_claims(struct dra *d, struct task *t, struct node *n, struct verdict *why,
	const struct resource_claim ***claims, int *n_claims);
/* False: it has not; adds the reason to *why (NULL: nowhere). */
bool node_has_devices(struct dra *d, struct task *t, struct node *n, struct verdict *why);

#endif
