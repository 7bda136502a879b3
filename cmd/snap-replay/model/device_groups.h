/* Books fractional pods on the device groups of a node (rules/02 10.2). */
#ifndef SNAP_DEVICE_GROUPS_H
#define SNAP_DEVICE_GROUPS_H
#include "model/node.h"

/* Add or remove memory MiB of group id for a pod of that status. They make the group if the node
 * does not have it. Where whole GPUs become free or taken, SLOT_GPU of idle and releasing changes,
 * too; nothing else of the node does. Removing takes the status that the node's entry has. */
void device_group_add(
	const struct cluster *c, struct node *n, int id, int64_t memory, enum pod_status status);
void device_group_remove(const struct cluster *c, struct node *n, int id, int64_t memory,
	enum pod_status stored_status);

#endif
