/* What is wrong or odd with a snapshot: found while reading or by the cross checks, printed by
 * --check and by the report. */
#ifndef INSPECT_FAULTS_H
#define INSPECT_FAULTS_H
#include "common/arena.h"
#include "kinds.h"

/* The order is the order of the output within one severity. Codes are part of the interface:
 * documented in the man page. */
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
	struct str text;   /* for people */
};

/* Start with {0}; faults_free releases all. Of one code and severity at most FAULTS_KEPT are kept,
 * the others only counted, so that a hostile file cannot make the list larger than itself. */
#define FAULTS_KEPT 10000
struct faults {
	struct arena arena;
	struct fault *list;
	size_t count, cap;
	uint64_t met[FAULT_CODE_COUNT][SEVERITY_COUNT];
};

void faults_free(struct faults *f);
const char *fault_code_name(enum fault_code code);
const char *fault_code_what(
	enum fault_code code); /* what such faults make doubtful: "pods whose node is not there" */
bool fault_code_single(
	enum fault_code code); /* is there at most one of it for an object of its kind? */
const char *severity_name(enum severity severity);

/* Adds one; everything is copied. The format makes the text. */
void fault_add(struct faults *f, enum fault_code code, enum severity severity, enum kind kind,
	struct str object, const char *path, const char *fmt, ...)
	__attribute__((format(printf, 7, 8)));
/* Faults met inside an object whose name was read only later: gives it to those from number first
 * on. */
void faults_name_object(struct faults *f, size_t first, struct str object);
void faults_sort(struct faults *f); /* by severity, then code, then as met */
uint64_t faults_of_severity(
	const struct faults *f, enum severity severity); /* those not kept included */

#endif
