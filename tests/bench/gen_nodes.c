/* Nodes of a made-up cluster. */
#include "tests/bench/gen_snapshot.h"

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
		printf("\"%s\":{\"cpu\":\"%d\",\"ephemeral-storage\":\"1900000000Ki\",\"hugepages-1Gi\":\"0\","
		       "\"hugepages-2Mi\":\"0\",\"memory\":\"1056000000Ki\",%s\"pods\":\"250\"},",
			names[k], NODE_CPU, c->claims ? "" : "\"nvidia.com/gpu\":\"8\",");
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

void print_node(struct cluster *c, long i)
{
	char name[32];

	snprintf(name, sizeof name, "node-%05ld", i);
	print_metadata("node0000", i, name, NULL, i);
	printf(",\"labels\":{\"kubernetes.io/arch\":\"amd64\",\"kubernetes.io/hostname\":\"%s\",\"kubernetes.io/os\":\"linux\","
	       "\"nvidia.com/gpu.count\":\"8\",\"nvidia.com/gpu.memory\":\"81559\",\"nvidia.com/gpu.product\":\"NVIDIA-H100-80GB-HBM3\","
	       "\"topology.kubernetes.io/zone\":\"zone-%ld\",\"rack\":\"rack-%ld\"",
		name, i % 4, i / 16);
	for (int k = 0; k < 60 && !c->lean; k++)
		printf(",\"feature.node.kubernetes.io/cpu-cpuid.F%d\":\"true\"", k);
	if (c->topology)
		printf(",\"" TOPOLOGY_LEVEL "zone\":\"z%ld\",\"" TOPOLOGY_LEVEL
		       "block\":\"b%ld\",\"" TOPOLOGY_LEVEL "rack\":\"r%ld\"",
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
