/* How a node's kubelet keeps pods in NUMA zones, by its NodeResourceTopology (rules/01 5.7). */
#ifndef SNAP_ZONE_POLICY_H
#define SNAP_ZONE_POLICY_H
#include "common/str.h"

enum zone_policy { ZONES_IGNORED, ZONES_BEST_EFFORT, ZONES_RESTRICTED, ZONES_SINGLE };
enum { ZONE_POLICY_COUNT = ZONES_SINGLE + 1 };

struct zone_rule {
	enum zone_policy policy;
	bool per_pod; /* the policy is applied to the whole pod, else to each container */
};

/* policy, scope: the attributes topologyManagerPolicy and topologyManagerScope. Without a policy
 * old_policy counts, the first of the deprecated topologyPolicies. */
struct zone_rule zone_rule_of(struct str policy, struct str scope, struct str old_policy);
/* As the attribute has it: "single-numa-node". */
const char *zone_policy_name(enum zone_policy policy);

#endif
