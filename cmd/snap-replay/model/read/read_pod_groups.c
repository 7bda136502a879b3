/* Pod groups, bind requests, priority classes, config maps. */
#include "model/numbers.h"
#include "model/read/claim_parts.h"

static void read_constraint(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("topology", read_text, struct topology_constraint, topology),
		FIELD("requiredTopologyLevel", read_text, struct topology_constraint, required),
		FIELD("preferredTopologyLevel", read_text, struct topology_constraint, preferred),
		FIELDS_END,
	};
	struct topology_constraint *c = at;

	c->present = json_peek(x->r) == JSON_OBJECT;
	read_object(x, c, fields);
}

static void read_subgroup(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct subgroup_object, name),
		FIELD("parent", read_text, struct subgroup_object, parent),
		FIELD("minMember", read_int32, struct subgroup_object, min_member),
		FIELD("minSubGroup", read_int32, struct subgroup_object, min_subgroup),
		FIELD("topologyConstraint", read_constraint, struct subgroup_object, constraint),
		FIELDS_END,
	};
	struct subgroup_object *s = at;

	s->min_member = s->min_subgroup = ABSENT;
	read_object(x, s, fields);
}

static void read_subgroups(struct reader *x, void *at)
{
	struct pod_group_object *g = at;

	g->subgroups = read_list(x, struct subgroup_object, read_subgroup, &g->n_subgroups);
}

static void read_preemption_delay(struct reader *x, void *at)
{
	struct pod_group_object *g = at;

	g->preemption_delay = 0;
	if (!json_null(x->r))
		read_duration(x, &g->preemption_delay);
}

static void read_grace_period(struct reader *x, void *at)
{
	struct pod_group_object *g = at;

	g->has_staleness_grace_period = !json_null(x->r);
	if (g->has_staleness_grace_period)
		read_duration(x, &g->staleness_grace_period);
}

static void read_group_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("minMember", read_int32, struct pod_group_object, min_member),
		FIELD("queue", read_text, struct pod_group_object, queue),
		FIELD("priorityClassName", read_text, struct pod_group_object, priority_class_name),
		FIELD("preemptibility", read_text, struct pod_group_object, preemptibility),
		FIELD_SAME("subGroups", read_subgroups),
		FIELD("minSubGroup", read_int32, struct pod_group_object, min_subgroup),
		FIELD("topologyConstraint", read_constraint, struct pod_group_object, constraint),
		FIELD("markUnschedulable", read_bool, struct pod_group_object, mark_unschedulable),
		FIELD("schedulingBackoff", read_int32, struct pod_group_object, scheduling_backoff),
		FIELD_SAME("preemptionDelay", read_preemption_delay),
		FIELD_SAME("stalenessGracePeriod", read_grace_period),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_transition_id(struct reader *x, void *at)
{
	struct str s = {0};

	read_text(x, &s);
	if (!parse_int64(s, at))
		*(int64_t *)at = -1;
}

static void read_condition(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("nodePool", read_text, struct group_condition, node_pool),
		FIELD("transitionID", read_transition_id, struct group_condition, transition_id),
		FIELD_SAME("lastTransitionTime", read_moment),
		FIELDS_END,
	};

	((struct group_condition *)at)->transition_id = -1;
	read_object(x, at, fields);
}

static void read_conditions(struct reader *x, void *at)
{
	struct pod_group_object *g = at;

	g->conditions = read_list(x, struct group_condition, read_condition, &g->n_conditions);
}

static void read_group_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("schedulingConditions", read_conditions), FIELDS_END};

	read_object(x, at, fields);
}

/* A negative number means 0; an absent one is -1. */
static void clamp(struct reader *x, const struct pod_group_object *g, const char *what, int64_t *v)
{
	if (*v == ABSENT) {
		*v = -1;
	} else if (*v < 0) {
		warn_input(x->w, g->meta.name, "negative %s of a pod group counts as 0", what);
		*v = 0;
	}
}

static void read_group_meta(struct reader *x, void *at)
{
	struct pod_group_object *g = at;

	read_owned_meta(x, &g->meta, &g->owners, &g->n_owners);
}

void read_pod_group(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("metadata", read_group_meta),
		FIELD_SAME("spec", read_group_spec),
		FIELD_SAME("status", read_group_status),
		FIELDS_END,
	};
	struct pod_group_object *g = at;

	g->min_member = g->min_subgroup = ABSENT;
	g->mark_unschedulable = true;
	g->scheduling_backoff = -1;
	read_object(x, g, fields);
	clamp(x, g, "minMember", &g->min_member);
	clamp(x, g, "minSubGroup", &g->min_subgroup);
	for (int i = 0; i < g->n_subgroups; i++) {
		clamp(x, g, "minMember", &g->subgroups[i].min_member);
		clamp(x, g, "minSubGroup", &g->subgroups[i].min_subgroup);
	}
}

/* ---- bind requests ---- */

static void read_gpu_groups(struct reader *x, void *at)
{
	struct bind_request *b = at;

	read_text_list(x, &b->gpu_groups, &b->n_gpu_groups);
}

static void read_claim_update(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct claim_update, name),
		FIELD("allocation", read_claim_allocation, struct claim_update, allocation),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_claim_updates(struct reader *x, void *at)
{
	struct bind_request *b = at;

	b->claims = read_list(x, struct claim_update, read_claim_update, &b->n_claims);
}

static void read_bind_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("podName", read_text, struct bind_request, pod_name),
		FIELD("selectedNode", read_text, struct bind_request, selected_node),
		FIELD("receivedResourceType", read_text, struct bind_request, received_type),
		FIELD_SAME("selectedGPUGroups", read_gpu_groups),
		FIELD("predictedNUMAZones", read_zone_record, struct bind_request, zones),
		FIELD_SAME("resourceClaimAllocations", read_claim_updates),
		FIELD("backoffLimit", read_int32, struct bind_request, backoff_limit),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_bind_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("phase", read_text, struct bind_request, phase),
		FIELD("failedAttempts", read_int32, struct bind_request, failed_attempts),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_bind_request(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct bind_request, meta),
		FIELD_SAME("spec", read_bind_spec),
		FIELD_SAME("status", read_bind_status),
		FIELDS_END,
	};

	((struct bind_request *)at)->backoff_limit =
		-1; /* a given one below 0 means the same: failed at once */
	read_object(x, at, fields);
}

void read_priority_class(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct priority_class, meta),
		FIELD("value", read_int32, struct priority_class, value),
		FIELD("globalDefault", read_bool, struct priority_class, global_default),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_config_map(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("metadata", read_meta), FIELDS_END};

	read_object(x, at, fields);
}
