/* Where a pod is booked in the NUMA zones of its node (rules/07 B6). */
#ifndef SNAP_ZONES_H
#define SNAP_ZONES_H
#include "common/map.h"
#include "common/zone_policy.h"
#include "model/values.h"

/* NodeResourceTopology, as far as the scheduler reads it. */
struct zone_resource {
	struct str name;
	struct quantity allocatable, available;
};
struct zone_object {
	struct str name, type;
	struct zone_resource *resources; /* of one name the last one counts */
	int n_resources;
};
struct resource_topology {
	struct object_meta meta;
	struct str policy, scope;    /* attributes topologyManagerPolicy, topologyManagerScope */
	struct str policy_and_scope; /* the first of topologyPolicies */
	struct zone_object *zones;
	int n_zones;
};
/* A pod's placement as agents and bind requests record it: by names of zones. */
struct zone_amounts {
	struct str zone;
	struct amounts amounts;
};
struct zone_record {
	struct zone_amounts *items;
	int n; /* 0: no record */
};

/* What zones of the cluster report, and pods request of them: names that end in "gpu" are one
 * resource. Vectors of zones are by the index here: milli-CPU, bytes, else whole units. */
struct zone_slots {
	int count;
	int *slots;         /* by index: the slot in struct slots; -1: none */
	struct map by_name; /* "gpu" for all that end so; the value is the index + 1 */
};

struct zone {
	struct str name;
	double *allocatable;
	double *available; /* the ledger of plugins/numa.c */
};
/* The zones of a node (rules/01 5.7). */
struct node_zones {
	enum zone_policy policy;
	bool per_pod;       /* as in struct zone_rule */
	struct zone *items; /* numbered ones first, by number; then by name */
	int n;
	/* The resources that some zone reports: ascending indexes, the names there, and for each
	 * resource n sums: of the 1, 2, ... n greatest allocatable amounts. */
	int *reported;
	struct str *names;
	double *greatest;
	int n_reported;
};

struct zone_share { /* what a pod has in one zone */
	int zone;   /* index in node_zones.items */
	struct amounts amounts;
	double *vector; /* the amounts as the ledger counts them */
};
struct zone_placement {
	struct zone_share *shares; /* by zone, ascending */
	int n;
};

/* True: the new placement has shares, and they are not those of the old one. NULL: no shares. */
bool zones_differ(const struct zone_placement *new, const struct zone_placement *old);
/* The zone of that name; -1: none. */
int zone_find(const struct node_zones *z, struct str name);
/* The index of a resource; -1: no zone reports it. */
int zone_slot(const struct zone_slots *s, struct str resource);
/* Adds a resource list to a vector. */
void zone_add_amounts(const struct zone_slots *s, struct amounts a, double *vector);

#endif
