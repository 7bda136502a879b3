/* NUMA zones: what nodes report of theirs, and which zones pods are said to be in (rules/01 5.7,
 * rules/07 B7). */
#ifndef INSPECT_NUMA_H
#define INSPECT_NUMA_H
#include <stdbool.h>

#include "common/zone_policy.h"
#include "names.h"

struct summary;

/* A NodeResourceTopology. */
struct node_zones {
	uint32_t index;      /* in its list */
	size_t first, count; /* in zones; those of other types than Node do not count */
	struct zone_rule rule;
};

/* A zone that a pod is said to be in. */
struct zone_use {
	enum zone_source { ZONES_OBSERVED, ZONES_OF_BIND, ZONES_PREDICTED } source;
	uint32_t object; /* number of the pod; of a bind request: index in binds */
	uint32_t at;     /* in its list */
	uint32_t zone;   /* in refs */
};

struct numa {
	struct node_zones *list; /* by number - 1 */
	uint32_t *zones;         /* names, in refs */
	struct zone_use *uses;
	size_t cap, zone_count, zone_cap, use_count, use_cap;

	/* By summary_derive: nodes that are there and have zones. */
	uint64_t nodes, node_zones;
	uint64_t by_rule[ZONE_POLICY_COUNT][2]; /* [1]: per pod */
};

void numa_free(struct numa *n);
void numa_derive(struct summary *s);

#endif
