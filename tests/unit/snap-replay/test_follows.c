/* What later versions of the scheduler read otherwise than v0.17.0 (rules/08 5). */
#include "load.h"

#include "cmd/snap-replay/model/job.h"

#define GROUP(name, spec) "{'metadata':{'name':'" name "'},'spec':{'queue':'q'" spec "}}"
#define QUEUE "'queues':[{'metadata':{'name':'q'}}]"

static void follow(const char *version)
{
	load_follows = *follows_find(version);
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
	ok(follows_find("v0.17.0") == FOLLOWS_DEFAULT, "the default is v0.17.0");
	ok(!follows_find("v0.17") && !follows_find("") && !follows_find("0.17.0"),
		"a version is a whole tag");
	ok(!FOLLOWS_DEFAULT->zero_min_member && !FOLLOWS_DEFAULT->succeeded_stubs,
		"all switches are off in the default");
}

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

int main(void)
{
	test_versions();
	test_minimum();
	test_finished();
	return tap_end();
}
