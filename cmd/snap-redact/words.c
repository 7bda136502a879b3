#include "words.h"

#include <pthread.h>

#include "common/map.h"

/* Values that mean something, whatever the field. */
static const char *const words[] = {
	/* booleans in texts, the empty values of metadata */
	"true",
	"false",
	"True",
	"False",
	"yes",
	"no",
	"Unknown",
	"1",
	"0",
	"t",
	"T",
	"TRUE",
	"f",
	"F",
	"FALSE",
	/* pods */
	"Pending",
	"Running",
	"Succeeded",
	"Failed",
	"Guaranteed",
	"Burstable",
	"BestEffort",
	"Always",
	"OnFailure",
	"Never",
	"PreemptLowerPriority",
	"TCP",
	"UDP",
	"SCTP",
	"Initialized",
	"Ready",
	"ContainersReady",
	"PodScheduled",
	"PodReadyToStartContainers",
	"DisruptionTarget",
	"Regular",
	"Fraction",
	"MigInstance",
	/* taints, selectors, spread */
	"NoSchedule",
	"PreferNoSchedule",
	"NoExecute",
	"Exists",
	"Equal",
	"In",
	"NotIn",
	"DoesNotExist",
	"Gt",
	"Lt",
	"DoNotSchedule",
	"ScheduleAnyway",
	"Honor",
	"Ignore",
	/* nodes */
	"MemoryPressure",
	"DiskPressure",
	"PIDPressure",
	"NetworkUnavailable",
	"Node",
	"amd64",
	"arm64",
	"linux",
	"windows",
	"single",
	"mixed",
	"none",
	/* pod groups, bind requests */
	"preemptible",
	"non-preemptible",
	"UnschedulableOnNodePool",
	"OverLimit",
	/* storage, claims */
	"Available",
	"Bound",
	"Released",
	"Lost",
	"Filesystem",
	"Block",
	"ReadWriteOnce",
	"ReadOnlyMany",
	"ReadWriteMany",
	"ReadWriteOncePod",
	"WaitForFirstConsumer",
	"Immediate",
	"Retain",
	"Delete",
	"Recycle",
	"ExactCount",
	"All",
	"pods",
	/* kinds of owners */
	"Pod",
	"PodGroup",
	"Job",
	"CronJob",
	"ReplicaSet",
	"ReplicationController",
	"Deployment",
	"StatefulSet",
	"DaemonSet",
	"PersistentVolumeClaim",
	"ResourceClaim",
	"PyTorchJob",
	"TFJob",
	"MPIJob",
	"XGBoostJob",
	"JAXJob",
	"PaddleJob",
	"RayJob",
	"RayCluster",
	"RayService",
	"Notebook",
	"TrainJob",
	"JobSet",
	"LeaderWorkerSet",
	"Workflow",
	"SparkApplication",
	"AppWrapper",
	"Revision",
	"Service",
	"PodJob",
	/* NUMA */
	"topologyManagerPolicy",
	"topologyManagerScope",
	"single-numa-node",
	"restricted",
	"best-effort",
	"pod",
	"container",
	"SingleNUMANodePodLevel",
	"SingleNUMANodeContainerLevel",
	"RestrictedPodLevel",
	"Restricted",
	"RestrictedContainerLevel",
	"BestEffortPodLevel",
	"BestEffortContainerLevel",
	"None",
	/* values of labels: app, job-role, node-type */
	"kai-resource-reservation",
	"scaling-pod",
	"runai-reservation",
	"master",
	"launcher",
	"worker",
	"head",
	/* the configuration */
	"allocate",
	"consolidation",
	"reclaim",
	"preempt",
	"stalegangeviction",
	"default",
	"NodeLocalGreedy",
	"MultiNodeGang",
	"binpack",
	"spread",
	"lca",
	"queue",
	"cpu",
	"gpu",
	"memory",
	"kValue",
	"ignoreList",
	"reconstructAvailable",
	"defaultPreemptMinRuntime",
	"defaultReclaimMinRuntime",
	"reclaimResolveMethod",
	"relcaimerSaturationMultiplier",
	"NaN",
	"Inf",
	"+Inf",
	"-Inf",
};

/* Of expressions (CEL) and their libraries. */
static const char *const expression_words[] = {"device", "attributes", "capacity", "driver",
	"allowMultipleAllocations", "in", "true", "false", "null", "has", "size", "matches",
	"startsWith", "endsWith", "contains", "all", "exists", "exists_one", "filter", "map",
	"quantity", "isQuantity", "isInteger", "asInteger", "asApproximateFloat", "sign", "add",
	"sub", "compareTo", "isGreaterThan", "isLessThan", "semver", "isSemver", "major", "minor",
	"patch", "cel", "bind", "int", "uint", "double", "string", "bool", "bytes", "type", "dyn",
	"find", "findAll", "lowerAscii", "upperAscii", "trim", "split", "join", "substring",
	"replace", "indexOf", "lastIndexOf", "charAt", "orValue", "or", "optional", "none", "of",
	"ofNonZeroValue", "hasValue", "value", "optMap", "optFlatMap", "includes", "isSorted",
	"sum", "min", "max", "duration", "timestamp", "list"};

static struct map all_expression_words, all_words;

static void put(struct map *m, const char *s)
{
	map_put(m, str_of(s), NULL)->value = m;
}

static void fill(void)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		put(&all_words, words[i]);
	for (size_t i = 0; i < sizeof expression_words / sizeof *expression_words; i++)
		put(&all_expression_words, expression_words[i]);
}

static bool has(const struct map *m, struct str s)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fill);
	return map_get(m, s) != NULL;
}

bool is_word(struct str s)
{
	return has(&all_words, s);
}

bool is_expression_word(struct str s)
{
	return has(&all_expression_words, s);
}
