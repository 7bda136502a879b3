#include "columns.h"

/* A name and a jq expression in turn; NULL ends them. In front of them stand namespace and name,
 * behind them when it was created. */
#define SUM_OF_GPUS \
	"[.spec.containers[].resources.requests[\"nvidia.com/gpu\"]? // empty | tonumber] | add"
#define ATTRIBUTE(what) \
	"([.attributes[]? | select(.name == \"topologyManager" what "\").value] | last)"
#define ZONES ".zones[] | select(.type == \"Node\") |"
/* "1/4,4/4": available and allocatable of each zone. */
#define EACH_ZONE(name) \
	"[" ZONES " [.resources[]? | select(.name == \"" name \
	"\") | \"\\(.available)/\\(.allocatable)\"] | last // \"-\"] | join(\",\")"
static const char *const columns[KIND_COUNT][17] = {
	[KIND_PODS] = {"phase", ".status.phase", "node", ".spec.nodeName", "podGroup",
		".metadata.annotations[\"pod-group-name\"]", "gpus", SUM_OF_GPUS, "scheduler",
		".spec.schedulerName"},
	[KIND_NODES] = {"ready", ".status.conditions[] | select(.type == \"Ready\").status",
		"cordoned", ".spec.unschedulable", "gpus",
		".status.allocatable[\"nvidia.com/gpu\"]", "cpu", ".status.allocatable.cpu",
		"memory", ".status.allocatable.memory", "pods", ".status.allocatable.pods"},
	[KIND_QUEUES] = {"parent", ".spec.parentQueue", "priority", ".spec.priority", "gpu.quota",
		".spec.resources.gpu.quota", "gpu.limit", ".spec.resources.gpu.limit", "gpu.weight",
		".spec.resources.gpu.overQuotaWeight", "cpu.quota", ".spec.resources.cpu.quota",
		"memory.quota", ".spec.resources.memory.quota"},
	[KIND_POD_GROUPS] = {"queue", ".spec.queue", "minMember", ".spec.minMember",
		"priorityClass", ".spec.priorityClassName", "phase", ".status.phase"},
	[KIND_BIND_REQUESTS] = {"pod", ".spec.podName", "node", ".spec.selectedNode", "phase",
		".status.phase"},
	[KIND_PRIORITY_CLASSES] = {"value", ".value", "preemption", ".preemptionPolicy"},
	[KIND_PERSISTENT_VOLUMES] = {"phase", ".status.phase", "class", ".spec.storageClassName",
		"size", ".spec.capacity.storage"},
	[KIND_PERSISTENT_VOLUME_CLAIMS] = {"phase", ".status.phase", "class",
		".spec.storageClassName", "size", ".spec.resources.requests.storage", "volume",
		".spec.volumeName"},
	[KIND_CSI_STORAGE_CAPACITIES] = {"class", ".storageClassName", "capacity", ".capacity"},
	[KIND_STORAGE_CLASSES] = {"provisioner", ".provisioner", "binding", ".volumeBindingMode"},
	[KIND_RESOURCE_CLAIMS] = {"state",
		"if .status.allocation == null then \"pending\" elif (.status.reservedFor // []) == [] then \"allocated\" else \"reserved\" end",
		"pods", "[.status.reservedFor[]?] | length", "devices",
		"[.status.allocation.devices.results[]?] | length", "node",
		"[.status.allocation.nodeSelector.nodeSelectorTerms[].matchFields[]?.values[]] | join(\",\")",
		"classes",
		"[.spec.devices.requests[] | (.exactly, .firstAvailable[]?) | values.deviceClassName] | unique | join(\",\")"},
	[KIND_RESOURCE_SLICES] = {"driver", ".spec.driver", "pool", ".spec.pool.name", "generation",
		".spec.pool.generation", "slices", ".spec.pool.resourceSliceCount", "node",
		".spec.nodeName // (if .spec.allNodes then \"all\" else null end)", "devices",
		"[.spec.devices[]?] | length"},
	[KIND_DEVICE_CLASSES] = {"extendedResource", ".spec.extendedResourceName"},
	[KIND_NODE_RESOURCE_TOPOLOGIES] = {"policy", ATTRIBUTE("Policy") " // .topologyPolicies[0]",
		"scope", ATTRIBUTE("Scope"), "zones", "[" ZONES ".name] | join(\",\")", "cpu",
		EACH_ZONE("cpu"), "memory", EACH_ZONE("memory"), "gpus",
		EACH_ZONE("nvidia.com/gpu")},
	[KIND_TOPOLOGIES] = {"levels", "[.spec.levels[].nodeLabel] | join(\",\")"},
};

static void add(struct strbuf *names, struct strbuf *program, const char *name, const char *path)
{
	if (names->len) {
		strbuf_addc(names, '\t');
		strbuf_addz(program, ", ");
	}
	strbuf_addz(names, name);
	/* Exactly one value, whatever the object is. */
	strbuf_addf(program, "([try (%s) catch null][0])", path);
}

void columns_of(enum kind kind, struct strbuf *names, struct strbuf *program)
{
	strbuf_addc(program, '[');
	if (!snapshot_kinds[kind].cluster_scoped)
		add(names, program, "namespace", ".metadata.namespace");
	add(names, program, "name", ".metadata.name");
	for (const char *const *c = columns[kind]; *c; c += 2)
		add(names, program, c[0], c[1]);
	add(names, program, "created", ".metadata.creationTimestamp");
	strbuf_addz(program,
		"] | map(if type == \"object\" or type == \"array\" then tojson else . end) | @tsv");
}
