#include "public_names.h"

#include <pthread.h>

#include "common/keys.h"
#include "common/map.h"
#include "common/plugins.h"

static const char *const label_names[] = {
	"kubernetes.io/hostname",
	"kubernetes.io/arch",
	"kubernetes.io/os",
	"topology.kubernetes.io/zone",
	"topology.kubernetes.io/region",
	"node.kubernetes.io/instance-type",
	"metadata.name",
	"root",
	"node-role.kubernetes.io/control-plane",
	"node-role.kubernetes.io/master",
	"node-role.kubernetes.io/worker",
	"node.kubernetes.io/not-ready",
	"node.kubernetes.io/unreachable",
	"node.kubernetes.io/memory-pressure",
	"node.kubernetes.io/disk-pressure",
	"node.kubernetes.io/pid-pressure",
	"node.kubernetes.io/network-unavailable",
	"node.kubernetes.io/unschedulable",
	"node.cloudprovider.kubernetes.io/uninitialized",
	"node.kubernetes.io/out-of-service",
	"nvidia.com/gpu",
	"nvidia.com/gpu.product",
	"nvidia.com/gpu.present",
	"nvidia.com/gpu.family",
	"nvidia.com/gpu.machine",
	"nvidia.com/gpu.clique",
	"amd.com/gpu",
	"kai.scheduler/queue",
	"kai.scheduler/node-pool",
	"runai/queue",
	"runai/node-pool",
	"selected-node",
	"cloud.google.com/gke-accelerator",
	"cloud.google.com/gke-nodepool",
	"eks.amazonaws.com/nodegroup",
	"kubernetes.azure.com/agentpool",
	"app.kubernetes.io/name",
	"app.kubernetes.io/instance",
	"batch.kubernetes.io/job-name",
	"batch.kubernetes.io/job-completion-index",
	"job-name",
	"controller-uid",
	"batch.kubernetes.io/controller-uid",
	"pod-template-hash",
	"training.kubeflow.org/job-name",
	"training.kubeflow.org/replica-type",
	"training.kubeflow.org/replica-index",
	"ray.io/cluster",
	"ray.io/group",
};

/* Names, each behind its kind. */
static const struct public_name {
	enum names kind;
	const char *name;
} public_names[] = {
	{NAMES_NAMESPACE, "default"},
	{NAMES_NAMESPACE, "kube-system"},
	{NAMES_NAMESPACE, "kube-public"},
	{NAMES_NAMESPACE, "kube-node-lease"},
	{NAMES_QUEUE, "default"},
	{NAMES_SUB_GROUP, "default"},
	{NAMES_NODE_POOL, "default"},
	{NAMES_SCHEDULER, "default-scheduler"},
	{NAMES_SCHEDULER, "kai-scheduler"},
	{NAMES_PRIORITY_CLASS, "system-node-critical"},
	{NAMES_PRIORITY_CLASS, "system-cluster-critical"},
	{NAMES_PRIORITY_CLASS, "train"},
	{NAMES_PRIORITY_CLASS, "build"},
	{NAMES_PRIORITY_CLASS, "build-preemptible"},
	{NAMES_PRIORITY_CLASS, "inference"},
	{NAMES_PRIORITY_CLASS, "interactive-preemptible"},
	{NAMES_DRIVER, "gpu.nvidia.com"},
	{NAMES_DRIVER, "compute-domain.nvidia.com"},
	{NAMES_DRIVER, "gpu.amd.com"},
	{NAMES_DRIVER, "gpu.intel.com"},
	{NAMES_DRIVER, "gpu.resource.k8s.io"},
	{NAMES_DRIVER, "nvidia.com/gpu"},
	{NAMES_DRIVER, "dra.net"},
	{NAMES_DRIVER, "kubernetes.io/no-provisioner"},
	{NAMES_DRIVER, "dra.cpu"},
	{NAMES_DEVICE_CLASS, "gpu.nvidia.com"},
	{NAMES_DEVICE_CLASS, "mig.nvidia.com"},
	{NAMES_DEVICE_CLASS, "gpu.amd.com"},
	{NAMES_DEVICE_CLASS, "gpu.intel.com"},
	{NAMES_RESOURCE, "cpu"},
	{NAMES_RESOURCE, "memory"},
	{NAMES_RESOURCE, "pods"},
	{NAMES_RESOURCE, "storage"},
	{NAMES_RESOURCE, "ephemeral-storage"},
	{NAMES_RESOURCE, "hugepages-2Mi"},
	{NAMES_RESOURCE, "hugepages-1Gi"},
	{NAMES_RESOURCE, "nvidia.com/gpu"},
	{NAMES_RESOURCE, "nvidia.com/gpu.shared"},
	{NAMES_RESOURCE, "amd.com/gpu"},
	{NAMES_RESOURCE, "intel.com/gpu"},
	{NAMES_RESOURCE, "gpu.intel.com/i915"},
	{NAMES_RESOURCE, "gpu.intel.com/xe"},
	{NAMES_RESOURCE, "habana.ai/gaudi"},
	{NAMES_RESOURCE, "aws.amazon.com/neuron"},
	{NAMES_RESOURCE, "aws.amazon.com/neuroncore"},
	{NAMES_RESOURCE, "google.com/tpu"},
	{NAMES_RESOURCE, "vpc.amazonaws.com/efa"},
	{NAMES_RESOURCE, "attachable-volumes-aws-ebs"},
	{NAMES_RESOURCE, "attachable-volumes-gce-pd"},
	{NAMES_RESOURCE, "attachable-volumes-azure-disk"},
	{NAMES_ATTRIBUTE, "productName"},
	{NAMES_ATTRIBUTE, "model"},
	{NAMES_ATTRIBUTE, "index"},
	{NAMES_ATTRIBUTE, "uuid"},
	{NAMES_ATTRIBUTE, "type"},
	{NAMES_ATTRIBUTE, "memory"},
	{NAMES_ATTRIBUTE, "architecture"},
	{NAMES_ATTRIBUTE, "brand"},
	{NAMES_ATTRIBUTE, "cudaComputeCapability"},
	{NAMES_ATTRIBUTE, "driverVersion"},
	{NAMES_ATTRIBUTE, "cudaDriverVersion"},
	{NAMES_ATTRIBUTE, "pcieRoot"},
	{NAMES_ATTRIBUTE, "numa"},
	{NAMES_ATTRIBUTE, "numaNode"},
	{NAMES_ATTRIBUTE, "minor"},
	{NAMES_ATTRIBUTE, "parentIndex"},
	{NAMES_ATTRIBUTE, "parentUUID"},
	{NAMES_ATTRIBUTE, "profile"},
	{NAMES_ATTRIBUTE, "multiprocessors"},
	{NAMES_ATTRIBUTE, "copyEngines"},
	{NAMES_ATTRIBUTE, "decoders"},
	{NAMES_ATTRIBUTE, "encoders"},
	{NAMES_ATTRIBUTE, "jpegEngines"},
	{NAMES_ATTRIBUTE, "ofaEngines"},
	{NAMES_ADDRESS, "0.0.0.0"},
	{NAMES_ADDRESS, "::"},
	{NAMES_ADDRESS, "127.0.0.1"},
};

static struct map all_labels, all_names[NAMES_COUNT];

static void put(struct map *m, struct str s)
{
	map_put(m, s, NULL)->value = m;
}

static void fill(void)
{
	for (size_t i = 0; i < sizeof label_names / sizeof *label_names; i++)
		put(&all_labels, str_of(label_names[i]));
	for (int i = 0; i < LABEL_KEY_COUNT; i++)
		put(&all_labels, label_keys[i]);
	for (size_t i = 0; i < sizeof public_names / sizeof *public_names; i++)
		put(&all_names[public_names[i].kind], str_of(public_names[i].name));
	for (int i = 0; i < PLUGIN_COUNT; i++)
		put(&all_names[NAMES_PLUGIN], str_of(plugin_names[i]));
}

static bool has(const struct map *m, struct str s)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fill);
	return map_get(m, s) != NULL;
}

bool is_public_label(struct str key)
{
	return has(&all_labels, key);
}

/* "nvidia.com/mig-1g.5gb": digits, then letters of units. */
static bool is_mig_profile(struct str s)
{
	struct str stem = STR("nvidia.com/mig-");

	if (!str_starts(s, stem) || s.n == stem.n || s.n > stem.n + 16 || !is_digit(s.p[stem.n]))
		return false;
	for (size_t i = stem.n; i < s.n; i++)
		if (!is_digit(s.p[i]) && !str_find(STR("gcb.me"), s.p[i]))
			return false;
	return true;
}

/* "node-0", "zone-1", "numa1": how kubelets and device plugins name zones. */
static bool is_plain_zone(struct str s)
{
	static const struct str stems[] = {STR_INIT("node-"), STR_INIT("zone-"), STR_INIT("numa-"),
		STR_INIT("numa"), STR_INIT("node")};

	for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
		if (str_starts(s, stems[i]) && s.n > stems[i].n && s.n <= stems[i].n + 3) {
			size_t at = stems[i].n;

			while (at < s.n && is_digit(s.p[at]))
				at++;
			if (at == s.n)
				return true;
		}
	return false;
}

bool is_public_name(enum names kind, struct str s)
{
	if (s.n == 0 || has(&all_names[kind], s))
		return true;
	switch (kind) {
	case NAMES_NAMESPACE: return str_starts(s, STR("kai-"));
	case NAMES_RESOURCE: return is_mig_profile(s);
	case NAMES_ZONE: return is_plain_zone(s);
	case NAMES_LABEL: return is_public_label(s);
	case NAMES_LABEL_VALUE: return str_eq(s, STR("true")) || str_eq(s, STR("false"));
	default: return false;
	}
}
