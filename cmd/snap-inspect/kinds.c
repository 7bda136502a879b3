#include "kinds.h"

static const struct {
	const char *key, *singular, *short_name;
} kinds[KIND_COUNT] = {
	[KIND_PODS] = {"pods", "pod", "po"},
	[KIND_NODES] = {"nodes", "node", "no"},
	[KIND_QUEUES] = {"queues", "queue", "q"},
	[KIND_POD_GROUPS] = {"podGroups", "podGroup", "pg"},
	[KIND_BIND_REQUESTS] = {"bindRequests", "bindRequest", "br"},
	[KIND_PRIORITY_CLASSES] = {"priorityClasses", "priorityClass", "pc"},
	[KIND_CONFIG_MAPS] = {"configMaps", "configMap", "cm"},
	[KIND_PERSISTENT_VOLUMES] = {"persistentVolumes", "persistentVolume", "pv"},
	[KIND_PERSISTENT_VOLUME_CLAIMS] = {"persistentVolumeClaims", "persistentVolumeClaim",
		"pvc"},
	[KIND_CSI_STORAGE_CAPACITIES] = {"csiStorageCapacities", "csiStorageCapacity", ""},
	[KIND_STORAGE_CLASSES] = {"storageClasses", "storageClass", "sc"},
	[KIND_CSI_DRIVERS] = {"csiDrivers", "csiDriver", ""},
	[KIND_RESOURCE_CLAIMS] = {"resourceClaims", "resourceClaim", ""},
	[KIND_RESOURCE_SLICES] = {"resourceSlices", "resourceSlice", ""},
	[KIND_DEVICE_CLASSES] = {"deviceClasses", "deviceClass", ""},
	[KIND_TOPOLOGIES] = {"topologies", "topology", ""},
	[KIND_NODE_RESOURCE_TOPOLOGIES] = {"nodeResourceTopologies", "nodeResourceTopology", "nrt"},
};

const char *kind_key(enum kind kind)
{
	return kinds[kind].key;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool same_but_case(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return false;
	return true;
}

enum kind kind_of_key(struct str key)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (same_but_case(key, str_of(kinds[k].key)))
			return (enum kind)k;
	return KIND_NONE;
}

const char *key_seems(struct str key)
{
	if (str_eq(key, STR("items")))
		return "; it seems to be what kubectl prints";
	return kind_of_key(key) != KIND_NONE ? "; it seems to be what belongs into rawObjects" : "";
}

enum kind kind_of_user(const char *word)
{
	struct str w = str_of(word);

	if (w.n == 0)
		return KIND_NONE;
	for (int k = 0; k < KIND_COUNT; k++)
		if (same_but_case(w, str_of(kinds[k].key)) ||
			same_but_case(w, str_of(kinds[k].singular)) ||
			same_but_case(w, str_of(kinds[k].short_name)))
			return (enum kind)k;
	return KIND_NONE;
}
