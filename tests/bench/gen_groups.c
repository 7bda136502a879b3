/* Pod groups of a made-up cluster, and the topology that some are constrained to. */
#include "tests/bench/gen_snapshot.h"

/* Of a pending gang: a rack or a block, or as near to one as there is room. */
static void constraint(const struct cluster *c)
{
	static const char *const levels[] = {
		"\"requiredTopologyLevel\":\"" TOPOLOGY_LEVEL "rack\"",
		"\"requiredTopologyLevel\":\"" TOPOLOGY_LEVEL "block\"",
		"\"preferredTopologyLevel\":\"" TOPOLOGY_LEVEL "rack\"",
		"\"requiredTopologyLevel\":\"" TOPOLOGY_LEVEL
		"zone\",\"preferredTopologyLevel\":\"" TOPOLOGY_LEVEL "rack\"",
	};

	printf(",\"topologyConstraint\":{\"topology\":\"cluster\",%s}", levels[c->group % 4]);
}

void print_topologies(const struct cluster *c)
{
	printf(",\"topologies\":[");
	if (c->topology) {
		print_metadata("topology", 0, "cluster", NULL, 0);
		printf("},\"spec\":{\"levels\":[{\"nodeLabel\":\"" TOPOLOGY_LEVEL
		       "zone\"},{\"nodeLabel\":\"" TOPOLOGY_LEVEL
		       "block\"},{\"nodeLabel\":\"" TOPOLOGY_LEVEL
		       "rack\"},{\"nodeLabel\":\"kubernetes.io/hostname\"}]}}");
	}
	printf("]");
}

void print_pod_group(const struct cluster *c, const struct gang *g, bool running)
{
	char ns[32], t[64];

	snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
	if (c->group)
		putchar(',');
	print_metadata("group000", c->group, g->name, ns, c->created);
	printf(",\"annotations\":{");
	if (running)
		printf("\"kai.scheduler/last-start-timestamp\":\"%s\"", when(t, c->created));
	printf("},\"labels\":{\"kai.scheduler/queue\":\"queue-%ld\"}},\"spec\":{\"minMember\":%ld,\"queue\":\"queue-%ld\","
	       "\"priorityClassName\":\"%s\"",
		g->queue, g->min, g->queue, g->priority);
	if (c->constrained && !running)
		constraint(c);
	printf("},\"status\":{\"resourcesStatus\":{}}}\n");
}
