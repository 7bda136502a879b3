/* Configuration, nodes, queues, pod groups. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

void put_plugin(struct jsonw *w, const char *name, const char *arguments)
{
	jsonw_begin(w, '{');
	put(w, "name", "\"%s\"", name);
	if (arguments)
		put(w, "arguments", "{%s}", arguments);
	jsonw_end(w, '}');
}

static void plugins(const struct cluster *c, struct jsonw *w)
{
	/* the built-in order, and that of KAI's operator */
	static const char *const orders[][21] = {
		{"predicates", "proportion", "priority", "elastic", "kubeflow", "ray",
			"nodeavailability", "gpusharingorder", "gpupack", "resourcetype",
			"subgrouporder", "taskorder", "nominatednode", "dynamicresources",
			"nodeplacement", "minruntime", "topology", "snapshot", "sg-nodelocalgreedy",
			"sg-multinodegang"},
		{"predicates", "proportion", "priority", "nodeavailability", "resourcetype",
			"podaffinity", "elastic", "kubeflow", "ray", "subgrouporder", "taskorder",
			"nominatednode", "dynamicresources", "minruntime", "topology", "snapshot",
			"sg-nodelocalgreedy", "sg-multinodegang", "gpupack", "nodeplacement",
			"gpusharingorder"}};
	const char *strategy = c->on[F_spread] ? "spread" : "binpack";
	char placement[64];

	snprintf(placement, sizeof placement, "\"cpu\":\"%s\",\"gpu\":\"%s\"", strategy, strategy);
	for (int i = 0; i < 21; i++) {
		const char *name = orders[c->on[F_operator_plugins]][i];

		if (!name || rich_plugin(c, w, name, i))
			continue;
		if (strcmp(name, "nodeplacement") == 0)
			put_plugin(w, name, placement);
		else if (strcmp(name, "gpupack") == 0 && c->on[F_spread])
			put_plugin(w, "gpuspread", NULL);
		else if (strcmp(name, "gpusharingorder") == 0 && c->on[F_spread])
			continue;
		else if (strcmp(name, "proportion") == 0 && c->on[F_saturation])
			put_plugin(w, name, "\"relcaimerSaturationMultiplier\":\"1.4\"");
		else if (strcmp(name, "minruntime") == 0 && c->on[F_min_runtime] && c->n_nodes % 2)
			put_plugin(w, name,
				"\"defaultPreemptMinRuntime\":\"20m\",\"defaultReclaimMinRuntime\":\"2h\","
				"\"reclaimResolveMethod\":\"queue\"");
		else
			put_plugin(w, name, NULL);
	}
	zone_plugin(c, w);
}

void write_config(const struct cluster *c, struct jsonw *w)
{
	static const char *const actions[] = {
		"preempt, reclaim, consolidation, allocate, stalegangeviction",
		"reclaim,allocate,consolidation,preempt", "consolidation,preempt,reclaim,allocate",
		"stalegangeviction,allocate,reclaim,preempt,consolidation",
		"consolidation,allocate,reclaim"};
	static const int preemptees[] = {-1, -1, -1, -1, 16, 16, 5, 1};
	static const char *const graces[] = {"60000000000", "60000000000", "300000000000", "0"};

	jsonw_key(w, "config");
	jsonw_begin(w, '{');
	put(w, "actions", "\"%s\"",
		c->on[F_other_actions]
			? actions[c->n_pods % 5]
			: "allocate, consolidation, reclaim, preempt, stalegangeviction");
	jsonw_key(w, "tiers");
	jsonw_begin(w, '[');
	jsonw_begin(w, '{');
	jsonw_key(w, "plugins");
	jsonw_begin(w, '[');
	plugins(c, w);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_end(w, ']');
	rich_config(c, w);
	if (c->on[F_queue_depth])
		put(w, "queueDepthPerAction",
			"{\"allocate\":%d,\"reclaim\":%d,\"preempt\":%d,\"consolidation\":%d}",
			3 + c->n_pods % 4, 2 + c->n_jobs % 3, 1 + c->n_nodes % 3,
			1 + c->n_queues % 4);
	jsonw_end(w, '}');
	jsonw_key(w, "schedulerParams");
	jsonw_begin(w, '{');
	put(w, "schedulerName", "\"kai-scheduler\"");
	put(w, "partitionParams", "{\"NodePoolLabelKey\":\"\",\"NodePoolLabelValue\":\"\"}");
	put(w, "maxNumberConsolidationPreemptees", "%d", preemptees[c->n_jobs % 8]);
	put(w, "useSchedulingSignatures", "%s", c->on[F_no_signatures] ? "false" : "true");
	put(w, "fullHierarchyFairness", "%s", c->on[F_flat_queues] ? "false" : "true");
	put(w, "allowConsolidatingReclaim", "%s", c->on[F_evict_for_good] ? "false" : "true");
	put(w, "numOfStatusRecordingWorkers", "5");
	put(w, "globalDefaultStalenessGracePeriod", "%s", graces[c->n_queues % 4]);
	put(w, "schedulePeriod", "1000000000");
	put(w, "queueLabelKey", "\"kai.scheduler/queue\"");
	rich_params(c, w);
	jsonw_end(w, '}');
}

static void node_labels(const struct cluster *c, struct jsonw *w, int i)
{
	const struct node *n = &c->nodes[i];
	char name[NAME_SIZE];

	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	put(w, "kubernetes.io/hostname", "\"%s\"", node_name(name, i));
	put(w, "pool", "\"p%d\"", n->pool);
	put(w, "zone", "\"z%d\"", n->zone);
	rich_node_labels(c, w, i);
	domain_labels(c, w, i);
	if ((n->total.gpus > 0 || n->mig) && !rich_gpu_labels(c, w, i)) {
		put(w, "nvidia.com/gpu.count", "\"%d\"",
			n->mig && !n->mig_single ? 1 : n->total.gpus);
		put(w, "nvidia.com/gpu.memory", "\"%d\"", n->gpu_memory);
	}
	if (n->mig) {
		put(w, "node-role.kubernetes.io/mig-enabled", "\"true\"");
		put(w, "nvidia.com/mig.strategy", "\"%s\"", n->mig_single ? "single" : "mixed");
	}
	jsonw_end(w, '}');
}

void put_room(struct jsonw *w, const struct room *r)
{
	char name[NAME_SIZE];

	put(w, "cpu", "\"%dm\"", r->cpu);
	put(w, "memory", "\"%dGi\"", r->memory);
	if (r->gpus > 0)
		put(w, "nvidia.com/gpu", "\"%d\"", r->gpus);
	for (int m = 0; m < PROFILES; m++) {
		snprintf(name, sizeof name, "nvidia.com/mig-%s", mig_profiles[m]);
		if (r->mig[m] > 0)
			put(w, name, "\"%d\"", r->mig[m]);
	}
}

static void node(const struct cluster *c, struct jsonw *w, int i)
{
	const struct node *n = &c->nodes[i];
	struct room room = n->total;
	char name[NAME_SIZE];

	if (n->slices)
		room.gpus = 0;
	jsonw_begin(w, '{');
	begin_metadata(c, w, "node", i, node_name(name, i), NULL, 5000000 - 60 * i);
	node_labels(c, w, i);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (!rich_taints(c, w, i) && n->tainted)
		put(w, "taints",
			"[{\"key\":\"spot\",\"value\":\"true\",\"effect\":\"NoSchedule\"}]");
	if (n->cordoned)
		put(w, "unschedulable", "true");
	jsonw_end(w, '}');
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	for (int k = 0; k < 2; k++) {
		jsonw_key(w, k ? "allocatable" : "capacity");
		jsonw_begin(w, '{');
		put_room(w, &room);
		put(w, "pods", "\"%d\"", n->total.pods);
		rich_amounts(c, w, true, i);
		zone_amounts(c, w, true, i);
		jsonw_end(w, '}');
	}
	if (!rich_conditions(c, w, i))
		put(w, "conditions", "[{\"type\":\"Ready\",\"status\":\"%s\"}]",
			n->unready ? "False" : "True");
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* Of GPUs, milli-CPU, MB: a limit that pods run into, or none. */
static double rich_limit(struct roll *r, int resource, bool top)
{
	static const double units[] = {1, 1000, 4000};
	double limit = units[resource] * roll(r, top ? 100 : 40);

	return roll(r, 100) < 65 ? -1 : limit;
}

static void queue(const struct cluster *c, struct jsonw *w, int i)
{
	static const char *const resources[] = {"gpu", "cpu", "memory"};
	const struct queue *q = &c->queues[i];
	struct roll r = roll_of(c, R_all_limits, i);
	char name[NAME_SIZE];

	jsonw_begin(w, '{');
	begin_metadata(c, w, "queue", i, queue_name(name, i), NULL,
		4000000 - (c->rich[R_equal_ages] ? 0 : 3600 * ((i * 7) % MAX_QUEUES)));
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (q->parent >= 0)
		put(w, "parentQueue", "\"%s\"", queue_name(name, q->parent));
	jsonw_key(w, "resources");
	jsonw_begin(w, '{');
	for (int k = 0; k < 3; k++)
		put(w, resources[k], "{\"quota\":%.0f,\"limit\":%.0f,\"overQuotaWeight\":%.0f}",
			q->quota[k],
			c->rich[R_all_limits] ? rich_limit(&r, k, q->parent < 0) : q->limit[k],
			k == 0 ? q->weight : 1.0);
	jsonw_end(w, '}');
	if (q->priority > 0)
		put(w, "priority", "%d", q->priority);
	if (q->preempt_min_runtime)
		put(w, "preemptMinRuntime", "\"%s\"", q->preempt_min_runtime);
	if (q->reclaim_min_runtime)
		put(w, "reclaimMinRuntime", "\"%s\"", q->reclaim_min_runtime);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void sub_groups(const struct cluster *c, struct jsonw *w, int number)
{
	const struct job *j = &c->jobs[number];

	jsonw_key(w, "subGroups");
	jsonw_begin(w, '[');
	for (int i = 0; i < j->n_sets; i++) {
		const struct set *s = &j->sets[i];

		jsonw_begin(w, '{');
		put(w, "name", "\"set-%d\"", i);
		if (s->parent >= 0)
			put(w, "parent", "\"set-%d\"", s->parent);
		if (!s->inner)
			put(w, "minMember", "%d", s->min);
		if (s->min_sub_group >= 0)
			put(w, "minSubGroup", "%d", s->min_sub_group);
		domain_constraint(c, w, number, i);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void pod_group(const struct cluster *c, struct jsonw *w, int i)
{
	static const char *const priorities[] = {
		"train", "low", "mid", "build-preemptible", "build", "inference"};
	const struct job *j = &c->jobs[i];
	char name[NAME_SIZE];

	jsonw_begin(w, '{');
	begin_metadata(
		c, w, "group", i, job_name(name, i), "team", c->rich[R_equal_ages] ? 600 : j->age);
	jsonw_key(w, "annotations");
	jsonw_begin(w, '{');
	if (j->started >= 0)
		put_time(c, w, "kai.scheduler/last-start-timestamp", j->started);
	if (j->stale >= 0)
		put_time(c, w, "kai.scheduler/stale-podgroup-timestamp", j->stale);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "queue", "\"%s\"",
		c->rich[R_lost_queues] && i % 7 == 3 ? "nowhere" : queue_name(name, j->queue));
	put(w, "minMember", "%d", j->min);
	put(w, "priorityClassName", "\"%s\"", priorities[j->priority]);
	if (j->min_sub_group >= 0)
		put(w, "minSubGroup", "%d", j->min_sub_group);
	if (j->n_sets > 0)
		sub_groups(c, w, i);
	domain_constraint(c, w, i, -1);
	if (j->preemptibility)
		put(w, "preemptibility", "\"%s\"", j->preemptibility);
	if (j->delay)
		put(w, "preemptionDelay", "\"%s\"", j->delay);
	if (j->grace)
		put(w, "stalenessGracePeriod", "\"%s\"", j->grace);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void list(const struct cluster *c, struct jsonw *w, const char *key, int n,
	void (*each)(const struct cluster *c, struct jsonw *w, int i))
{
	jsonw_key(w, key);
	jsonw_begin(w, '[');
	for (int i = 0; i < n; i++)
		each(c, w, i);
	jsonw_end(w, ']');
}

void write_objects(const struct cluster *c, struct jsonw *w)
{
	static const char *const classes =
		"[{\"metadata\":{\"name\":\"train\",\"uid\":\"p0\"},\"value\":50},{\"metadata\":{"
		"\"name\":\"low\",\"uid\":\"p1\"},"
		"\"value\":20},{\"metadata\":{\"name\":\"mid\",\"uid\":\"p2\"},\"value\":60},{"
		"\"metadata\":{\"name\":\"build-preemptible\",\"uid\":\"p3\"},"
		"\"value\":75},{\"metadata\":{\"name\":\"build\",\"uid\":\"p4\"},\"value\":100},{"
		"\"metadata\":{\"name\":\"inference\",\"uid\":\"p5\"},"
		"\"value\":125}]";

	list(c, w, "nodes", c->n_nodes, node);
	list(c, w, "queues", c->n_queues, queue);
	list(c, w, "podGroups", c->n_jobs, pod_group);
	jsonw_key(w, "priorityClasses");
	jsonw_raw(w, str_of(classes));
	domain_objects(c, w);
	zone_objects(c, w);
	slice_objects(c, w);
	claim_objects(c, w);
}
