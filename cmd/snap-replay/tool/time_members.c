#include "tool/time_members.h"

#include "common/keys.h"
#include "common/kinds.h"

/* clang-format off */
#define TIME(key) {STR_INIT(key), MEMBER_TIME, NULL}
#define OBJECT(key, inside) {STR_INIT(key), MEMBER_OBJECT, (inside)}
#define LIST(key, inside) {STR_INIT(key), MEMBER_LIST, (inside)}
#define MAP(key, inside) {STR_INIT(key), MEMBER_MAP, (inside)}
#define END {{NULL, 0}, MEMBER_TIME, NULL}
/* clang-format on */

typedef const struct time_member members[];

static members managed_field = {TIME("time"), END};
#define META \
	TIME("creationTimestamp"), TIME("deletionTimestamp"), LIST("managedFields", managed_field)
static members meta = {META, END};
#define TIME_KEY(name, key) TIME(key),
static members pod_group_annotations = {GROUP_TIME_KEYS(TIME_KEY) END};
static members pod_group_meta = {META, MAP("annotations", pod_group_annotations), END};

static members condition = {TIME("lastTransitionTime"), TIME("lastProbeTime"),
	TIME("lastHeartbeatTime"), TIME("lastUpdateTime"), END};
static members container_times = {TIME("startedAt"), TIME("finishedAt"), END};
static members container_state = {
	OBJECT("running", container_times), OBJECT("terminated", container_times), END};
static members container = {
	OBJECT("state", container_state), OBJECT("lastState", container_state), END};
static members pod_status = {TIME("startTime"), LIST("conditions", condition),
	LIST("containerStatuses", container), LIST("initContainerStatuses", container),
	LIST("ephemeralContainerStatuses", container), END};
static members pod = {OBJECT("metadata", meta), OBJECT("status", pod_status), END};

static members taint = {TIME("timeAdded"), END};
static members node_spec = {LIST("taints", taint), END};
static members conditions = {LIST("conditions", condition), END};
static members node = {
	OBJECT("metadata", meta), OBJECT("spec", node_spec), OBJECT("status", conditions), END};

static members pod_group_status = {
	LIST("schedulingConditions", condition), LIST("conditions", condition), END};
static members pod_group = {
	OBJECT("metadata", pod_group_meta), OBJECT("status", pod_group_status), END};
static members with_conditions = {OBJECT("metadata", meta), OBJECT("status", conditions), END};

static members volume_status = {TIME("lastPhaseTransitionTime"), END};
static members volume = {OBJECT("metadata", meta), OBJECT("status", volume_status), END};

static members allocation = {TIME("allocationTimestamp"), END};
static members claim_status = {OBJECT("allocation", allocation), LIST("devices", conditions), END};
static members claim = {OBJECT("metadata", meta), OBJECT("status", claim_status), END};
static members basic_device = {LIST("taints", taint), END};
static members device = {LIST("taints", taint), OBJECT("basic", basic_device), END};
static members slice_spec = {LIST("devices", device), END};
static members slice = {OBJECT("metadata", meta), OBJECT("spec", slice_spec), END};
static members other = {OBJECT("metadata", meta), END};

static members raw_objects = {LIST("pods", pod), LIST("nodes", node),
	LIST("queues", with_conditions), LIST("podGroups", pod_group), LIST("bindRequests", other),
	LIST("priorityClasses", other), LIST("configMaps", other),
	LIST("persistentVolumes", volume), LIST("persistentVolumeClaims", with_conditions),
	LIST("csiStorageCapacities", other), LIST("storageClasses", other),
	LIST("csiDrivers", other), LIST("resourceClaims", claim), LIST("resourceSlices", slice),
	LIST("deviceClasses", other), LIST("topologies", other),
	LIST("nodeResourceTopologies", other), END};

_Static_assert(sizeof raw_objects / sizeof *raw_objects == KIND_COUNT + 1, "a line for each kind");

members snapshot_times = {OBJECT("rawObjects", raw_objects), END};
