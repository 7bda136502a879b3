/* Extended resources that a DeviceClass stands for: on nodes without such a resource of their own,
 * a pod that requests one gets devices through a special claim (rules/07 C7). */
#ifndef SNAP_DRA_EXTENDED_H
#define SNAP_DRA_EXTENDED_H
#include "plugins/dynamicresources/state.h"

/* The special claim of the task on the node; NULL: it needs none there. Lives as long as the
 * session. */
const struct resource_claim *special_claim(
	struct dra *d, const struct task *t, const struct node *n);

#endif
