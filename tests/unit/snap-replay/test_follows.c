/* What other versions of the scheduler read otherwise than v0.17.0 (rules/08 5). */
#include "load.h"

#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/model/node.h"
#include "cmd/snap-replay/solvers/filters_private.h"

#define GROUP(name, spec) "{'metadata':{'name':'" name "'},'spec':{'queue':'q'" spec "}}"
#define QUEUE "'queues':[{'metadata':{'name':'q'}}]"

static void follow(const char *version)
{
	follows_find(str_of(version), &load_follows);
}

/* The minimum of the pod set that a pod group without sub-groups has. */
static int min_of(const char *spec)
{
	struct strbuf b = {0};
	struct loaded l;
	int min;

	strbuf_addf(&b,
		"{" QUEUE ",'podGroups':[{'metadata':{'name':'g'},'spec':{'queue':'q'%s}}]}", spec);
	min = load_objects(&l, b.s) ? job_named(&l, "g")->pod_sets[0]->min : -1;
	unload(&l);
	strbuf_free(&b);
	return min;
}

static void test_versions(void)
{
	static const char *const none[] = {"v0.17", "", "0.17.0", "v0.17.00", "v0.17.2", "v0.16.9",
		"v0.16.-1", "v0.17.0 ", "v0.15.0"};
	struct strbuf b = {0};
	struct follows f;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ok(!follows_find(str_of(none[i]), &f) && !f.version[0], "not followed: '%s'",
			none[i]);
	ok(follows_find(STR(FOLLOWS_DEFAULT), &f) && f.topology_alias && !f.zero_min_member,
		"v0.17.0 has what is older than v0.17.1");
	f.topology_alias = false;
	f.zero_min_member = true;
	follows_text(&b, &f);
	ok(!strcmp(b.s, "v0.17.0 with topology_alias=off, zero_min_member=on"),
		"switches that are set otherwise are told");
	strbuf_free(&b);
	ok(follows_find(STR("v0.16.4"), &f) && f.victim_filter && !f.max_grows,
		"a line got its backports one by one");
	ok(follows_find(STR("v0.16.5"), &f) && f.max_grows, "with this patch");
}

/* zero_min_member */
static void test_minimum(void)
{
	follow("v0.17.0");
	ok(min_of(",'minMember':0") == 1 && min_of("") == 1 && min_of(",'minMember':3") == 3 &&
			min_of(",'minMember':-2") == 1,
		"v0.17.0: the minimum is at least 1");
	follow("v0.17.1");
	ok(min_of(",'minMember':0") == 0, "v0.17.1: or 0");
	ok(min_of("") == 1 && min_of(",'minMember':null") == 1 && min_of(",'minMember':3") == 3,
		"1 if it is not given, and others as before");
	ok(min_of(",'minMember':0,'subGroups':[{'name':'a'},{'name':'a'}]") == 1,
		"1 where the sub-groups are refused");
}

#define FINISHED \
	"{" QUEUE ",'podGroups':[" GROUP("g", \
		",'minMember':2,'subGroups':[{'name':'s','minMember':2}]") "]," \
									   "'nodes':[{'metadata':{'name':'n'},'status':{'allocatable':{'cpu':'8','pods':'9'}}}]," \
									   "'pods':[{'metadata':{'name':'a','namespace':'ns','uid':'ua'," \
									   "'labels':{'kai.scheduler/subgroup-name':'s','app':'kai-resource-reservation'}," \
									   "'annotations':{'pod-group-name':'g','gpu-fraction':'0.5'}," \
									   "'creationTimestamp':'2026-01-01T00:00:00Z','deletionTimestamp':'2026-01-01T01:00:00Z'}," \
									   "'spec':{'nodeName':'n','priority':7,'nodeSelector':{'a':'b'}," \
									   "'containers':[{'resources':{'requests':{'cpu':'2','x.y/z':'1'}}}]}," \
									   "'status':{'phase':'Succeeded','nominatedNodeName':'n'}}," \
									   "{'metadata':{'name':'b','uid':'ub','labels':{'kai.scheduler/subgroup-name':'s'}," \
									   "'annotations':{'pod-group-name':'g'}},'spec':{'nodeName':'n','containers':[" \
									   "{'resources':{'requests':{'cpu':'2'}}}]},'status':{'phase':'Running'}}]}"

/* succeeded_stubs */
static void test_finished(void)
{
	struct loaded l;
	struct task *t;

	follow("v0.17.0");
	ok(load_objects(&l, FINISHED), "a finished pod");
	t = task_named(&l, "ns/a");
	ok(t->request[SLOT_CPU] == 2000 && t->node && t->reservation && task_fractional(t) &&
			t->pod->has_priority,
		"v0.17.0: as it stands");
	unload(&l);
	follow("v0.17.1");
	ok(load_objects(&l, FINISHED), "the same");
	t = task_named(&l, "ns/a");
	ok(t->request[SLOT_CPU] == 0 && !t->node && !t->node_name.n && !t->reservation &&
			!task_fractional(t) && !t->pod->has_priority && !t->pod->nominated_node.n &&
			instant_is_zero(t->pod->meta.creation) &&
			instant_is_zero(t->pod->meta.deletion) && !t->pod->spec->node_selector.n,
		"v0.17.1: without its spec, its times and other labels");
	ok(str_eq(t->pod->meta.uid, STR("ua")) && t->status == POD_SUCCEEDED && t->job &&
			t->pod_set && str_eq(t->pod_set->name, STR("s")),
		"but with its names, phase, job and sub-group");
	ok(!job_is_stale(job_named(&l, "g")), "so its gang is not stale");
	t = task_named(&l, "/b");
	ok(t->request[SLOT_CPU] == 2000 && t->node, "other pods stay whole");
	unload(&l);
}

/* ---- shared GPUs ---- */

#define DEVICE(driver, name) "{'request':'r','driver':'" driver "','pool':'n','device':'" name "'}"
#define CLAIM(name, count, devices) \
	"{'metadata':{'name':'" name "','namespace':'ns'},'spec':{'devices':{'requests':[" \
	"{'name':'r','exactly':{'deviceClassName':'gpu.x','allocationMode':'ExactCount'," \
	"'count':" count "}}]}},'status':{'allocation':{'devices':{'results':[" devices "]}}}}"
#define REFERENCE(name, claim) "{'name':'" name "','resourceClaimName':'" claim "'}"
#define POD(name, labels, node, claims, phase) \
	"{'metadata':{'name':'" name "','namespace':'ns','uid':'u-" name "','labels':{" labels \
	"}},'spec':{" node "'resourceClaims':[" claims "],'containers':[{'name':'c'}]}," \
	"'status':{'phase':'" phase "'}}"
#define RUNS(name, claims) POD(name, "", "'nodeName':'n',", claims, "Running")
#define WAITS(name, claims) POD(name, "", "", claims, "Pending")
#define SLICE \
	"{'metadata':{'name':'s'},'spec':{'driver':'gpu.x','nodeName':'n','pool':{'name':'n'}," \
	"'devices':[{'name':'0'},{'name':'1'}]}}"

static const char sharing[] =
	"{'nodes':[{'metadata':{'name':'n'},'status':{'allocatable':{'cpu':'8','pods':'9'}}}],"
	"'resourceSlices':[" SLICE
	"],'resourceClaims':[" CLAIM("one", "1", DEVICE("gpu.x", "0")) "," CLAIM(
		"both", "2", DEVICE("gpu.x", "0") "," DEVICE("gpu.x", "1")) "," CLAIM("nic", "1",
		DEVICE("nic.x", "0")) "],'pods':[" RUNS("a", REFERENCE("c", "one")) "," RUNS("b",
		REFERENCE("c", "one")) "," POD("kept", "'app':'kai-resource-reservation'",
		"'nodeName':'n',", REFERENCE("c", "one"), "Running") "," WAITS("same",
		REFERENCE("c", "one")) "," WAITS("more", REFERENCE("c", "both")) "," WAITS("twice",
		REFERENCE("c", "one") "," REFERENCE("d", "one")) "," WAITS("other",
		REFERENCE("c", "nic")) "," WAITS("others", REFERENCE("c", "nic")) "]}";

static double used(const struct loaded *l)
{
	return l->c.nodes[0].used[SLOT_GPU];
}

static bool fits(struct loaded *l, const char *pod)
{
	return node_fits_idle(&l->c, &l->c.nodes[0], task_named(l, pod));
}

/* The books with the task added, then removed, as before. */
static double with(struct loaded *l, const char *pod)
{
	struct node *n = &l->c.nodes[0];
	struct task *t = task_named(l, pod);
	double before = used(l), idle = n->idle[SLOT_GPU], sum;

	t->status = POD_ALLOCATED;
	node_add(&l->c, n, t, false);
	sum = used(l);
	node_remove(&l->c, n, t);
	t->status = POD_PENDING;
	return used(l) == before && n->idle[SLOT_GPU] == idle ? sum : -1;
}

static void test_shared(void)
{
	struct loaded l;
	struct node *n;

	follow("v0.17.0");
	ok(load_objects(&l, sharing) && used(&l) == 2 && l.c.nodes[0].idle[SLOT_GPU] == 0,
		"v0.17.0: a GPU is booked for each of its pods");
	ok(!fits(&l, "ns/same") && with(&l, "ns/same") == 3, "and one more needs room");
	unload(&l);

	follow("v0.17.1");
	ok(load_objects(&l, sharing) && used(&l) == 1 && l.c.nodes[0].idle[SLOT_GPU] == 1,
		"v0.17.1: once, and not for a reservation");
	ok(with(&l, "ns/same") == 1 && with(&l, "ns/more") == 2 && with(&l, "ns/twice") == 1,
		"of a pod's devices those that are new");
	n = &l.c.nodes[0];
	node_add(&l.c, n, task_named(&l, "ns/other"), false);
	ok(used(&l) == 2 && with(&l, "ns/others") == 3, "what is no GPU counts for each pod");
	node_remove(&l.c, n, task_named(&l, "ns/other"));
	n->idle[SLOT_GPU] = 0;
	ok(fits(&l, "ns/same") && !fits(&l, "ns/more") && !fits(&l, "ns/other"),
		"no room is needed for what is booked");
	n->idle[SLOT_GPU] = 1;
	ok(fits(&l, "ns/more"), "room is needed for the rest");
	node_remove(&l.c, n, task_named(&l, "ns/a"));
	ok(used(&l) == 1 && n->idle[SLOT_GPU] == 1, "it stays booked for the other pod");
	node_remove(&l.c, n, task_named(&l, "ns/b"));
	ok(used(&l) == 0 && n->idle[SLOT_GPU] == 2 && with(&l, "ns/same") == 1,
		"and is free without both");
	unload(&l);
}

/* ---- v0.16 ---- */

#define HUGE_CLAIM(name, count) CLAIM(name, count, "")

static int64_t claimed(const char *claims)
{
	struct strbuf b = {0};
	struct loaded l;
	int64_t gpus = -1;

	strbuf_addf(&b,
		"{'nodes':[{'metadata':{'name':'n'},'status':{'allocatable':{'cpu':'8'}}}],"
		"'resourceSlices':[" SLICE
		"],'resourceClaims':[" HUGE_CLAIM("a", "9223372036854775807") "," HUGE_CLAIM(
			"b", "9223372036854775807") "," HUGE_CLAIM("c", "3") "],'pods':[" POD("p",
			"", "", "%s", "Pending") "]}",
		claims);
	if (load_objects(&l, b.s))
		gpus = task_named(&l, "ns/p")->gpu.dra;
	unload(&l);
	strbuf_free(&b);
	return gpus;
}

/* dra_saturates */
static void test_sums_of_claims(void)
{
	follow("v0.17.0");
	ok(claimed(REFERENCE("1", "a") "," REFERENCE("2", "b")) == INT64_MAX,
		"v0.17.0: a sum of claims' GPUs stops at the greatest number");
	follow("v0.16.8");
	ok(claimed(REFERENCE("1", "a") "," REFERENCE("2", "b")) == -2, "v0.16.8: it overflows");
	ok(claimed(REFERENCE("1", "c")) == 3, "others are as before");
}

/* preemption_delay, stale_override, topology_alias, numa_predicted */
static void test_unread(void)
{
	static const char text[] = "{" QUEUE ",'podGroups':[" GROUP("g",
		",'preemptionDelay':'1h','stalenessGracePeriod':'2h'") "],"
								       "'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'l','alias':'a'}]}}],"
								       "'bindRequests':[{'metadata':{'name':'b'},'spec':{'podName':'p','predictedNUMAZones':"
								       "[{'zone':'node-0','resources':{'cpu':'1'}}]}}]}";
	static const struct {
		const char *version;
		bool later, zones;
	} rows[] = {{"v0.17.0", true, true}, {"v0.16.8", false, true}, {"v0.16.3", false, true},
		{"v0.16.2", false, false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct loaded l;

		follow(rows[i].version);
		ok(load_objects(&l, text) && l.o.pod_groups.n == 1, "%s", rows[i].version);
		ok((l.o.pod_groups.items[0]->preemption_delay > 0) == rows[i].later &&
				l.o.pod_groups.items[0]->has_staleness_grace_period ==
					rows[i].later &&
				(l.o.topologies.items[0]->levels[0].alias.n > 0) == rows[i].later,
			"%s: members that came with v0.17", rows[i].version);
		ok((l.o.bind_requests.items[0]->zones.n > 0) == rows[i].zones,
			"%s: predicted zones", rows[i].version);
		unload(&l);
	}
}

static void test_gpu_memory(void)
{
	static const char text[] =
		"{'nodes':[{'metadata':{'name':'a','labels':{'nvidia.com/gpu.memory':'40000'}}},"
		"{'metadata':{'name':'b','labels':{'nvidia.com/gpu.memory':'80000'}}}]}";
	struct loaded l;

	follow("v0.16.2");
	ok(load_objects(&l, text) && l.c.min_gpu_memory == 40000 && l.c.max_gpu_memory == 80000,
		"v0.16.2: the smallest and the greatest GPU");
	unload(&l);
	follow("v0.16.1");
	ok(load_objects(&l, text) && l.c.min_gpu_memory == 100 && l.c.max_gpu_memory == 100,
		"v0.16.1: 100 MiB, whatever nodes have");
	unload(&l);
}

/* ---- v0.14 ---- */

/* sidecar_requests */
static void test_sidecars(void)
{
	static const char text[] =
		"{'pods':[{'metadata':{'name':'p','uid':'u'},'spec':{'overhead':{'cpu':'1'},"
		"'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}],'initContainers':["
		"{'name':'s','restartPolicy':'Always','resources':{'requests':{'cpu':'3'}}},"
		"{'name':'i','resources':{'requests':{'cpu':'1'}}}]},'status':{'phase':'Pending'}}]}";
	struct loaded l;

	follow("v0.14.6");
	ok(load_objects(&l, text) && task_named(&l, "/p")->request[SLOT_CPU] == 6000,
		"v0.14.6: a sidecar runs beside the containers");
	unload(&l);
	follow("v0.14.5");
	ok(load_objects(&l, text) && task_named(&l, "/p")->request[SLOT_CPU] == 4000,
		"v0.14.5: it counts as an init container");
	unload(&l);
}

/* generators, numa_plugin */
static void test_plugins(void)
{
	static const char text[] =
		"{'config':{'actions':'allocate','tiers':[{'plugins':[{'name':'numa'},{'name':'sg-nodelocalgreedy'},"
		"{'name':'priority'}]}],'scenarioSearchBudgets':{'actions':{'reclaim':'1s'}}},"
		"'schedulerParams':{'partitionParams':{}},'rawObjects':{}}";
	struct loaded l;

	follow("v0.14.7");
	ok(load_document(&l, text) && l.o.config.n_plugins == 2 &&
			str_eq(l.o.config.plugins[0].name, STR("priority")) &&
			str_eq(l.o.config.plugins[1].name, STR("sg-multinodegang")) &&
			!l.o.config.n_action_budgets,
		"v0.14.7: one generator, no numa, no budgets");
	unload(&l);
	follow("v0.16.0");
	ok(load_document(&l, text) && l.o.config.n_plugins == 3, "v0.16.0: as configured");
	unload(&l);
}

/* subgroup_tree */
static void test_minimums(void)
{
	static const char text[] =
		"{'podGroups':[{'metadata':{'name':'g'},'spec':{'queue':'q','minSubGroup':1,'subGroups':["
		"{'name':'a','minMember':0},{'name':'b','minMember':2}]}}]}";
	struct loaded l;

	follow("v0.16.0");
	ok(load_objects(&l, text) && job_named(&l, "g")->pod_sets[0]->min == 0 &&
			job_named(&l, "g")->root->min_sub_group == 1,
		"v0.16.0: minimums of members and of 0");
	unload(&l);
	follow("v0.14.7");
	ok(load_objects(&l, text) && job_named(&l, "g")->pod_sets[0]->min == 1 &&
			job_named(&l, "g")->pod_sets[1]->min == 2 &&
			job_named(&l, "g")->root->min_sub_group < 0,
		"v0.14.7: all sub-groups, each with one pod at least");
	unload(&l);
}

/* quota_in_filters */
static void test_filters(void)
{
	static const struct {
		const char *version;
		double mig;
	} rows[] = {{"v0.16.0", 2}, {"v0.14.7", 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct objects o = {0};
		struct cluster c = {.objects = &o};
		struct session s = {.c = &c};
		struct search q = {.session = &s};
		struct task mig = {.type = REQUEST_MIG}, whole = {.type = REQUEST_REGULAR};

		follows_find(str_of(rows[i].version), &o.follows);
		ok(filter_gpus(&q, &mig, 2) == rows[i].mig && filter_gpus(&q, &whole, 2) == 2,
			"%s: what filters of victims count of a MIG pod", rows[i].version);
	}
}

int main(void)
{
	test_versions();
	test_minimum();
	test_finished();
	test_shared();
	test_sums_of_claims();
	test_unread();
	test_gpu_memory();
	test_sidecars();
	test_plugins();
	test_minimums();
	test_filters();
	return tap_end();
}
