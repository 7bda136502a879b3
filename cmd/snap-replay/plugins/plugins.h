/* The open functions of all plugins. Each file is named as the scheduler names the plugin and says
 * what it does and which section of the behaviour reference it follows. Their state lives in the
 * session's arena; they meet only through the session's hooks. */
#ifndef SNAP_PLUGINS_H
#define SNAP_PLUGINS_H
#include "session/session.h"

plugin_open_fn predicates_open, proportion_open, priority_open, elastic_open, kubeflow_open,
	ray_open, taskorder_open, subgrouporder_open, minruntime_open;
plugin_open_fn nodeavailability_open, resourcetype_open, gpusharingorder_open, nominatednode_open,
	nodeplacement_open, podaffinity_open, gpupack_open, gpuspread_open;
plugin_open_fn dynamicresources_open, sg_nodelocalgreedy_open, sg_multinodegang_open;

#endif
