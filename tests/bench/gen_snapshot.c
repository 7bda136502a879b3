/* gen_snapshot [-k SHAPE] [-n NODES] [-r RUNNING] [-p PENDING | -g GANGS] [-q QUEUES] [-s SEED]
 * [-l]
 * [-u] [-t] [-c] [-d]: a snapshot of a made-up cluster on stdout, bare JSON as the plugin writes
 * it. RUNNING and PENDING count pods, GANGS pending pod groups. SHAPE is plain; full: as many
 * attempts to run as RUNNING says, most of which fail where it is more than there is room for;
 * deep: as full, with QUEUES leaves of a tree of six levels with uneven quotas; limits: as deep,
 * with limits around what queues use: some hold more; mixed: small gangs, hardly two of which ask
 * for the same; storage: small gangs, half of whose pods have claims of managed storage, with
 * scarce room for these. Everything follows from the arguments; no clock is read. With -l (lean)
 * objects carry only what scheduling looks at, else they are as big as those of real clusters. With
 * -u (uneven) every other of the queues, an even number, runs all that runs, and the ones between
 * hold all that is pending: work for reclaim. With -t nodes are in a topology of four levels; with
 * -c, too, each pending gang is constrained to it, in one of four ways by turns. With -d GPUs are
 * dynamic resources: devices of slices, which pods claim; pending ones by turns ask for different
 * things. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/gen_volumes.h"

enum kind { PODS, CLAIMS, VOLUME_CLAIMS, VOLUMES, POD_GROUPS };

const char *when(char out[64], long sec)
{
	long day = sec / 86400, month = 1 + day / 28, mday = 1 + day % 28;

	snprintf(out, 64, "2026-%02ld-%02ldT%02ld:%02ld:%02ldZ", month, mday, sec / 3600 % 24,
		sec / 60 % 60, sec % 60);
	return out;
}

void print_metadata(const char *kind, long id, const char *name, const char *ns, long created)
{
	char t[64];

	printf("{\"metadata\":{\"name\":\"%s\"", name);
	if (ns)
		printf(",\"namespace\":\"%s\"", ns);
	printf(",\"uid\":\"%s-0000-4000-8000-%012ld\",\"resourceVersion\":\"%ld\",\"creationTimestamp\":\"%s\"",
		kind, id, 1000 + id, when(t, created));
}

/* All objects of a kind: the same gangs each time, as the state of the generator is put back but
 * for the last kind. */
static void gangs(struct cluster *c, enum kind kind)
{
	uint64_t random = c->random;

	for (long i = 0; i < c->nodes; i++)
		c->free[i] = (struct room){GPUS, NODE_CPU * 1000, NODE_MEMORY};
	c->pod = c->group = c->printed = 0;
	memset(c->used, 0, (size_t)c->queues * sizeof *c->used);
	long done[2] = {c->gangs ? c->gangs : c->pending, c->running}, failures = 0;
	for (int running = 1; running >= 0; running--) {
		c->runs = running;
		/* A full cluster ends the search for room. */
		while (done[running] > 0 && failures < 1000) {
			struct gang g = draw_gang(c, running);

			if (g.members == 0) {
				if (c->shape == PLAIN)
					failures++;
				else
					done[running]--;
				continue;
			}
			c->created = (running ? 1000 : 1000000) + c->group;
			switch (kind) {
			case PODS: print_pods(c, &g); break;
			case CLAIMS: print_claims(c, &g); break;
			case VOLUME_CLAIMS: print_volume_claims(c, &g); break;
			case VOLUMES: print_volumes(c, &g); break;
			case POD_GROUPS: print_pod_group(c, &g, running); break;
			}
			c->group++;
			c->used[g.queue] += running ? g.members * g.each.gpus : 0;
			done[running] -= c->gangs && !running ? 1 : g.members;
		}
		failures = 0;
	}
	if (kind != POD_GROUPS)
		c->random = random;
}

static void configuration(const struct cluster *c)
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
	       "\"schedulePeriod\":1000000000,\"queueLabelKey\":\"kai.scheduler/queue\"%s},\n",
		c->shape == STORAGE ? ",\"scheduleCSIStorage\":true" : "");
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
		print_metadata("priority", i, classes[i].name, NULL, 0);
		printf("},\"value\":%d,\"preemptionPolicy\":\"PreemptLowerPriority\"}\n",
			classes[i].value);
	}
}

static void snapshot(struct cluster *c)
{
	configuration(c);
	printf("\"rawObjects\":{\"pods\":[");
	gangs(c, PODS);
	printf("],\"resourceClaims\":[");
	if (c->claims)
		gangs(c, CLAIMS);
	printf("],\"persistentVolumeClaims\":[");
	if (c->shape == STORAGE)
		gangs(c, VOLUME_CLAIMS);
	printf("],\"persistentVolumes\":[");
	if (c->shape == STORAGE)
		gangs(c, VOLUMES);
	printf("],\"podGroups\":[");
	gangs(c, POD_GROUPS);
	printf("],\"nodes\":[");
	for (long i = 0; i < c->nodes; i++) {
		if (i)
			putchar(',');
		print_node(c, i);
	}
	printf("]");
	print_queues(c);
	printf(",\"priorityClasses\":[");
	priority_classes();
	printf("]");
	print_topologies(c);
	print_devices(c->claims ? c->nodes : 0);
	print_storage(c);
	static const char *const empty[] = {"bindRequests", "configMaps", "nodeResourceTopologies"};
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
		printf(",\"%s\":[]", empty[i]);
	printf("}}\n");
}

static bool read_shape(const char *name, enum shape *out)
{
	static const char *const names[] = {[PLAIN] = "plain",
		[FULL] = "full",
		[DEEP] = "deep",
		[MIXED] = "mixed",
		[LIMITS] = "limits",
		[STORAGE] = "storage"};

	for (int i = 0; i <= STORAGE; i++)
		if (strcmp(name, names[i]) == 0) {
			*out = (enum shape)i;
			return true;
		}
	return false;
}

static bool read_options(struct cluster *c, int argc, char **argv)
{
	for (int opt; (opt = getopt(argc, argv, "k:n:r:p:g:q:s:lutcd")) != -1;)
		switch (opt) {
		case 'k':
			if (!read_shape(optarg, &c->shape))
				return false;
			break;
		case 'n': c->nodes = atol(optarg); break;
		case 'r': c->running = atol(optarg); break;
		case 'p': c->pending = atol(optarg); break;
		case 'g': c->gangs = atol(optarg); break;
		case 'q': c->queues = atol(optarg); break;
		case 's': c->random = strtoull(optarg, NULL, 10); break;
		case 'l': c->lean = true; break;
		case 'u': c->uneven = true; break;
		case 't': c->topology = true; break;
		case 'd': c->claims = true; break;
		case 'c': c->topology = c->constrained = true; break;
		default: return false;
		}
	return true;
}

int main(int argc, char **argv)
{
	struct cluster c = {.nodes = 100, .running = 300, .pending = 50, .queues = 4, .random = 1};

	if (!read_options(&c, argc, argv)) {
		fprintf(stderr,
			"usage: gen_snapshot [-k plain|full|deep|mixed|limits|storage] [-n NODES] [-r RUNNING] "
			"[-p PENDING | -g GANGS] [-q QUEUES] [-s SEED] [-l] [-u] [-t] [-c] [-d]\n");
		return 2;
	}
	if (c.nodes < 1 || c.queues < 1 || c.nodes > 1000000 || c.queues > 100000 ||
		(c.uneven && c.queues % 2) || (c.claims && c.shape >= MIXED) ||
		!(c.free = calloc((size_t)c.nodes, sizeof *c.free)) ||
		!(c.used = calloc((size_t)c.queues, sizeof *c.used))) {
		fprintf(stderr, "gen_snapshot: bad size\n");
		return 2;
	}
	c.seed = c.random;
	snapshot(&c);
	free(c.free);
	free(c.used);
	return fflush(stdout) || ferror(stdout) ? 4 : 0;
}
