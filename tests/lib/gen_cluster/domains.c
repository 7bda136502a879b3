/* Topologies, and pod groups that are confined to their domains. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

void domain_labels(const struct cluster *c, struct jsonw *w, int node)
{
	struct roll r = kind_roll(c, ROLL_TREE, 0), mine = kind_roll(c, ROLL_NODE, node);
	uint32_t blocks = 1 + roll(&r, 3), racks = 1 + roll(&r, 4);

	if (!c->kinds.topologies)
		return;
	if (roll(&mine, 100) < 95)
		put(w, "block", "\"b%u\"", (unsigned)roll(&mine, blocks));
	if (roll(&mine, 100) < 95)
		put(w, "rack", "\"r%u\"", (unsigned)roll(&mine, racks));
}

/* Some are wrong: no such topology, no level, one that the topology does not have. */
static void constraint(struct jsonw *w, struct roll *r)
{
	static const char *const names[] = {
		"main", "main", "main", "main", "main", "main", "main", "zones", "zones", "none"};
	static const char *const required[] = {NULL, "block", "block", "rack", "rack", "rack",
		"kubernetes.io/hostname", "zone", "r"};
	static const char *const preferred[] = {NULL, NULL, NULL, "rack", "rack",
		"kubernetes.io/hostname", "block", "zone", "root"};
	const char *must = ROLL(r, required), *wish = ROLL(r, preferred);

	jsonw_key(w, "topologyConstraint");
	jsonw_begin(w, '{');
	put(w, "topology", "\"%s\"", ROLL(r, names));
	if (must)
		put(w, "requiredTopologyLevel", "\"%s\"", must);
	if (wish)
		put(w, "preferredTopologyLevel", "\"%s\"", wish);
	jsonw_end(w, '}');
}

void domain_constraint(const struct cluster *c, struct jsonw *w, int job, int set)
{
	struct roll r = kind_roll(c, ROLL_JOB, job * MAX_SETS + set + 1);

	if (c->kinds.topologies && roll(&r, 100) < (set < 0 ? 50 : 40))
		constraint(w, &r);
}

void domain_objects(const struct cluster *c, struct jsonw *w)
{
	if (!c->kinds.topologies)
		return;
	jsonw_key(w, "topologies");
	jsonw_raw(w,
		str_of("[{\"metadata\":{\"name\":\"main\",\"uid\":\"t0\"},\"spec\":{\"levels\":["
		       "{\"nodeLabel\":\"block\"},{\"nodeLabel\":\"rack\",\"alias\":\"r\"},"
		       "{\"nodeLabel\":\"kubernetes.io/hostname\"}]}},"
		       "{\"metadata\":{\"name\":\"zones\",\"uid\":\"t1\"},\"spec\":{\"levels\":["
		       "{\"nodeLabel\":\"zone\"},{\"nodeLabel\":\"rack\"}]}}]"));
}
