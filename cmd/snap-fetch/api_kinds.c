/* What of the API server becomes which kind of object of a snapshot. */
#include <stdio.h>
#include <string.h>
#include "api.h"
#include "page.h"

/* Of config maps one may have a megabyte. */
enum { PAGE = 500, LESS_PAGE = 60, VERSIONS = 3 };

/* Pods that have ended are of no use to a cycle. */
#define NOT_FINISHED "&fieldSelector=status.phase!%3DSucceeded,status.phase!%3DFailed"
#define CLAIMS_GROUP \
	"resource.k8s.io", \
	{ \
		"v1", "v1beta2", V1BETA1 \
	}

static const struct {
	const char *group, *versions[VERSIONS]; /* the best first */
	const char *name, *query;
	unsigned page;
} resources[KIND_COUNT] = {
	[KIND_PODS] = {"", {"v1"}, "pods", NOT_FINISHED, PAGE},
	[KIND_NODES] = {"", {"v1"}, "nodes", "", PAGE},
	[KIND_QUEUES] = {"scheduling.run.ai", {"v2"}, "queues", "", PAGE},
	[KIND_POD_GROUPS] = {"scheduling.run.ai", {"v2alpha2"}, "podgroups", "", PAGE},
	[KIND_BIND_REQUESTS] = {"scheduling.run.ai", {"v1alpha2"}, "bindrequests", "", PAGE},
	[KIND_PRIORITY_CLASSES] = {"scheduling.k8s.io", {"v1"}, "priorityclasses", "", PAGE},
	[KIND_CONFIG_MAPS] = {"", {"v1"}, "configmaps", "", LESS_PAGE},
	[KIND_PERSISTENT_VOLUMES] = {"", {"v1"}, "persistentvolumes", "", PAGE},
	[KIND_PERSISTENT_VOLUME_CLAIMS] = {"", {"v1"}, "persistentvolumeclaims", "", PAGE},
	[KIND_CSI_STORAGE_CAPACITIES] = {"storage.k8s.io", {"v1"}, "csistoragecapacities", "",
		PAGE},
	[KIND_STORAGE_CLASSES] = {"storage.k8s.io", {"v1"}, "storageclasses", "", PAGE},
	[KIND_CSI_DRIVERS] = {"storage.k8s.io", {"v1"}, "csidrivers", "", PAGE},
	[KIND_RESOURCE_CLAIMS] = {CLAIMS_GROUP, "resourceclaims", "", PAGE},
	[KIND_RESOURCE_SLICES] = {CLAIMS_GROUP, "resourceslices", "", PAGE},
	[KIND_DEVICE_CLASSES] = {CLAIMS_GROUP, "deviceclasses", "", PAGE},
	[KIND_TOPOLOGIES] = {"kai.scheduler", {"v1alpha1"}, "topologies", "", PAGE},
	[KIND_NODE_RESOURCE_TOPOLOGIES] = {"topology.node.k8s.io", {"v1alpha2"},
		"noderesourcetopologies", "", PAGE},
};

const char *api_resource(enum kind kind)
{
	return resources[kind].name;
}

unsigned api_page_size(enum kind kind)
{
	return resources[kind].page;
}

bool api_may_serve(const struct api *api, const char *group, const char *version)
{
	char wanted[128];
	size_t n = (size_t)snprintf(
		wanted, sizeof wanted, "%s%s%s", group, *group ? "/" : "", version);

	if (!api->versions.len)
		return true;
	for (const char *line = api->versions.s; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, wanted, n) == 0 && (line[n] == '\n' || !line[n]))
			return true;
	}
	return false;
}

const char *api_version(const struct api *api, enum kind kind, const char *behind)
{
	bool passed = !behind;

	for (size_t i = 0; i < VERSIONS && resources[kind].versions[i]; i++) {
		const char *version = resources[kind].versions[i];

		if (passed && api_may_serve(api, resources[kind].group, version))
			return version;
		passed = passed || strcmp(version, behind) == 0;
	}
	return NULL;
}

void api_path(enum kind kind, const char *version, unsigned limit, struct strbuf *path)
{
	const char *group = resources[kind].group;

	strbuf_addf(path, "/%s%s%s/%s/%s?limit=%u%s", *group ? "apis" : "api", *group ? "/" : "",
		group, version, resources[kind].name, limit, resources[kind].query);
}

void api_put_rules(struct strbuf *to)
{
	bool done[KIND_COUNT] = {false};

	for (int k = 0; k < KIND_COUNT; k++) {
		const char *group = resources[k].group;

		if (done[k])
			continue;
		strbuf_addf(to, "- apiGroups: [%s]\n  resources: [", *group ? group : "\"\"");
		for (int i = k; i < KIND_COUNT; i++) {
			if (strcmp(group, resources[i].group) != 0)
				continue;
			done[i] = true;
			strbuf_addf(to, "%s%s", i > k ? ", " : "", resources[i].name);
		}
		strbuf_addz(to, "]\n  verbs: [list]\n");
	}
}
