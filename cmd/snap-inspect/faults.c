#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "faults.h"

static const struct {
	const char *name, *what; /* what: the objects that the verdict counts */
	bool single;             /* one at most for an object */
} codes[FAULT_CODE_COUNT] = {
	[FAULT_CAPTURE_UNREADABLE] = {"capture-unreadable", "capture.json", false},
	[FAULT_VERSION_OTHER] = {"version-other", "the scheduler's version", false},
	[FAULT_CONFIG_NULL] = {"config-null", "the configuration", false},
	[FAULT_PARAMS_NULL] = {"params-null", "the scheduler's parameters", false},
	[FAULT_RAW_OBJECTS_NULL] = {"raw-objects-null", "all objects", false},
	[FAULT_ACTION_UNKNOWN] = {"action-unknown", "actions", false},
	[FAULT_PLUGIN_UNKNOWN] = {"plugin-unknown", "plugins", false},
	[FAULT_SCHEDULER_NAME_MISSING] = {"scheduler-name-missing", "the scheduler's name", false},
	[FAULT_KEY_UNKNOWN] = {"key-unknown", "keys that are unknown", false},
	[FAULT_KIND_NOT_LIST] = {"kind-not-list", "lists that are none", false},
	[FAULT_KIND_UNKNOWN] = {"kind-unknown", "kinds that are unknown", false},
	[FAULT_KIND_UNREAD] = {"kind-unread", "lists that the scheduler could not read", false},
	[FAULT_POOL_OTHER] = {"pool-other", "kinds with objects of other node pools", false},
	[FAULT_OBJECT_NULL] = {"object-null", "objects that are null", false},
	[FAULT_NAME_MISSING] = {"name-missing", "objects without a name", false},
	[FAULT_UID_MISSING] = {"uid-missing", "pods without a uid", false},
	[FAULT_DUPLICATE_NAME] = {"duplicate-name", "objects of one name", false},
	[FAULT_DUPLICATE_UID] = {"duplicate-uid", "objects of one uid", false},
	[FAULT_POD_GROUP_MISSING] = {"pod-group-missing", "pods whose pod group is not there",
		true},
	[FAULT_POD_GROUP_NAMESPACE] = {"pod-group-namespace",
		"pods whose pod group is in another namespace", true},
	[FAULT_POD_GROUP_NAME_TWICE] = {"pod-group-name-twice", "pod groups of one name", false},
	[FAULT_NODE_MISSING] = {"node-missing", "pods whose node is not there", true},
	[FAULT_QUEUE_MISSING] = {"queue-missing", "pod groups whose queue is not there", true},
	[FAULT_PARENT_MISSING] = {"parent-missing", "queues whose parent is not there", true},
	[FAULT_QUEUE_CYCLE] = {"queue-cycle", "queues in a cycle", false},
	[FAULT_BIND_REQUEST_POD_MISSING] = {"bind-request-pod-missing",
		"bind requests whose pod is not there", true},
	[FAULT_BIND_REQUEST_NODE_MISSING] = {"bind-request-node-missing",
		"bind requests whose node is not there", true},
	[FAULT_TOPOLOGY_MISSING] = {"topology-missing", "constraints whose topology is not there",
		false},
	[FAULT_TOPOLOGY_LEVEL_MISSING] = {"topology-level-missing",
		"constraints whose level is not there", false},
	[FAULT_TOPOLOGY_LEVELS] = {"topology-levels", "topologies whose levels cannot be", true},
	[FAULT_TOPOLOGY_EMPTY] = {"topology-empty", "topologies without a node", true},
	[FAULT_TOPOLOGY_LABEL_MISSING] = {"topology-label-missing",
		"topologies that lack some nodes", true},
	[FAULT_ZONES_NODE_MISSING] = {"zones-node-missing",
		"node resource topologies whose node is not there", true},
	[FAULT_ZONE_MISSING] = {"zone-missing", "zones of pods that are not there", false},
	[FAULT_ZONES_BAD] = {"zones-bad", "pods whose zones cannot be read", true},
	[FAULT_CLAIM_MISSING] = {"claim-missing", "claims of pods that are not there", false},
	[FAULT_CLAIM_UNRESOLVED] = {"claim-unresolved", "claims of pods that were not made", false},
	[FAULT_BIND_REQUEST_CLAIM_MISSING] = {"bind-request-claim-missing",
		"allocations of bind requests for claims that are not there", false},
	[FAULT_CLASS_MISSING] = {"class-missing", "claims whose device class is not there", false},
	[FAULT_RESERVED_POD_MISSING] = {"reserved-pod-missing",
		"claims reserved for pods that are not there", false},
	[FAULT_DEVICE_MISSING] = {"device-missing", "allocated devices that are not there", false},
	[FAULT_DEVICE_TWICE] = {"device-twice", "devices that are allocated twice", false},
	[FAULT_POOL_INCOMPLETE] = {"pool-incomplete", "pools that lack slices", false},
	[FAULT_SLICE_NODE_MISSING] = {"slice-node-missing",
		"resource slices whose node is not there", true},
	[FAULT_GPUS_TWICE] = {"gpus-twice", "nodes whose GPUs count twice", true},
	[FAULT_QUANTITY_BAD] = {"quantity-bad", "quantities that are none", false},
	[FAULT_QUANTITY_NEGATIVE] = {"quantity-negative", "negative quantities", false},
	[FAULT_QUANTITY_HUGE] = {"quantity-huge", "quantities beyond 64 bits", false},
	[FAULT_TIME_BAD] = {"time-bad", "times that are none", false},
	[FAULT_GPU_MEMORY_LABEL] = {"gpu-memory-label", "labels of GPU memory", false},
	[FAULT_DISCOVERY_INCOMPLETE] = {"discovery-incomplete", "resources of the API", false},
};

void faults_free(struct faults *f)
{
	arena_free(&f->arena);
	free(f->list);
	*f = (struct faults){0};
}

const char *fault_code_name(enum fault_code code)
{
	return codes[code].name;
}

const char *fault_code_what(enum fault_code code)
{
	return codes[code].what;
}

bool fault_code_single(enum fault_code code)
{
	return codes[code].single;
}

const char *severity_name(enum severity severity)
{
	static const char *const names[] = {"error", "warning", "note"};

	return names[severity];
}

void fault_add(struct faults *f, enum fault_code code, enum severity severity, enum kind kind,
	struct str object, const char *path, const char *fmt, ...)
{
	if (++f->found[code][severity] > FAULTS_KEPT)
		return;
	/* Names from the file may have any length; texts quote them cut. */
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	size_t len = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
	ARRAY_GROW(f->list, f->count, f->cap);
	f->list[f->count++] = (struct fault){
		.code = code,
		.severity = severity,
		.kind = kind,
		.object = arena_str(&f->arena, object),
		.path = arena_str(&f->arena, str_of(path)),
		.text = arena_str(&f->arena, (struct str){text, len}),
	};
}

void faults_name_object(struct faults *f, size_t first, struct str object)
{
	struct str copy = {0};

	for (size_t i = first; i < f->count; i++) {
		if (f->list[i].object.n != 0)
			continue;
		if (copy.p == NULL)
			copy = arena_str(&f->arena, object);
		f->list[i].object = copy;
	}
}

/* A counting sort, which is stable; the number of faults of each severity and code is known. */
void faults_sort(struct faults *f)
{
	if (f->count == 0)
		return;
	struct fault *sorted = xcalloc(f->count, sizeof *sorted);
	size_t n = 0, start[SEVERITY_COUNT * FAULT_CODE_COUNT + 1] = {0};
	for (size_t i = 0; i < f->count; i++)
		start[(size_t)f->list[i].severity * FAULT_CODE_COUNT + f->list[i].code + 1]++;
	for (size_t i = 1; i < sizeof start / sizeof *start; i++)
		start[i] += start[i - 1];
	for (; n < f->count; n++)
		sorted[start[(size_t)f->list[n].severity * FAULT_CODE_COUNT + f->list[n].code]++] =
			f->list[n];
	free(f->list);
	f->list = sorted;
	f->cap = f->count;
}

uint64_t faults_of_severity(const struct faults *f, enum severity severity)
{
	uint64_t sum = 0;

	for (int c = 0; c < FAULT_CODE_COUNT; c++)
		sum += f->found[c][severity];
	return sum;
}
