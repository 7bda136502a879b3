/* Faults of a snapshot, found while reading or by the cross checks. --check and the report print
 * them.
 */
#ifndef INSPECT_FAULTS_H
#define INSPECT_FAULTS_H
#include "common/arena.h"
#include "kinds.h"

/* In the order of the output within one severity. Codes are part of the interface: the man page
 * documents them. */
enum fault_code {
	FAULT_CAPTURE_UNREADABLE,
	FAULT_VERSION_OTHER,
	FAULT_CONFIG_NULL,
	FAULT_PARAMS_NULL,
	FAULT_RAW_OBJECTS_NULL,
	FAULT_ACTION_UNKNOWN,
	FAULT_PLUGIN_UNKNOWN,
	FAULT_SCHEDULER_NAME_MISSING,
	FAULT_KEY_UNKNOWN,
	FAULT_KIND_NOT_LIST,
	FAULT_KIND_UNKNOWN,
	FAULT_KIND_UNREAD,
	FAULT_POOL_OTHER,
	FAULT_OBJECT_NULL,
	FAULT_NAME_MISSING,
	FAULT_UID_MISSING,
	FAULT_DUPLICATE_NAME,
	FAULT_DUPLICATE_UID,
	FAULT_POD_GROUP_MISSING,
	FAULT_POD_GROUP_NAMESPACE,
	FAULT_POD_GROUP_NAME_TWICE,
	FAULT_NODE_MISSING,
	FAULT_QUEUE_MISSING,
	FAULT_PARENT_MISSING,
	FAULT_QUEUE_CYCLE,
	FAULT_BIND_REQUEST_POD_MISSING,
	FAULT_BIND_REQUEST_NODE_MISSING,
	FAULT_TOPOLOGY_MISSING,
	FAULT_TOPOLOGY_LEVEL_MISSING,
	FAULT_TOPOLOGY_LEVELS,
	FAULT_TOPOLOGY_EMPTY,
	FAULT_TOPOLOGY_LABEL_MISSING,
	FAULT_ZONES_NODE_MISSING,
	FAULT_ZONE_MISSING,
	FAULT_ZONES_BAD,
	FAULT_CLAIM_MISSING,
	FAULT_CLAIM_UNRESOLVED,
	FAULT_BIND_REQUEST_CLAIM_MISSING,
	FAULT_CLASS_MISSING,
	FAULT_RESERVED_POD_MISSING,
	FAULT_DEVICE_MISSING,
	FAULT_DEVICE_TWICE,
	FAULT_POOL_INCOMPLETE,
	FAULT_SLICE_NODE_MISSING,
	FAULT_GPUS_TWICE,
	FAULT_QUANTITY_BAD,
	FAULT_QUANTITY_NEGATIVE,
	FAULT_QUANTITY_HUGE,
	FAULT_TIME_BAD,
	FAULT_GPU_MEMORY_LABEL,
	FAULT_DISCOVERY_INCOMPLETE,
	FAULT_CODE_COUNT
};

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_COUNT };

#define NO_INDEX UINT32_MAX

struct fault {
	enum fault_code code;
	enum severity severity;
	enum kind kind;    /* KIND_NONE: about the document */
	struct str object; /* "ns/name"; empty when unknown */
	struct str path;   /* "rawObjects.pods[17].spec.nodeName" */
	struct str text;   /* message */
};

/* Start with {0}; faults_free releases it. At most FAULTS_KEPT faults of one code and severity are
 * kept, the others are counted: a hostile file cannot make the list larger than itself. */
#define FAULTS_KEPT 10000
struct faults {
	struct arena arena;
	struct fault *list;
	size_t count, cap;
	uint64_t found[FAULT_CODE_COUNT][SEVERITY_COUNT]; /* those not kept included */
};

void faults_free(struct faults *f);
const char *fault_code_name(enum fault_code code);
/* The objects that such faults make doubtful: "pods whose node is not there". */
const char *fault_code_what(enum fault_code code);
/* True if an object has at most one fault of this code. */
bool fault_code_single(enum fault_code code);
const char *severity_name(enum severity severity);

/* Adds a fault with the text of fmt. All arguments are copied. */
void fault_add(struct faults *f, enum fault_code code, enum severity severity, enum kind kind,
	struct str object, const char *path, const char *fmt, ...)
	__attribute__((format(printf, 7, 8)));
/* Sets the object of the faults from index first on: an object's name may be read after its faults.
 */
void faults_name_object(struct faults *f, size_t first, struct str object);
/* Sorts by severity, then code, then order of discovery. */
void faults_sort(struct faults *f);
/* Number of faults, those not kept included. */
uint64_t faults_of_severity(const struct faults *f, enum severity severity);

#endif
