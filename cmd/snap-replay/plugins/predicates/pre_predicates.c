/* The checks that refuse a pod on every node, in the order of their texts (rules/06 4). */
#include "plugins/predicates/predicates.h"

static const char *const check_names[CHECKS] = {
	[CHECK_PORTS] = "PodFitsHostPorts",
	[CHECK_TAINTS] = "PodToleratesNodeTaints",
	[CHECK_NODE_AFFINITY] = "NodeAffinity",
	[CHECK_POD_AFFINITY] = "PodAffinity",
	[CHECK_VOLUMES] = "VolumeBinding",
	[CHECK_MAX_RESOURCES] = "MaxNodePoolResources",
	[CHECK_CONFIG_MAPS] = "ConfigMap",
};

static struct prefilter prefilter_of(struct predicates *p, const struct task *t, enum check check)
{
	switch (check) {
	case CHECK_PORTS: return ports_prefilter(p, t);
	case CHECK_NODE_AFFINITY: return node_affinity_prefilter(t->pod->spec);
	case CHECK_POD_AFFINITY: return pod_affinity_prefilter(p, t);
	case CHECK_VOLUMES: return volumes_prefilter(p, t);
	case CHECK_MAX_RESOURCES: return max_resources_prefilter(p, t);
	case CHECK_CONFIG_MAPS: return config_maps_prefilter(p, t);
	case CHECK_TAINTS:
	case CHECKS: break;
	}
	return prefilter_ok();
}

/* Volumes, resources and config maps are checked once for each task and session. Answers of the
 * other checks change with every placement; but once such a check is skipped, it stays so. */
static struct prefilter run_check(struct predicates *p, const struct task *t, enum check check)
{
	struct task_state *state = &p->tasks[t->index];
	unsigned char bit = (unsigned char)(1u << check);
	struct prefilter r;

	if (state->skip & bit)
		return prefilter_skip();
	if (state->cached & bit)
		return state->failed[check - CHECK_VOLUMES] ? *state->failed[check - CHECK_VOLUMES]
							    : prefilter_ok();
	r = prefilter_of(p, t, check);
	if (r.code == PRE_SKIP)
		state->skip |= bit;
	if (check < CHECK_VOLUMES)
		return r;
	state->cached |= bit;
	if (prefilter_failed(&r)) {
		struct prefilter *kept = ARENA_NEW(&p->session->arena, struct prefilter);

		*kept = r;
		state->failed[check - CHECK_VOLUMES] = kept;
	}
	return r;
}

/* No check of the task can change its answer in this session. */
static bool is_settled(const struct task_state *state)
{
	const unsigned needed = ((1u << CHECKS) - 1) & ~(1u << CHECK_TAINTS);

	return ((state->skip | state->cached) & needed) == needed;
}

bool pod_passes(void *ctx, struct task *t, struct str *text)
{
	struct predicates *p = ctx;
	struct task_state *state = &p->tasks[t->index];
	struct strbuf b = {0};

	if (state->passes)
		return true;
	for (int i = 0; i < CHECKS; i++) {
		struct prefilter r = run_check(p, t, (enum check)i);

		if (!prefilter_failed(&r))
			continue;
		if (!b.len)
			strbuf_addf(&b, "Scheduling conditions were not met for pod " STR_FMT ":%c",
				STR_ARG(t->key), p->session->log.line_end);
		strbuf_addf(&b, "%s: " STR_FMT ".%c", check_names[i], STR_ARG(r.message),
			p->session->log.line_end);
	}
	if (!b.len) {
		state->passes = is_settled(state);
		return true;
	}
	*text = arena_str(&p->session->arena, strbuf_str(&b));
	strbuf_free(&b);
	return false;
}

bool victim_passes(void *ctx, struct task *t, struct str *text)
{
	static const enum check checks[] = {CHECK_VOLUMES, CHECK_CONFIG_MAPS, CHECK_MAX_RESOURCES};

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		struct prefilter r = run_check(ctx, t, checks[i]);

		if (r.code == PRE_UNSCHEDULABLE) {
			*text = r.message;
			return false;
		}
	}
	return true;
}
