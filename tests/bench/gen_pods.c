/* Pods of a made-up cluster, and what they claim. */
#include "tests/bench/gen_volumes.h"

static void pod_spec(const struct cluster *c, const struct gang *g, long member)
{
	long node_number = g->nodes[member];
	const struct room *each = &g->each;
	char resources[128], cpu[32], gpus[32] = "";

	if (!c->claims && each->gpus)
		snprintf(gpus, sizeof gpus, ",\"nvidia.com/gpu\":\"%d\"", each->gpus);
	snprintf(cpu, sizeof cpu, each->milli_cpu % 1000 ? "%dm" : "%d",
		each->milli_cpu % 1000 ? each->milli_cpu : each->milli_cpu / 1000);
	snprintf(resources, sizeof resources, "{\"cpu\":\"%s\",\"memory\":\"%dGi\"%s}", cpu,
		each->memory, gpus);
	printf("\"spec\":{");
	if (c->claims)
		print_claim_reference(each->gpus);
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
	for (int k = 0; k < 4 && !c->lean && c->shape != STORAGE; k++)
		printf("%s{\"name\":\"vol-%d\",\"emptyDir\":{}}%s", k ? "," : ",\"volumes\":[", k,
			k < 3 ? "" : "]");
	if (c->shape == STORAGE)
		print_pod_volumes(c, g, member);
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

void print_pods(struct cluster *c, const struct gang *g)
{
	for (long m = 0; m < g->members; m++, c->pod++) {
		char name[64], ns[32];

		snprintf(name, sizeof name, "%s-%ld", g->name, m);
		snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
		if (c->pod)
			putchar(',');
		print_metadata("pod00000", c->pod, name, ns, c->created);
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
		pod_spec(c, g, m);
		pod_status(c, name, g->nodes[m] >= 0);
	}
}

void print_claims(struct cluster *c, const struct gang *g)
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
			.count = g->each.gpus,
			.demand = (int)(c->group % 4)});
	}
}
