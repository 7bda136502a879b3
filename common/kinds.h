/* What a snapshot holds: its keys, and the 17 kinds of objects under rawObjects (rules/01 1.3). A
 * line is X(NAME, key, singular, short name of kubectl, belongs to no namespace): NAME is what code
 * writes behind KIND_. */
#ifndef SNAP_KINDS_H
#define SNAP_KINDS_H
#include "common/str.h"

#define KINDS(X) \
	X(PODS, "pods", "pod", "po", false) \
	X(NODES, "nodes", "node", "no", true) \
	X(QUEUES, "queues", "queue", "q", true) \
	X(POD_GROUPS, "podGroups", "podGroup", "pg", false) \
	X(BIND_REQUESTS, "bindRequests", "bindRequest", "br", false) \
	X(PRIORITY_CLASSES, "priorityClasses", "priorityClass", "pc", true) \
	X(CONFIG_MAPS, "configMaps", "configMap", "cm", false) \
	X(PERSISTENT_VOLUMES, "persistentVolumes", "persistentVolume", "pv", true) \
	X(PERSISTENT_VOLUME_CLAIMS, "persistentVolumeClaims", "persistentVolumeClaim", "pvc", \
		false) \
	X(CSI_STORAGE_CAPACITIES, "csiStorageCapacities", "csiStorageCapacity", "", false) \
	X(STORAGE_CLASSES, "storageClasses", "storageClass", "sc", true) \
	X(CSI_DRIVERS, "csiDrivers", "csiDriver", "", true) \
	X(RESOURCE_CLAIMS, "resourceClaims", "resourceClaim", "", false) \
	X(RESOURCE_SLICES, "resourceSlices", "resourceSlice", "", true) \
	X(DEVICE_CLASSES, "deviceClasses", "deviceClass", "", true) \
	X(TOPOLOGIES, "topologies", "topology", "", true) \
	X(NODE_RESOURCE_TOPOLOGIES, "nodeResourceTopologies", "nodeResourceTopology", "nrt", true)

#define KIND_MEMBER(NAME, key, singular, short_name, cluster) KIND_##NAME,
enum kind { KINDS(KIND_MEMBER) KIND_COUNT, KIND_NONE = KIND_COUNT };
#undef KIND_MEMBER

struct kind_info {
	const char *key, *singular, *short_name; /* short_name: "" for none */
	bool cluster_scoped;                     /* its objects belong to no namespace */
};
extern const struct kind_info snapshot_kinds[KIND_COUNT];

const char *kind_key(enum kind kind); /* "podGroups" */
/* The kind of a key in rawObjects: as written or, like Go's decoder, in other case; KIND_NONE when
 * unknown. */
enum kind kind_of_key(struct str key);
/* A key of the document: config, schedulerParams, rawObjects, discovery, in any case. */
bool is_snapshot_key(struct str key);
/* ORDER snapshot_key */
enum { SNAPSHOT_KEYS = 4 };
extern const char *const snapshot_keys[SNAPSHOT_KEYS];
/* Where snap-import says where a snapshot is from: no key of the scheduler's. */
#define SOURCE_KEY "source"
/* "; it seems to be ..." if a top-level key belongs to another well-known kind of file; else "". */
const char *key_seems(struct str key);
#define NO_SNAPSHOT "none of the keys config, schedulerParams, rawObjects, discovery"
#define NO_SNAPSHOT_HINT \
	"a file that snap-fetch wrote, or what the scheduler's /get-snapshot gives; snap-import makes one of what kubectl prints"
/* Equal but for the case of ASCII letters. */
bool same_but_case(struct str a, struct str b);

#endif
