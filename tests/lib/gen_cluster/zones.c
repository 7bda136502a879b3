/* NUMA zones of nodes: NodeResourceTopology objects, and the plugin that reads them. */
#include <assert.h>
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

enum { MAX_ZONES = 4 };

struct zone_plan {
	int zones;
	const char *policy, *scope; /* NULL: as a topology policy, the older form */
	const char *old;
	bool backwards, socket;
	struct roll rest;
};

static struct zone_plan plan_of(const struct cluster *c, int node)
{
	static const char *const policies[] = {"single-numa-node", "single-numa-node",
		"single-numa-node", "restricted", "restricted", "restricted", "best-effort",
		"best-effort", "none", "", NULL};
	static const char *const scopes[] = {"container", "container", "pod", "pod", ""};
	static const char *const old[] = {"SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel",
		"RestrictedPodLevel", "Restricted", "RestrictedContainerLevel", "BestEffort",
		"BestEffortPodLevel", "None", "Odd"};
	static const int zones[] = {1, 2, 2, 2, 2, 3, 4};
	struct roll cluster = kind_roll(c, ROLL_ZONES, -1), r = kind_roll(c, ROLL_ZONES, node);
	struct zone_plan p = {.policy = ROLL(&cluster, policies), .scope = ROLL(&cluster, scopes)};

	p.zones = ROLL(&cluster, zones);
	if (roll(&r, 100) < 30)
		p.policy = ROLL(&r, policies);
	if (roll(&r, 100) < 30)
		p.scope = ROLL(&r, scopes);
	if (roll(&r, 100) < 20)
		p.zones = ROLL(&r, zones);
	if (roll(&r, 100) < 6)
		p.zones = 0;
	p.old = ROLL(&r, old);
	p.backwards = roll(&r, 100) < 40;
	p.socket = roll(&r, 100) < 15;
	p.rest = r;
	return p;
}

int zones_of(const struct cluster *c, int node)
{
	return c->kinds.numa ? plan_of(c, node).zones : 0;
}

int zone_gpus(const struct cluster *c, int node, int zone)
{
	int zones = zones_of(c, node), gpus = c->nodes[node].total.gpus;

	assert(zones > 0);
	return gpus / zones + (zone < gpus % zones);
}

static void resource(
	struct jsonw *w, struct roll *r, const char *name, int amount, const char *unit)
{
	int kept = roll(r, 100) < 85 ? amount : amount * 3 / 4,
	    free = (int)roll(r, (uint32_t)kept + 1);

	if (amount == 0 && roll(r, 100) < 70)
		return;
	jsonw_begin(w, '{');
	put(w, "name", "\"%s\"", name);
	put(w, "capacity", "\"%d%s\"", amount, unit);
	put(w, "allocatable", "\"%d%s\"", kept, unit);
	put(w, "available", "\"%d%s\"", free, unit);
	jsonw_end(w, '}');
}

static void zone(const struct cluster *c, struct jsonw *w, int node, int zone, struct roll *r)
{
	const struct room *t = &c->nodes[node].total;
	int zones = zones_of(c, node);

	assert(zones > 0);
	jsonw_begin(w, '{');
	put(w, "name", "\"node-%d\"", zone);
	put(w, "type", "\"Node\"");
	jsonw_key(w, "resources");
	jsonw_begin(w, '[');
	resource(w, r, "cpu", t->cpu / zones, "m");
	if (roll(r, 100) < 80)
		resource(w, r, "memory", t->memory / zones, "Gi");
	resource(w, r, "nvidia.com/gpu", zone_gpus(c, node, zone), "");
	if (t->mig[0] && roll(r, 100) < 30)
		resource(w, r, "nvidia.com/mig-1g.5gb", t->mig[0] / zones, "");
	resource(w, r, "example.com/vf", 2, "");
	if (roll(r, 100) < 25)
		resource(w, r, "hugepages-2Mi", 2, "Gi");
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

static void object(const struct cluster *c, struct jsonw *w, int node)
{
	struct zone_plan p = plan_of(c, node);
	char name[NAME_SIZE];

	jsonw_begin(w, '{');
	begin_metadata(c, w, "nrt", node, node_name(name, node), NULL, 4000000);
	jsonw_end(w, '}');
	if (p.policy) {
		jsonw_key(w, "attributes");
		jsonw_begin(w, '[');
		jsonw_begin(w, '{');
		put(w, "name", "\"topologyManagerPolicy\"");
		put(w, "value", "\"%s\"", p.policy);
		jsonw_end(w, '}');
		jsonw_begin(w, '{');
		put(w, "name", "\"topologyManagerScope\"");
		put(w, "value", "\"%s\"", p.scope);
		jsonw_end(w, '}');
		jsonw_end(w, ']');
	}
	if (!p.policy || !*p.policy)
		put(w, "topologyPolicies", "[\"%s\"]", p.old);
	jsonw_key(w, "zones");
	jsonw_begin(w, '[');
	if (p.socket)
		jsonw_raw(
			w, str_of("{\"name\":\"socket-0\",\"type\":\"Socket\",\"resources\":[]}"));
	for (int z = 0; z < p.zones; z++)
		zone(c, w, node, p.backwards ? p.zones - 1 - z : z, &p.rest);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

void zone_objects(const struct cluster *c, struct jsonw *w)
{
	if (!c->kinds.numa)
		return;
	jsonw_key(w, "nodeResourceTopologies");
	jsonw_begin(w, '[');
	for (int i = 0; i < c->n_nodes; i++)
		if (zones_of(c, i))
			object(c, w, i);
	jsonw_end(w, ']');
}

void zone_plugin(const struct cluster *c, struct jsonw *w)
{
	static const char *const arguments[] = {NULL, NULL, NULL, NULL, NULL,
		"\"ignoreList\":\"nvidia.com/gpu\"", "\"ignoreList\":\" example.com/vf,cpu,,\"",
		"\"ignoreList\":\"memory\"", "\"reconstructAvailable\":\"false\"",
		"\"reconstructAvailable\":\"F\"",
		"\"reconstructAvailable\":\"maybe\",\"ignoreList\":\"none\""};
	struct roll r = kind_roll(c, ROLL_NUMA_PLUGIN, 0);

	if (c->kinds.numa && roll(&r, 100) < 95)
		put_plugin(w, "numa", ROLL(&r, arguments));
}

/* Devices of a vendor and huge pages: of a node, or asked for by the pods of a job. */
void zone_amounts(const struct cluster *c, struct jsonw *w, bool of_node, int number)
{
	struct roll r = kind_roll(c, of_node ? ROLL_ZONES : ROLL_ZONED_JOB, 5000 + number);

	if (!c->kinds.numa || number < 0)
		return;
	if (roll(&r, 100) < (of_node ? 60 : 15))
		put(w, "example.com/vf", "\"%d\"", of_node ? 4 : 1 + (int)roll(&r, 2));
	if (roll(&r, 100) < (of_node ? 40 : 6))
		put(w, "hugepages-2Mi", "\"%dGi\"", of_node ? 8 : 1);
}
