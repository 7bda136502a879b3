/* Faults between NUMA zones, nodes and the pods placed in them (rules/07 B). */
#include <stdio.h>
#include <stdlib.h>

#include "common/keys.h"
#include "common/mem.h"
#include "check.h"

static void check_nodes(struct summary *s)
{
	const struct names *ids = &s->ids[KIND_NODE_RESOURCE_TOPOLOGIES];

	for (uint32_t i = 1; i <= ids->count; i++) {
		struct str name = names_text(ids, i);
		struct place at = {KIND_NODE_RESOURCE_TOPOLOGIES, i, s->numa.list[i - 1].index,
			"metadata.name"};

		if (name.n && names_find(&s->ids[KIND_NODES], name) == 0)
			check_add_cluster(s, FAULT_ZONES_NODE_MISSING, at, "node", name,
				"is not there: its zones count for nothing");
	}
}

/* The set of zones: of each a number of a NodeResourceTopology and a name in refs. */
static struct str zone_key(uint32_t key[2], uint32_t of, uint32_t zone)
{
	key[0] = of;
	key[1] = zone;
	return (struct str){(const char *)key, 2 * sizeof *key};
}

static void collect(struct names *zones, const struct summary *s)
{
	uint32_t key[2];

	for (uint32_t i = 1; i <= s->ids[KIND_NODE_RESOURCE_TOPOLOGIES].count; i++) {
		const struct node_zones *z = &s->numa.list[i - 1];

		for (size_t k = 0; k < z->count; k++)
			names_put(zones, zone_key(key, i, s->numa.zones[z->first + k]), NULL);
	}
}

/* The node, in refs, on which the use says that the pod is; 0: none, or it does not count. */
static uint32_t node_of(const struct summary *s, const struct zone_use *u, const bool *by_bind)
{
	if (u->source == ZONES_OF_BIND)
		return s->binds[u->object].live && !s->binds[u->object].done
			? s->binds[u->object].node
			: 0;
	if (u->source == ZONES_PREDICTED && by_bind[u->object])
		return 0;
	return s->pods[u->object - 1].node;
}

static void add_unknown(struct summary *s, const struct zone_use *u)
{
	char field[100];
	struct place at = {KIND_PODS, u->object, 0, field};

	if (u->source == ZONES_OF_BIND) {
		at = (struct place){KIND_BIND_REQUESTS, s->binds[u->object].number,
			s->binds[u->object].index, field};
		snprintf(field, sizeof field, "spec.predictedNUMAZones[%u].zone", (unsigned)u->at);
	} else {
		struct str key = pod_annotation_keys[u->source == ZONES_OBSERVED
				? POD_ANNOTATION_ZONES_OBSERVED
				: POD_ANNOTATION_ZONES_PREDICTED];

		at.index = s->pods[u->object - 1].index;
		snprintf(field, sizeof field, "metadata.annotations." STR_FMT, STR_ARG(key));
	}
	check_add(s, FAULT_ZONE_MISSING, SEVERITY_WARNING, at, "zone",
		names_text(&s->refs, u->zone),
		"is none of its node's: the scheduler takes none of the pod's zones");
}

/* Pods whose live bind request tells zones: what was predicted before does not count. */
static bool *told_by_bind(const struct summary *s)
{
	bool *told = xcalloc((size_t)s->ids[KIND_PODS].count + 1, sizeof *told);

	for (size_t i = 0; i < s->numa.use_count; i++) {
		const struct zone_use *u = &s->numa.uses[i];

		if (u->source == ZONES_OF_BIND && s->binds[u->object].live)
			told[names_find(&s->ids[KIND_PODS],
				names_text(&s->refs, s->binds[u->object].pod))] = true;
	}
	return told;
}

void check_numa(struct summary *s)
{
	struct names zones = {0};
	bool *by_bind = told_by_bind(s);
	uint32_t key[2];

	check_nodes(s);
	collect(&zones, s);
	for (size_t i = 0; i < s->numa.use_count; i++) {
		const struct zone_use *u = &s->numa.uses[i];
		uint32_t of = names_find(&s->ids[KIND_NODE_RESOURCE_TOPOLOGIES],
			names_text(&s->refs, node_of(s, u, by_bind)));

		if (of && s->numa.list[of - 1].count &&
			names_find(&zones, zone_key(key, of, u->zone)) == 0)
			add_unknown(s, u);
	}
	names_free(&zones);
	free(by_bind);
}
