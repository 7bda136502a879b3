#include "tool/time_places.h"

#include "common/keys.h"
#include "common/kinds.h"

/* clang-format off */
#define TIME(key) {STR_INIT(key), PLACE_TIME, NULL}
#define OBJECT(key, inside) {STR_INIT(key), PLACE_OBJECT, (inside)}
#define LIST(key, inside) {STR_INIT(key), PLACE_LIST, (inside)}
#define MAP(key, inside) {STR_INIT(key), PLACE_MAP, (inside)}
#define END {{NULL, 0}, PLACE_TIME, NULL}
/* clang-format on */

typedef const struct time_place places[];

static places managed_field = {TIME("time"), END};
#define META \
	TIME("creationTimestamp"), TIME("deletionTimestamp"), LIST("managedFields", managed_field)
static places meta = {META, END};
#define TIME_KEY(name, key) TIME(key),
static places pod_group_annotations = {GROUP_TIME_KEYS(TIME_KEY) END};
static places pod_group_meta = {META, MAP("annotations", pod_group_annotations), END};

static places condition = {TIME("lastTransitionTime"), TIME("lastProbeTime"),
	TIME("lastHeartbeatTime"), TIME("lastUpdateTime"), END};
static places container_times = {TIME("startedAt"), TIME("finishedAt"), END};
static places container_state = {
	OBJECT("running", container_times), OBJECT("terminated", container_times), END};
static places container = {
	OBJECT("state", container_state), OBJECT("lastState", container_state), END};
static places pod_status = {TIME("startTime"), LIST("conditions", condition),
	LIST("containerStatuses", container), LIST("initContainerStatuses", container),
	LIST("ephemeralContainerStatuses", container), END};
static places pod = {OBJECT("metadata", meta), OBJECT("status", pod_status), END};

static places taint = {TIME("timeAdded"), END};
static places node_spec = {LIST("taints", taint), END};
static places conditions = {LIST("conditions", condition), END};
static places node = {
	OBJECT("metadata", meta), OBJECT("spec", node_spec), OBJECT("status", conditions), END};

static places pod_group_status = {
	LIST("schedulingConditions", condition), LIST("conditions", condition), END};
static places pod_group = {
	OBJECT("metadata", pod_group_meta), OBJECT("status", pod_group_status), END};
static places with_conditions = {OBJECT("metadata", meta), OBJECT("status", conditions), END};

static places volume_status = {TIME("lastPhaseTransitionTime"), END};
static places volume = {OBJECT("metadata", meta), OBJECT("status", volume_status), END};

static places allocation = {TIME("allocationTimestamp"), END};
static places claim_status = {OBJECT("allocation", allocation), LIST("devices", conditions), END};
static places claim = {OBJECT("metadata", meta), OBJECT("status", claim_status), END};
static places basic_device = {LIST("taints", taint), END};
static places device = {LIST("taints", taint), OBJECT("basic", basic_device), END};
static places slice_spec = {LIST("devices", device), END};
static places slice = {OBJECT("metadata", meta), OBJECT("spec", slice_spec), END};
static places other = {OBJECT("metadata", meta), END};

static places raw_objects = {LIST("pods", pod), LIST("nodes", node),
	LIST("queues", with_conditions), LIST("podGroups", pod_group), LIST("bindRequests", other),
	LIST("priorityClasses", other), LIST("configMaps", other),
	LIST("persistentVolumes", volume), LIST("persistentVolumeClaims", with_conditions),
	LIST("csiStorageCapacities", other), LIST("storageClasses", other),
	LIST("csiDrivers", other), LIST("resourceClaims", claim), LIST("resourceSlices", slice),
	LIST("deviceClasses", other), LIST("topologies", other),
	LIST("nodeResourceTopologies", other), END};

_Static_assert(sizeof raw_objects / sizeof *raw_objects == KIND_COUNT + 1, "a line for each kind");

places snapshot_times = {OBJECT("rawObjects", raw_objects), END};
