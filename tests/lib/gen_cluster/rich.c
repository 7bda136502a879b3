/* What nodes and the configuration of rich clusters have besides. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

void rich_node_labels(const struct cluster *c, struct jsonw *w, int node)
{
	struct roll r = roll_of(c, R_workers, node);
	uint32_t kinds = roll(&r, 100);

	if (c->rich[R_workers] && kinds < 75)
		put(w, "node-role.kubernetes.io/gpu-worker", "\"\"");
	if (c->rich[R_workers] && kinds >= 40)
		put(w, "node-role.kubernetes.io/cpu-worker", "\"true\"");
	if (c->rich[R_node_terms])
		put(w, "rank", "\"%d\"", node % 5);
}

/* Device memory that is unknown, below what counts, or not divisible by 100. */
bool rich_gpu_labels(const struct cluster *c, struct jsonw *w, int node)
{
	static const char *const memories[] = {NULL, "64", "99", "100", "16299", "many", "40537"};
	struct roll r = roll_of(c, R_odd_gpu_labels, node);
	const char *memory = ROLL(&r, memories);

	if (!c->rich[R_odd_gpu_labels] || c->nodes[node].mig || roll(&r, 100) < 40)
		return false;
	if (roll(&r, 100) < 80)
		put(w, "nvidia.com/gpu.count", "\"%d\"", c->nodes[node].total.gpus);
	if (memory)
		put(w, "nvidia.com/gpu.memory", "\"%s\"", memory);
	return true;
}

bool rich_taints(const struct cluster *c, struct jsonw *w, int node)
{
	static const char *const taints[] = {
		"[]",
		"[{\"key\":\"spot\",\"value\":\"true\",\"effect\":\"NoSchedule\"}]",
		"[{\"key\":\"team\",\"value\":\"a\",\"effect\":\"NoExecute\"}]",
		"[{\"key\":\"team\",\"value\":\"b\",\"effect\":\"PreferNoSchedule\"}]",
		("[{\"key\":\"team\",\"value\":\"b\",\"effect\":\"NoSchedule\"},"
		 "{\"key\":\"spot\",\"effect\":\"NoSchedule\"}]"),
	};
	struct roll r = roll_of(c, R_mixed_taints, node);

	if (!c->rich[R_mixed_taints])
		return false;
	put(w, "taints", "%s", roll(&r, 100) < 40 ? taints[0] : ROLL(&r, taints));
	return true;
}

bool rich_conditions(const struct cluster *c, struct jsonw *w, int node)
{
	static const char *const types[] = {
		"MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "Odd"};
	static const char *const states[] = {"False", "False", "False", "True", "Unknown"};
	struct roll r = roll_of(c, R_conditions, node);

	if (!c->rich[R_conditions])
		return false;
	jsonw_key(w, "conditions");
	jsonw_begin(w, '[');
	for (int i = 0; i < 2; i++) {
		jsonw_begin(w, '{');
		put(w, "type", "\"%s\"", ROLL(&r, types));
		put(w, "status", "\"%s\"", roll(&r, 100) < 70 ? "False" : ROLL(&r, states));
		jsonw_end(w, '}');
	}
	jsonw_begin(w, '{');
	put(w, "type", "\"Ready\"");
	put(w, "status", "\"%s\"", c->nodes[node].unready ? "False" : "True");
	jsonw_end(w, '}');
	jsonw_end(w, ']');
	return true;
}

/* Disk space and a resource of a vendor: of a node, or asked for by the pods of a job. */
void rich_amounts(const struct cluster *c, struct jsonw *w, bool of_node, int number)
{
	struct roll r = roll_of(c, R_more_resources, of_node ? 1000 + number : number);

	if (!c->rich[R_more_resources] || number < 0)
		return;
	if (of_node ? roll(&r, 100) < 90 : roll(&r, 100) < 20)
		put(w, "ephemeral-storage", "\"%dGi\"", (of_node ? 20 : 1) + (int)roll(&r, 9));
	if (of_node ? roll(&r, 100) < 60 : roll(&r, 100) < 15)
		put(w, "example.com/widget", "\"%d\"", 1 + (int)roll(&r, of_node ? 6 : 3));
}

bool rich_plugin(const struct cluster *c, struct jsonw *w, const char *name, int place)
{
	static const struct {
		const char *name, *arguments;
	} odd[] = {
		{"nodeplacement", "\"cpu\":\"spread\",\"gpu\":\"binpack\""},
		{"nodeplacement", "\"cpu\":\"binpack\",\"gpu\":\"spread\""},
		{"nodeplacement", "\"gpu\":\"sideways\""},
		{"proportion", "\"kValue\":\"0.5\""},
		{"proportion", "\"kValue\":\"-1\",\"relcaimerSaturationMultiplier\":\"0.9\""},
		{"proportion", "\"kValue\":\"x\",\"relcaimerSaturationMultiplier\":\"2\""},
		{"proportion", "\"relcaimerSaturationMultiplier\":\"y\""},
		{"minruntime",
			"\"defaultPreemptMinRuntime\":\"1d\",\"reclaimResolveMethod\":\"lca\""},
		{"minruntime", "\"defaultReclaimMinRuntime\":\"-5m\""},
		{"minruntime",
			"\"defaultReclaimMinRuntime\":\"45m\",\"reclaimResolveMethod\":\"no\""},
		{"gpupack", NULL},
		{"gpuspread", NULL},
		{"podaffinity", NULL},
		{"no-such-plugin", NULL},
	};
	enum { ODD = sizeof odd / sizeof *odd };
	struct roll r = roll_of(c, R_odd_plugins, place);

	if (!c->rich[R_odd_plugins])
		return false;
	if (roll(&r, 100) < 6) /* left out */
		return true;
	for (int i = (int)roll(&r, ODD), k = 0; k < ODD; k++, i = (i + 1) % ODD)
		if (strcmp(name, odd[i].name) == 0 && roll(&r, 100) < 60) {
			put_plugin(w, name, odd[i].arguments);
			return true;
		}
	if (roll(&r, 100) < 4)
		put_plugin(w, odd[10 + roll(&r, ODD - 10)].name, NULL);
	return false;
}

void rich_config(const struct cluster *c, struct jsonw *w)
{
	struct roll r = roll_of(c, R_odd_plugins, 2000);

	if (!c->rich[R_odd_plugins])
		return;
	if (roll(&r, 100) < 10)
		put(w, "usageDBConfig", "{\"clientType\":\"prometheus\"}");
	if (roll(&r, 100) < 50)
		put(w, "scenarioSearchBudgets",
			"{\"maxActionSearchDuration\":{\"reclaim\":\"60ms\",\"default\":\"40ms\"},"
			"\"maxGeneratorSearchDuration\":{\"NodeLocalGreedy\":\"15ms\"},"
			"\"maxJobSearchDuration\":\"%ums\",\"minJobSearchDuration\":\"5ms\"}",
			(unsigned)(5 + 10 * roll(&r, 3)));
}

void rich_params(const struct cluster *c, struct jsonw *w)
{
	static const char *const thresholds[] = {"120000000000", "1000000000000", "0"};
	struct roll r = roll_of(c, R_odd_plugins, 1000);

	if (c->rich[R_workers])
		put(w, "restrictSchedulingNodes", "true");
	if (c->rich[R_claims] && roll(&r, 100) < 60)
		put(w, "scheduleCSIStorage", "true");
	if (c->rich[R_odd_plugins])
		put(w, "stuckInReleasingThreshold", "%s", ROLL(&r, thresholds));
}
