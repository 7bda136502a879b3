/* Where a pod is booked in the NUMA zones of its node (rules/07 B6). */
#ifndef SNAP_ZONES_H
#define SNAP_ZONES_H
#include "model/values.h"

struct zone_share { /* what a pod has in one zone */
	int zone;   /* its index; zones of a node are in the order of rules/01 5.7 */
	struct amounts amounts;
};
struct zone_placement {
	struct zone_share *shares; /* by zone, ascending */
	int n;
};

/* True: the new placement has shares, and they are not those of the old one. NULL: no shares. */
bool zones_differ(const struct zone_placement *new, const struct zone_placement *old);

#endif
