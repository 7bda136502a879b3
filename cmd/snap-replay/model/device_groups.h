/* The device groups of a node: one record for each, booked when a fractional pod comes or goes
 * (rules/02 10.2). */
#ifndef SNAP_DEVICE_GROUPS_H
#define SNAP_DEVICE_GROUPS_H
#include "model/node.h"

/* Book memory MiB of one group for a pod of that status. Only the gpu slot of idle and releasing is
 * touched besides. */
void device_group_add(
	const struct cluster *c, struct node *n, int id, int64_t memory, enum pod_status status);
void device_group_remove(const struct cluster *c, struct node *n, int id, int64_t memory,
	enum pod_status stored_status);

#endif
