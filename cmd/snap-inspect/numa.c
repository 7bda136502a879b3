#include "numa.h"

#include <stdlib.h>

#include "summary.h"

void numa_free(struct numa *n)
{
	free(n->list);
	free(n->zones);
	free(n->uses);
	*n = (struct numa){0};
}

static const char *const policies[] = {"none", "best-effort", "restricted", "single-numa-node"};

const char *zone_policy_name(enum zone_policy policy)
{
	return policies[policy];
}

struct zone_rule zone_rule_of_attributes(struct str policy, struct str scope)
{
	struct zone_rule rule = {ZONE_POLICY_NONE, str_eq(scope, STR("pod"))};

	for (int p = 0; p < ZONE_POLICY_COUNT; p++)
		if (str_eq(policy, str_of(policies[p])))
			rule.policy = (enum zone_policy)p;
	return rule;
}

struct zone_rule zone_rule_of_name(struct str name)
{
	static const struct {
		const char *name;
		struct zone_rule rule;
	} rules[] = {
		{"SingleNUMANodePodLevel", {ZONE_POLICY_SINGLE, true}},
		{"SingleNUMANodeContainerLevel", {ZONE_POLICY_SINGLE, false}},
		{"RestrictedPodLevel", {ZONE_POLICY_RESTRICTED, true}},
		{"RestrictedContainerLevel", {ZONE_POLICY_RESTRICTED, false}},
		{"Restricted", {ZONE_POLICY_RESTRICTED, false}},
		{"BestEffortPodLevel", {ZONE_POLICY_BEST_EFFORT, true}},
		{"BestEffortContainerLevel", {ZONE_POLICY_BEST_EFFORT, false}},
		{"BestEffort", {ZONE_POLICY_BEST_EFFORT, false}},
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (str_eq(name, str_of(rules[i].name)))
			return rules[i].rule;
	return (struct zone_rule){ZONE_POLICY_NONE, false};
}

void numa_derive(struct summary *s)
{
	struct numa *n = &s->numa;

	for (uint32_t i = 1; i <= s->ids[KIND_NODE_RESOURCE_TOPOLOGIES].count; i++) {
		const struct node_zones *z = &n->list[i - 1];
		struct str node = names_text(&s->ids[KIND_NODE_RESOURCE_TOPOLOGIES], i);

		if (z->count == 0 || names_find(&s->ids[KIND_NODES], node) == 0)
			continue;
		n->nodes++;
		n->node_zones += z->count;
		n->by_rule[z->rule.policy][z->rule.per_pod]++;
	}
}
