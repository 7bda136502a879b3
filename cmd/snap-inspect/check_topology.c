/* Faults between topologies, the nodes in them and the pod groups that name them (rules/07 A). */
#include <inttypes.h>
#include <stdio.h>

#include "check.h"

/* ---- constraints ---- */

/* Adds a fault in a member of the constraint. */
static void add_of_constraint(struct summary *s, enum fault_code code, const struct constraint *c,
	const char *member, const char *before, struct str name, const char *after)
{
	char field[100];
	struct place at = {KIND_POD_GROUPS, c->group, s->groups[c->group - 1].index, field};

	if (c->sub_group == NO_INDEX)
		snprintf(field, sizeof field, "spec.topologyConstraint.%s", member);
	else
		snprintf(field, sizeof field, "spec.subGroups[%u].topologyConstraint.%s",
			(unsigned)c->sub_group, member);
	check_add(s, code, SEVERITY_ERROR, at, before, name, after);
}

static void check_level(struct summary *s, const struct constraint *c, const struct topology *t,
	uint32_t level, const char *member)
{
	if (level && !topology_has_level(s, t, level))
		add_of_constraint(s, FAULT_TOPOLOGY_LEVEL_MISSING, c, member, "level",
			names_text(&s->refs, level), "is none of the topology's: no node is taken");
}

static void check_constraint(struct summary *s, const struct constraint *c)
{
	struct str name = names_text(&s->refs, c->topology);
	uint32_t number = names_find(&s->ids[KIND_TOPOLOGIES], name);

	if (number == 0) {
		add_of_constraint(s, FAULT_TOPOLOGY_MISSING, c, "topology", "topology", name,
			"is not there: no node is taken");
		return;
	}
	const struct topology *t = &s->topologies.list[number - 1];
	if (c->required == 0 && c->preferred == 0)
		add_of_constraint(s, FAULT_TOPOLOGY_LEVEL_MISSING, c, "topology", "topology", name,
			"is named without a level: no node is taken");
	if (levels_unusable(s, t)) /* which is told */
		return;
	check_level(s, c, t, c->required, "requiredTopologyLevel");
	check_level(s, c, t, c->preferred, "preferredTopologyLevel");
}

/* ---- topologies ---- */

static void check_nodes(struct summary *s, const struct topology_view *v, const char *path)
{
	struct str name = names_text(&s->ids[KIND_TOPOLOGIES], v->number);
	struct str node = names_text(&s->ids[KIND_NODES], v->tree.example),
		   label = names_text(&s->refs, v->tree.missing);
	const struct room *inside = &v->tree.inside, *without = &v->tree.without;

	if (without->nodes == 0)
		return;
	if (inside->nodes == 0)
		fault_add(&s->faults, FAULT_TOPOLOGY_EMPTY,
			v->topology->pod_groups ? SEVERITY_WARNING : SEVERITY_NOTE, KIND_TOPOLOGIES,
			name, path, "no node has all its labels; %.*s lacks %.*s", CHECK_NAME(node),
			CHECK_NAME(label));
	else if (without->gpu_nodes) /* others are often left out on purpose */
		fault_add(&s->faults, FAULT_TOPOLOGY_LABEL_MISSING, SEVERITY_NOTE, KIND_TOPOLOGIES,
			name, path,
			"%" PRIu64 " of %" PRIu64
			" nodes with GPUs lack a label of it: pod groups that name it never get them; %.*s lacks %.*s",
			without->gpu_nodes, without->gpu_nodes + inside->gpu_nodes,
			CHECK_NAME(node), CHECK_NAME(label));
}

static void check_topology(struct summary *s, uint32_t number)
{
	const struct topology *t = &s->topologies.list[number - 1];
	const char *why = levels_unusable(s, t);
	struct topology_view v;
	char path[80];

	snprintf(path, sizeof path, "rawObjects.topologies[%u].spec.levels", (unsigned)t->index);
	if (why) {
		fault_add(&s->faults, FAULT_TOPOLOGY_LEVELS, SEVERITY_ERROR, KIND_TOPOLOGIES,
			names_text(&s->ids[KIND_TOPOLOGIES], number), path,
			"%s: a cluster takes no such topology", why);
		return;
	}
	topology_view_open(&v, s, number);
	if (!v.unusable)
		check_nodes(s, &v, path);
	topology_view_close(&v);
}

void check_topologies(struct summary *s)
{
	for (size_t i = 0; i < s->topologies.constraint_count; i++)
		check_constraint(s, &s->topologies.constraints[i]);
	for (uint32_t i = 1; i <= s->ids[KIND_TOPOLOGIES].count; i++)
		check_topology(s, i);
}
