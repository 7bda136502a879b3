/* The device groups of a node: one record for each, booked when a fractional pod comes or goes
 * (rules/02 10.2). */
#ifndef SNAP_DEVICE_GROUPS_H
#define SNAP_DEVICE_GROUPS_H
#include "model/node.h"

/* Add or remove memory MiB of one group for a pod of that status. Besides, only the GPU slots of
 * idle and releasing change. */
void device_group_add(
	const struct cluster *c, struct node *n, int id, int64_t memory, enum pod_status status);
void device_group_remove(const struct cluster *c, struct node *n, int id, int64_t memory,
	enum pod_status stored_status);

#endif
