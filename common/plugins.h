/* Every plugin that the scheduler v0.17.0 knows (rules/01 1.4). */
#ifndef SNAP_PLUGINS_LIST_H
#define SNAP_PLUGINS_LIST_H
#include "common/str.h"

/* Plugins that snap-replay replays. A line is X(NAME, function, text): NAME is what code writes
 * behind PLUGIN_, function_open in cmd/snap-replay/plugins/ opens the plugin, text is the name in a
 * configuration. */
#define REPLAYED_PLUGINS(X) \
	X(PREDICATES, predicates, "predicates") \
	X(PROPORTION, proportion, "proportion") \
	X(PRIORITY, priority, "priority") \
	X(ELASTIC, elastic, "elastic") \
	X(KUBEFLOW, kubeflow, "kubeflow") \
	X(RAY, ray, "ray") \
	X(TASKORDER, taskorder, "taskorder") \
	X(SUBGROUPORDER, subgrouporder, "subgrouporder") \
	X(MINRUNTIME, minruntime, "minruntime") \
	X(TOPOLOGY, topology, "topology") \
	X(NODEAVAILABILITY, nodeavailability, "nodeavailability") \
	X(RESOURCETYPE, resourcetype, "resourcetype") \
	X(GPUSHARINGORDER, gpusharingorder, "gpusharingorder") \
	X(NOMINATEDNODE, nominatednode, "nominatednode") \
	X(NODEPLACEMENT, nodeplacement, "nodeplacement") \
	X(PODAFFINITY, podaffinity, "podaffinity") \
	X(GPUPACK, gpupack, "gpupack") \
	X(GPUSPREAD, gpuspread, "gpuspread") \
	X(DYNAMICRESOURCES, dynamicresources, "dynamicresources") \
	X(NUMA, numa, "numa") \
	X(SG_NODELOCALGREEDY, sg_nodelocalgreedy, "sg-nodelocalgreedy") \
	X(SG_MULTINODEGANG, sg_multinodegang, "sg-multinodegang")

/* Plugins without a replay: HTTP endpoints of a running scheduler, without effect on decisions. */
#define INERT_PLUGINS(X) \
	X(SNAPSHOT, inert, "snapshot") \
	X(REFLECTJOBORDER, inert, "reflectjoborder")

/* Those of the configuration that is compiled into the scheduler (rules/01 1.4), in its order, as
 * X(NAME). nodeplacement has the arguments "cpu" and "gpu", both "binpack"; the others have none.
 */
#define BUILT_IN_PLUGINS(X) \
	X(PREDICATES) \
	X(PROPORTION) \
	X(PRIORITY) \
	X(ELASTIC) \
	X(KUBEFLOW) \
	X(RAY) \
	X(NODEAVAILABILITY) \
	X(GPUSHARINGORDER) \
	X(GPUPACK) \
	X(RESOURCETYPE) \
	X(SUBGROUPORDER) \
	X(TASKORDER) \
	X(NOMINATEDNODE) \
	X(DYNAMICRESOURCES) \
	X(NODEPLACEMENT) \
	X(MINRUNTIME) \
	X(TOPOLOGY) \
	X(SNAPSHOT) \
	X(SG_NODELOCALGREEDY) \
	X(SG_MULTINODEGANG)
#define PLUGIN_ID(NAME) PLUGIN_##NAME,

#define PLUGIN_MEMBER(NAME, function, text) PLUGIN_##NAME,
enum plugin_id { REPLAYED_PLUGINS(PLUGIN_MEMBER) INERT_PLUGINS(PLUGIN_MEMBER) PLUGIN_COUNT };
#undef PLUGIN_MEMBER

extern const char *const plugin_names[PLUGIN_COUNT]; /* "sg-multinodegang" */
int plugin_of_name(struct str name);                 /* enum plugin_id; PLUGIN_COUNT: unknown */

#endif
