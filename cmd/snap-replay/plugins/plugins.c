/* The registry: every plugin name that v0.17.0 knows (rules/01 1.4). */
#include "plugins/plugins.h"

static const struct plugin known[] = {
	{"predicates", predicates_open},
	{"proportion", proportion_open},
	{"priority", priority_open},
	{"elastic", elastic_open},
	{"kubeflow", kubeflow_open},
	{"ray", ray_open},
	{"taskorder", taskorder_open},
	{"subgrouporder", subgrouporder_open},
	{"minruntime", minruntime_open},
	{"nodeavailability", nodeavailability_open},
	{"resourcetype", resourcetype_open},
	{"gpusharingorder", gpusharingorder_open},
	{"nominatednode", nominatednode_open},
	{"nodeplacement", nodeplacement_open},
	{"podaffinity", podaffinity_open},
	{"gpupack", gpupack_open},
	{"gpuspread", gpuspread_open},
	{"dynamicresources", dynamicresources_open},
	{"sg-nodelocalgreedy", sg_nodelocalgreedy_open},
	{"sg-multinodegang", sg_multinodegang_open},
	/* Not replayed: cluster_build says so when the snapshot holds what they work on. */
	{"topology", NULL},
	{"numa", NULL},
	/* HTTP endpoints of the running scheduler, without effect on decisions. */
	{"snapshot", NULL},
	{"reflectjoborder", NULL},
};

const struct plugin *plugin_find(struct str name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_eq(name, str_of(known[i].name)))
			return &known[i];
	return NULL;
}
