/* Features that occur in the cluster. Code for an absent feature is skipped. */
#ifndef SNAP_TRAITS_H
#define SNAP_TRAITS_H
#include "model/cluster.h"

/* session.traits, constant after session_open. */
struct traits {
	bool has_fractional; /* a pod requests a part of a GPU */
	bool stray_tasks;    /* a pod runs on a node that the cluster does not have */
	/* Amounts of NUMA zones are so great that their sums are rounded; plugins/numa.c sets it.
	 */
	bool rounded_zones;
};

struct traits traits_of(const struct cluster *c);

#endif
