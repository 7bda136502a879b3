#include "common/zone_policy.h"

static const char *const policies[ZONE_POLICY_COUNT] = {
	"none", "best-effort", "restricted", "single-numa-node"};

const char *zone_policy_name(enum zone_policy policy)
{
	return policies[policy];
}

static struct zone_rule rule_of_old(struct str name)
{
	static const struct {
		const char *name;
		struct zone_rule rule;
	} rules[] = {
		{"SingleNUMANodePodLevel", {ZONES_SINGLE, true}},
		{"SingleNUMANodeContainerLevel", {ZONES_SINGLE, false}},
		{"RestrictedPodLevel", {ZONES_RESTRICTED, true}},
		{"RestrictedContainerLevel", {ZONES_RESTRICTED, false}},
		{"Restricted", {ZONES_RESTRICTED, false}},
		{"BestEffortPodLevel", {ZONES_BEST_EFFORT, true}},
		{"BestEffortContainerLevel", {ZONES_BEST_EFFORT, false}},
		{"BestEffort", {ZONES_BEST_EFFORT, false}},
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (str_eq(name, str_of(rules[i].name)))
			return rules[i].rule;
	return (struct zone_rule){ZONES_IGNORED, false};
}

struct zone_rule zone_rule_of(struct str policy, struct str scope, struct str old_policy)
{
	struct zone_rule rule = {ZONES_IGNORED, str_eq(scope, STR("pod"))};

	if (policy.n == 0)
		return rule_of_old(old_policy);
	for (int p = 0; p < ZONE_POLICY_COUNT; p++)
		if (str_eq(policy, str_of(policies[p])))
			rule.policy = (enum zone_policy)p;
	return rule;
}
