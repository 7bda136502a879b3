/* gen_snapshot [-n NODES] [-r RUNNING] [-p PENDING | -g GANGS] [-q QUEUES] [-s SEED] [-l] [-u] [-t]
 * [-c] [-d]: a snapshot of a made-up cluster on stdout, bare JSON as the plugin writes it. RUNNING
 * and PENDING count pods, GANGS pending pod groups.
 * Everything follows from the arguments; no clock is read. With -l (lean) objects carry only what
 * scheduling looks at, else they are as big as those of real clusters. With -u (uneven) every other
 * of the queues, an even number, runs all that runs, and the ones between hold all that is pending:
 * work for reclaim. With -t nodes are in a topology of four levels; with -c, too, each pending gang
 * is constrained to it, in one of four ways by turns. With -d GPUs are dynamic resources: devices
 * of slices, which pods claim; pending ones by turns ask for different things. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "tests/bench/gen_claims.h"

enum { GROUP_MAX = 8 };
#define LEVEL "topology.example.com/"

struct cluster {
	long nodes, running, pending, gangs, queues; /* gangs 0: as pending says */
	bool lean, uneven, topology, constrained, claims;
	uint64_t random;
	int *free_gpus;           /* of each node */
	long pod, group, created; /* numbers of the next ones */
};

enum kind { PODS, CLAIMS, POD_GROUPS };

struct gang {
	char name[32];
	long queue, members;
	int gpus; /* of each member */
	const char *priority;
	long nodes[GROUP_MAX]; /* of each member, -1: pending */
	int device[GROUP_MAX]; /* the first one that a running member has there */
};

static uint32_t below(struct cluster *c, uint32_t n)
{
	c->random = c->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((c->random >> 33) % n);
}

/* Kubernetes' form of a time counted from 2026-01-01T00:00:00Z; the buffer is the caller's. */
static const char *when(char out[64], long sec)
{
	long day = sec / 86400, month = 1 + day / 28, mday = 1 + day % 28;

	snprintf(out, 64, "2026-%02ld-%02ldT%02ld:%02ld:%02ldZ", month, mday, sec / 3600 % 24,
		sec / 60 % 60, sec % 60);
	return out;
}

/* Opens the metadata of an object; labels and annotations follow. */
static void metadata(const char *kind, long id, const char *name, const char *ns, long created)
{
	char t[64];

	printf("{\"metadata\":{\"name\":\"%s\"", name);
	if (ns)
		printf(",\"namespace\":\"%s\"", ns);
	printf(",\"uid\":\"%s-0000-4000-8000-%012ld\",\"resourceVersion\":\"%ld\",\"creationTimestamp\":\"%s\"",
		kind, id, 1000 + id, when(t, created));
}

static void condition(const char *type, const char *status, const char *reason, long at)
{
	char t[64];

	when(t, at);
	printf("{\"type\":\"%s\",\"status\":\"%s\",\"lastHeartbeatTime\":\"%s\",\"lastTransitionTime\":\"%s\",\"reason\":\"%s\","
	       "\"message\":\"kubelet says %s\"}",
		type, status, t, t, reason, reason);
}

static void node_status(const struct cluster *c, long i)
{
	static const char *const names[] = {"capacity", "allocatable"};

	printf("\"status\":{");
	for (int k = 0; k < 2; k++)
		printf("\"%s\":{\"cpu\":\"127\",\"ephemeral-storage\":\"1900000000Ki\",\"hugepages-1Gi\":\"0\","
		       "\"hugepages-2Mi\":\"0\",\"memory\":\"1056000000Ki\",%s\"pods\":\"250\"},",
			names[k], c->claims ? "" : "\"nvidia.com/gpu\":\"8\",");
	printf("\"conditions\":[");
	condition("Ready", "True", "KubeletReady", i);
	if (!c->lean) {
		static const char *const calm[] = {"MemoryPressure", "DiskPressure", "PIDPressure"};

		for (int k = 0; k < 3; k++) {
			putchar(',');
			condition(calm[k], "False", "KubeletHasEnough", i);
		}
	}
	printf("],\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.0.%ld.%ld\"}],\"nodeInfo\":{\"kernelVersion\":\"6.8.0-60-generic\","
	       "\"osImage\":\"Ubuntu 24.04 LTS\",\"containerRuntimeVersion\":\"containerd://2.0.1\",\"kubeletVersion\":\"v1.34.2\","
	       "\"operatingSystem\":\"linux\",\"architecture\":\"amd64\"}",
		i / 250 % 250, i % 250);
	if (!c->lean) {
		printf(",\"images\":[");
		for (int k = 0; k < 40; k++)
			printf("%s{\"names\":[\"registry.example.com/team/image-%d@sha256:%064ld\"],\"sizeBytes\":%d}",
				k ? "," : "", k, k * 7919L + i, 100000000 + k);
		putchar(']');
	}
	printf("}}\n");
}

static void node(struct cluster *c, long i)
{
	char name[32];

	snprintf(name, sizeof name, "node-%05ld", i);
	metadata("node0000", i, name, NULL, i);
	printf(",\"labels\":{\"kubernetes.io/arch\":\"amd64\",\"kubernetes.io/hostname\":\"%s\",\"kubernetes.io/os\":\"linux\","
	       "\"nvidia.com/gpu.count\":\"8\",\"nvidia.com/gpu.memory\":\"81559\",\"nvidia.com/gpu.product\":\"NVIDIA-H100-80GB-HBM3\","
	       "\"topology.kubernetes.io/zone\":\"zone-%ld\",\"rack\":\"rack-%ld\"",
		name, i % 4, i / 16);
	for (int k = 0; k < 60 && !c->lean; k++)
		printf(",\"feature.node.kubernetes.io/cpu-cpuid.F%d\":\"true\"", k);
	if (c->topology)
		printf(",\"" LEVEL "zone\":\"z%ld\",\"" LEVEL "block\":\"b%ld\",\"" LEVEL
		       "rack\":\"r%ld\"",
			i / 512, i / 128, i / 16);
	printf("},\"annotations\":{\"node.alpha.kubernetes.io/ttl\":\"0\"}},\"spec\":{\"podCIDR\":\"10.%ld.0.0/24\"",
		i % 250);
	if (below(c, 100) < 3)
		printf(",\"taints\":[{\"key\":\"maintenance\",\"value\":\"true\",\"effect\":\"NoSchedule\"}]");
	if (below(c, 100) < 2)
		printf(",\"unschedulable\":true");
	printf("},");
	node_status(c, i);
}

static void queue(struct cluster *c, long i, long departments)
{
	static const long part[] = {50, 80, 100};
	char name[32];
	bool top = i < departments;

	snprintf(name, sizeof name, top ? "dept-%ld" : "queue-%ld", top ? i : i - departments);
	metadata("queue000", i, name, NULL, i);
	printf("},\"spec\":{");
	if (!top)
		printf("\"parentQueue\":\"dept-%ld\",", (i - departments) % departments);
	long quota = top ? -1 : c->nodes * GPUS * part[below(c, 3)] / 100 / c->queues;
	printf("\"resources\":{\"gpu\":{\"quota\":%ld,\"limit\":-1,\"overQuotaWeight\":%u}", quota,
		top ? 1 : below(c, 3));
	printf(",\"cpu\":{\"quota\":-1,\"limit\":-1,\"overQuotaWeight\":1},\"memory\":{\"quota\":-1,\"limit\":-1,\"overQuotaWeight\":1}}},"
	       "\"status\":{}}\n");
}

static void pod_spec(const struct cluster *c, const struct gang *g, long node_number)
{
	char resources[128], gpus[32] = "";

	if (!c->claims)
		snprintf(gpus, sizeof gpus, ",\"nvidia.com/gpu\":\"%d\"", g->gpus);
	snprintf(resources, sizeof resources, "{\"cpu\":\"%d\",\"memory\":\"%dGi\"%s}", 4 * g->gpus,
		32 * g->gpus, gpus);
	printf("\"spec\":{");
	if (c->claims)
		print_claim_reference(g->gpus);
	if (node_number >= 0)
		printf("\"nodeName\":\"node-%05ld\",", node_number);
	printf("\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":%s,\"requests\":%s%s}",
		resources, resources, c->claims ? ",\"claims\":[{\"name\":\"gpus\"}]" : "");
	for (int k = 0; k < 4 && !c->lean; k++)
		printf("%s{\"name\":\"vol-%d\",\"mountPath\":\"/data/%d\"}%s",
			k ? "," : ",\"volumeMounts\":[", k, k, k < 3 ? "" : "]");
	printf("}],\"restartPolicy\":\"Never\",\"terminationGracePeriodSeconds\":30,\"dnsPolicy\":\"ClusterFirst\","
	       "\"serviceAccountName\":\"default\",\"securityContext\":{},\"schedulerName\":\"kai-scheduler\",\"tolerations\":["
	       "{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300},"
	       "{\"key\":\"node.kubernetes.io/unreachable\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],"
	       "\"priority\":50,\"enableServiceLinks\":true,\"preemptionPolicy\":\"PreemptLowerPriority\"");
	for (int k = 0; k < 4 && !c->lean; k++)
		printf("%s{\"name\":\"vol-%d\",\"emptyDir\":{}}%s", k ? "," : ",\"volumes\":[", k,
			k < 3 ? "" : "]");
	printf("},");
}

static void pod_status(const struct cluster *c, const char *name, bool running)
{
	static const char *const done[] = {
		"Initialized", "Ready", "ContainersReady", "PodScheduled"};
	char t[64];

	when(t, c->created);
	if (!running) {
		printf("\"status\":{\"phase\":\"Pending\",\"qosClass\":\"Guaranteed\"");
		if (c->claims)
			print_claim_status(name);
		printf("}}\n");
		return;
	}
	printf("\"status\":{\"phase\":\"Running\",\"qosClass\":\"Guaranteed\",\"startTime\":\"%s\",\"hostIP\":\"10.0.0.1\",\"conditions\":[",
		t);
	for (int k = 0; k < 4; k++)
		printf("%s{\"type\":\"%s\",\"status\":\"True\",\"lastProbeTime\":null,\"lastTransitionTime\":\"%s\"}",
			k ? "," : "", done[k], t);
	putchar(']');
	if (c->claims)
		print_claim_status(name);
	if (!c->lean)
		printf(",\"containerStatuses\":[{\"name\":\"main\",\"state\":{\"running\":{\"startedAt\":\"%s\"}},\"lastState\":{},\"ready\":true,"
		       "\"restartCount\":0,\"image\":\"registry.example.com/team/train:latest\",\"imageID\":\"registry.example.com/team/train@sha256:"
		       "%064ld\",\"containerID\":\"containerd://%064ld\",\"started\":true}]",
			t, c->pod, c->pod);
	printf("}}\n");
}

static void pods(struct cluster *c, const struct gang *g)
{
	for (long m = 0; m < g->members; m++, c->pod++) {
		char name[64], ns[32];

		snprintf(name, sizeof name, "%s-%ld", g->name, m);
		snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
		if (c->pod)
			putchar(',');
		metadata("pod00000", c->pod, name, ns, c->created);
		printf(",\"labels\":{\"kai.scheduler/queue\":\"queue-%ld\",\"app\":\"%s\"",
			g->queue, g->name);
		for (int k = 0; k < 8 && !c->lean; k++)
			printf(",\"team.example.com/label-%d\":\"value-%d-%s\"", k, k, g->name);
		printf("},\"annotations\":{\"pod-group-name\":\"%s\"", g->name);
		for (int k = 0; k < 6 && !c->lean; k++)
			printf(",\"prometheus.example.com/annotation-%d\":\"text that nobody reads but every capture carries along, \\u003c%d\\u003e\"",
				k, k);
		putchar('}');
		if (!c->lean)
			printf(",\"ownerReferences\":[{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"name\":\"%s\",\"uid\":\"job00000-0000-4000-8000-%012ld\","
			       "\"controller\":true,\"blockOwnerDeletion\":true}]",
				g->name, c->group);
		printf("},");
		pod_spec(c, g, g->nodes[m]);
		pod_status(c, name, g->nodes[m] >= 0);
	}
}

static void claims(struct cluster *c, const struct gang *g)
{
	for (long m = 0; m < g->members; m++, c->pod++) {
		char name[64], ns[32], t[64];

		snprintf(name, sizeof name, "%s-%ld", g->name, m);
		snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
		if (c->pod)
			putchar(',');
		print_claim(&(struct claim){.pod = name,
			.ns = ns,
			.time = when(t, c->created),
			.id = c->pod,
			.node = g->nodes[m],
			.first = g->device[m],
			.count = g->gpus,
			.demand = (int)(c->group % 4)});
	}
}

/* The next gang; a running one is put where there is room and shrinks to the members that found
 * some. */
static struct gang next_gang(struct cluster *c, bool running)
{
	static const int sizes[] = {1, 1, 1, 1, 2, 2, 4, 4, 8, 8};
	static const long members[] = {1, 1, 1, 1, 1, 1, 1, 2, 4, 8};
	static const char *const priorities[] = {"train", "train", "build"};
	struct gang g = {.gpus = sizes[below(c, 10)],
		.queue = below(c, (uint32_t)c->queues),
		.priority = priorities[below(c, 3)]};
	long wanted = members[below(c, 10)];

	if (c->uneven)
		g.queue = g.queue / 2 * 2 + !running;
	snprintf(g.name, sizeof g.name, "%s-%ld", running ? "job-r" : "job-p", c->group);
	for (long m = 0; m < wanted; m++) {
		long at = -1;

		for (int attempt = 0; attempt < 40 && running && at < 0; attempt++) {
			long candidate = below(c, (uint32_t)c->nodes);

			if (c->free_gpus[candidate] >= g.gpus)
				at = candidate;
		}
		if (running && at < 0)
			break;
		if (at >= 0) {
			g.device[g.members] = GPUS - c->free_gpus[at];
			c->free_gpus[at] -= g.gpus;
		}
		g.nodes[g.members++] = at;
	}
	return g;
}

/* Of a pending gang: a rack or a block, or as near to one as there is room. */
static void constraint(const struct cluster *c)
{
	static const char *const levels[] = {
		"\"requiredTopologyLevel\":\"" LEVEL "rack\"",
		"\"requiredTopologyLevel\":\"" LEVEL "block\"",
		"\"preferredTopologyLevel\":\"" LEVEL "rack\"",
		"\"requiredTopologyLevel\":\"" LEVEL "zone\",\"preferredTopologyLevel\":\"" LEVEL
		"rack\"",
	};

	printf(",\"topologyConstraint\":{\"topology\":\"cluster\",%s}", levels[c->group % 4]);
}

static void topologies(const struct cluster *c)
{
	printf(",\"topologies\":[");
	if (c->topology) {
		metadata("topology", 0, "cluster", NULL, 0);
		printf("},\"spec\":{\"levels\":[{\"nodeLabel\":\"" LEVEL
		       "zone\"},{\"nodeLabel\":\"" LEVEL "block\"},{\"nodeLabel\":\"" LEVEL
		       "rack\"},{\"nodeLabel\":\"kubernetes.io/hostname\"}]}}");
	}
	printf("]");
}

static void pod_group(const struct cluster *c, const struct gang *g, bool running)
{
	char ns[32], t[64];

	snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
	if (c->group)
		putchar(',');
	metadata("group000", c->group, g->name, ns, c->created);
	printf(",\"annotations\":{");
	if (running)
		printf("\"kai.scheduler/last-start-timestamp\":\"%s\"", when(t, c->created));
	printf("},\"labels\":{\"kai.scheduler/queue\":\"queue-%ld\"}},\"spec\":{\"minMember\":%ld,\"queue\":\"queue-%ld\","
	       "\"priorityClassName\":\"%s\"",
		g->queue, g->members, g->queue, g->priority);
	if (c->constrained && !running)
		constraint(c);
	printf("},\"status\":{\"resourcesStatus\":{}}}\n");
}

/* All objects of a kind: the same gangs each time, as the state of the generator is put back but
 * for the last kind. */
static void gangs(struct cluster *c, enum kind kind)
{
	uint64_t random = c->random;

	for (long i = 0; i < c->nodes; i++)
		c->free_gpus[i] = GPUS;
	c->pod = c->group = 0;
	long done[2] = {c->gangs ? c->gangs : c->pending, c->running}, failures = 0;
	for (int running = 1; running >= 0; running--) {
		/* A full cluster ends the search for room. */
		while (done[running] > 0 && failures < 1000) {
			struct gang g = next_gang(c, running);

			if (g.members == 0) {
				failures++;
				continue;
			}
			c->created = (running ? 1000 : 1000000) + c->group;
			switch (kind) {
			case PODS: pods(c, &g); break;
			case CLAIMS: claims(c, &g); break;
			case POD_GROUPS: pod_group(c, &g, running); break;
			}
			c->group++;
			done[running] -= c->gangs && !running ? 1 : g.members;
		}
		failures = 0;
	}
	if (kind != POD_GROUPS)
		c->random = random;
}

static void configuration(void)
{
	printf("{\"config\":{\"actions\":\"allocate, consolidation, reclaim, preempt, stalegangeviction\",\"tiers\":[{\"plugins\":[");
	static const char *const plugins[] = {"predicates", "proportion", "priority", "elastic",
		"kubeflow", "ray", "nodeavailability", "gpusharingorder", "gpupack", "resourcetype",
		"subgrouporder", "taskorder", "nominatednode", "dynamicresources", "minruntime",
		"topology", "snapshot", "sg-nodelocalgreedy", "sg-multinodegang"};
	for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++)
		printf("{\"name\":\"%s\"},", plugins[i]);
	printf("{\"name\":\"nodeplacement\",\"arguments\":{\"cpu\":\"binpack\",\"gpu\":\"binpack\"}}]}]},\n");
	printf("\"schedulerParams\":{\"schedulerName\":\"kai-scheduler\",\"partitionParams\":{\"NodePoolLabelKey\":\"\",\"NodePoolLabelValue\":\"\"},"
	       "\"maxNumberConsolidationPreemptees\":16,\"useSchedulingSignatures\":true,\"fullHierarchyFairness\":true,"
	       "\"allowConsolidatingReclaim\":true,\"numOfStatusRecordingWorkers\":5,\"globalDefaultStalenessGracePeriod\":60000000000,"
	       "\"schedulePeriod\":1000000000,\"queueLabelKey\":\"kai.scheduler/queue\"},\n");
}

static void priority_classes(void)
{
	static const struct {
		const char *name;
		int value;
	} classes[] = {
		{"train", 50}, {"build-preemptible", 75}, {"build", 100}, {"inference", 125}};

	for (int i = 0; i < 4; i++) {
		if (i)
			putchar(',');
		metadata("priority", i, classes[i].name, NULL, 0);
		printf("},\"value\":%d,\"preemptionPolicy\":\"PreemptLowerPriority\"}\n",
			classes[i].value);
	}
}

static void snapshot(struct cluster *c)
{
	configuration();
	printf("\"rawObjects\":{\"pods\":[");
	gangs(c, PODS);
	printf("],\"resourceClaims\":[");
	if (c->claims)
		gangs(c, CLAIMS);
	printf("],\"podGroups\":[");
	gangs(c, POD_GROUPS);
	printf("],\"nodes\":[");
	for (long i = 0; i < c->nodes; i++) {
		if (i)
			putchar(',');
		node(c, i);
	}
	printf("],\"queues\":[");
	long departments = 1 + c->queues / 4;
	for (long i = 0; i < departments + c->queues; i++) {
		if (i)
			putchar(',');
		queue(c, i, departments);
	}
	printf("],\"priorityClasses\":[");
	priority_classes();
	printf("]");
	topologies(c);
	print_devices(c->claims ? c->nodes : 0);
	static const char *const empty[] = {"bindRequests", "configMaps", "persistentVolumes",
		"persistentVolumeClaims", "csiStorageCapacities", "storageClasses", "csiDrivers",
		"nodeResourceTopologies"};
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
		printf(",\"%s\":[]", empty[i]);
	printf("}}\n");
}

int main(int argc, char **argv)
{
	struct cluster c = {.nodes = 100, .running = 300, .pending = 50, .queues = 4, .random = 1};

	for (int opt; (opt = getopt(argc, argv, "n:r:p:g:q:s:lutcd")) != -1;)
		switch (opt) {
		case 'n': c.nodes = atol(optarg); break;
		case 'r': c.running = atol(optarg); break;
		case 'p': c.pending = atol(optarg); break;
		case 'g': c.gangs = atol(optarg); break;
		case 'q': c.queues = atol(optarg); break;
		case 's': c.random = strtoull(optarg, NULL, 10); break;
		case 'l': c.lean = true; break;
		case 'u': c.uneven = true; break;
		case 't': c.topology = true; break;
		case 'd': c.claims = true; break;
		case 'c': c.topology = c.constrained = true; break;
		default:
			fprintf(stderr,
				"usage: gen_snapshot [-n NODES] [-r RUNNING] [-p PENDING | -g GANGS] [-q QUEUES] [-s SEED] [-l] [-u] [-t] [-c] [-d]\n");
			return 2;
		}
	if (c.nodes < 1 || c.queues < 1 || c.nodes > 1000000 || c.queues > 100000 ||
		(c.uneven && c.queues % 2) ||
		!(c.free_gpus = calloc((size_t)c.nodes, sizeof(int)))) {
		fprintf(stderr, "gen_snapshot: bad size\n");
		return 2;
	}
	snapshot(&c);
	free(c.free_gpus);
	return fflush(stdout) || ferror(stdout) ? 4 : 0;
}
