/* Queues, pod groups, sub-groups, priorities, signatures (rules/01 8, 9, 11, 16). */
#include "load.h"

#include "cmd/snap-replay/model/job.h"

#define QUEUE(name, parent) "{'metadata':{'name':'" name "'},'spec':{'parentQueue':'" parent "'}}"
#define GROUP(name, spec) \
	"{'metadata':{'name':'" name "','namespace':'s'},'spec':{'queue':'q'," spec "}}"
#define POD(name, group, labels, phase) \
	"{'metadata':{'name':'" name "','namespace':'s','uid':'u-" name "','labels':{" labels \
	"},'annotations':{'pod-group-name':'" group \
	"'}},'spec':{'containers':[{'resources':{'requests':{'cpu':'1'}}}]},'status':{'phase':'" phase \
	"'}}"
#define IN(name) "'kai.scheduler/subgroup-name':'" name "'"
#define Q "'queues':[{'metadata':{'name':'q'}}]"

static void test_queues(void)
{
	struct loaded l;
	struct queue *q;

	ok(load_objects(&l,
		   "{'queues':[" QUEUE("c", "b") "," QUEUE("b",
			   "a") ",{'metadata':{'name':'z'},'spec':{'displayName':'Z','priority':7,'resources':{"
				"'cpu':{'quota':-5,'limit':1000,'overQuotaWeight':2},'memory':{'quota':-5,'limit':2.5,'overQuotaWeight':3},'gpu':{'quota':1.5,'limit':-1}}}}," QUEUE(
					"y", "z") "," QUEUE("x", "z") "]}"),
		"queues");
	ok(l.c.n_queues == 3 && !queue_named(&l, "b") && !queue_named(&l, "c") &&
			warned(&l, "parent is missing"),
		"a missing parent takes all below with it");
	ok(l.w.n == 1 && l.w.items[0].count == 1 && str_eq(l.w.items[0].where, STR("b")),
		"it is the one doubt, once, at the queue whose parent is missing");
	q = queue_named(&l, "z");
	ok(q && q->priority == 7 && str_eq(q->display_name, STR("Z")) && q->depth == 0 &&
			q->n_children == 2,
		"a parent");
	ok(q && str_eq(q->children[0]->name, STR("y")) && q->children[0]->depth == 1 &&
			q->children[0]->parent == q,
		"children in snapshot order");
	ok(q && q->quota[SLOT_CPU] == -5 && q->limit[SLOT_CPU] == 1000 && q->weight[SLOT_CPU] == 2,
		"CPU as written");
	ok(q && q->quota[SLOT_MEMORY] == -1 && q->limit[SLOT_MEMORY] == 2.5e6 &&
			q->weight[SLOT_MEMORY] == 3,
		"memory in megabytes, not below -1");
	ok(q && q->quota[SLOT_GPU] == 1.5 && q->limit[SLOT_GPU] == -1 && q->weight[SLOT_GPU] == 0,
		"GPUs");
	q = queue_named(&l, "x");
	ok(q && q->priority == 100 && q->limit[SLOT_GPU] == 0 && q->index == 0 &&
			l.c.n_leaf_queues == 2,
		"absent means priority 100 and limit 0");
	unload(&l);
	ok(load_objects(&l,
		   "{'queues':[" QUEUE("low", "a") "," QUEUE("a", "b") "," QUEUE(
			   "b", "a") "," QUEUE("fine", "top") "," QUEUE("top", "") "]}"),
		"a cycle");
	ok(l.c.n_queues == 2 && queue_named(&l, "fine") && warned(&l, "form a cycle") &&
			!l.c.endless,
		"is left out with all below it, and harmless without pods");
	unload(&l);
	ok(load_objects(&l,
		   "{'queues':[" QUEUE("q", "q") "],'podGroups':[" GROUP("g",
			   "'minMember':1") "," GROUP("h", "'minMember':1") "],'pods':[" POD("a",
			   "g", "", "Succeeded") "," POD("b", "h", "", "Pending") "]}"),
		"a queue below itself");
	ok(l.c.n_queues == 0 && l.c.endless && l.c.endless == job_named(&l, "h"),
		"pods that are pending or held are charged for ever");
	unload(&l);

	ok(load_document(&l,
		   "{'schedulerParams':{},'rawObjects':{'queues':[" QUEUE("dep", "") "," QUEUE(
			   "proj", "dep") "," QUEUE("lost",
			   "none") "],'podGroups':["
				   "{'metadata':{'name':'g'},'spec':{'queue':'dep'}}]}}"),
		"without full hierarchy");
	q = queue_named(&l, "proj");
	ok(l.c.n_queues == 3 && q && q->parent == queue_named(&l, "default") &&
			!queue_named(&l, "dep"),
		"departments vanish, projects hang under default");
	ok(q && q->parent->quota[SLOT_GPU] == -1 && q->parent->weight[SLOT_CPU] == 1 &&
			q->parent->priority == 100 &&
			instant_cmp(q->parent->creation, l.c.now) == 0,
		"a queue made up now");
	ok(!job_named(&l, "g")->queue, "jobs of a department lose their queue");
	unload(&l);
	ok(!load_document(&l,
		   "{'schedulerParams':{},'rawObjects':{'queues':[" QUEUE("default", "x") "]}}"),
		"a real default with a parent is refused");
	unload(&l);
}

static void test_jobs(void)
{
	struct loaded l;
	struct job *j;

	ok(load_objects(&l,
		   "{'priorityClasses':[{'metadata':{'name':'hi'},'value':125},{'metadata':{'name':'d1'},'value':60,'globalDefault':true},"
		   "{'metadata':{'name':'d2'},'value':70,'globalDefault':true}]," Q
		   ",'podGroups':[" GROUP("hi", "'priorityClassName':'hi'") "," GROUP(
			   "none", "'minMember':3") "," GROUP("pre",
			   "'priorityClassName':'hi','preemptibility':'preemptible'") "," GROUP("non",
			   "'preemptibility':'non-preemptible'") ","
								 "{'metadata':{'name':'lost','namespace':'s','annotations':{'kai.scheduler/stale-podgroup-timestamp':'2026-01-01T00:00:00.5Z',"
								 "'kai.scheduler/last-start-timestamp':'x'}},'spec':{'queue':'nowhere'}}],'pods':[" POD(
									 "b", "none", "",
									 "Running") "," POD("a",
									 "none", "",
									 "Pending") "," POD("c",
									 "none", "",
									 "Succeeded") "," POD("d",
									 "lost", "",
									 "Pending") "," POD("e",
									 "missing", "",
									 "Pending") "]}"),
		"jobs");
	ok(l.c.n_jobs == 5 && str_eq(l.c.jobs[0]->name, STR("hi")) && l.c.jobs[4]->index == 4,
		"by name");
	ok(job_named(&l, "hi")->priority == 125 && !job_named(&l, "hi")->preemptible,
		"from 100 on not preemptible");
	ok(job_named(&l, "pre")->preemptible && job_named(&l, "non")->priority == 60 &&
			!job_named(&l, "non")->preemptible,
		"unless said; the first default class");
	j = job_named(&l, "lost");
	ok(!j->queue && j->priority == 0 && !j->preemptible && j->n_tasks == 1, "a missing queue");
	ok(j->stale && j->stale_since.nsec == 500000000 && instant_is_zero(j->last_start),
		"times of annotations; bad ones are absent");
	j = job_named(&l, "none");
	ok(j->n_pod_sets == 1 && str_eq(j->pod_sets[0]->name, STR("default")) &&
			j->pod_sets[0]->min == 3,
		"one pod set");
	ok(j->n_tasks == 3 && str_eq(j->tasks[0]->key, STR("s/a")) && j->counts[POD_RUNNING] == 1 &&
			j->counts[POD_PENDING] == 1,
		"tasks by key");
	ok(j->pod_sets[0]->counts[POD_SUCCEEDED] == 1 && j->allocated[SLOT_CPU] == 1000,
		"counters");
	ok(!task_named(&l, "s/e")->job, "a pod of an unknown group");
	unload(&l);

	ok(load_objects(&l,
		   "{" Q
		   ",'podGroups':[{'metadata':{'name':'t','namespace':'x'},'spec':{'queue':'q','minMember':1}},{'metadata':{'name':'t','namespace':'y'},"
		   "'spec':{'queue':'q','minMember':2}}],'pods':[{'metadata':{'name':'a','namespace':'x','uid':'1','annotations':{'pod-group-name':'t'}}},"
		   "{'metadata':{'name':'a','namespace':'y','uid':'2','annotations':{'pod-group-name':'t'}}}]}"),
		"groups of one name");
	ok(l.c.n_jobs == 1 && job_named(&l, "t")->n_tasks == 2 &&
			job_named(&l, "t")->pod_sets[0]->min == 2,
		"one job with the pods of both");
	unload(&l);
}

static void test_backoff(void)
{
	struct loaded l;

	ok(load_objects(&l,
		   "{" Q ",'podGroups':["
		   "{'metadata':{'name':'a'},'spec':{'schedulingBackoff':1},'status':{'schedulingConditions':[{'nodePool':'x','transitionID':'1'},{'nodePool':'default','transitionID':'2'}]}},"
		   "{'metadata':{'name':'b'},'spec':{'schedulingBackoff':1},'status':{'schedulingConditions':[{'nodePool':'default','transitionID':'1'},{'nodePool':'x','transitionID':'2'}]}},"
		   "{'metadata':{'name':'c'},'status':{'schedulingConditions':[{'nodePool':'default','transitionID':'1'}]}},"
		   "{'metadata':{'name':'d'},'spec':{'schedulingBackoff':1}}]}"),
		"groups that failed before");
	ok(!job_named(&l, "a"), "the last condition is for the own pool: left out");
	ok(job_named(&l, "b") && job_named(&l, "c") && job_named(&l, "d"),
		"another pool, no backoff, no condition: kept");
	unload(&l);
}

static void test_subgroups(void)
{
	struct loaded l;
	struct job *j;

	ok(load_objects(&l,
		   "{" Q ",'podGroups':[" GROUP("two",
			   "'minMember':3,'subGroups':[{'name':'a','minMember':1},{'name':'b','minMember':2}]") "," GROUP("double",
			   "'minMember':4,'subGroups':[{'name':'a'},{'name':'a'}]") "," GROUP("upper",
			   "'subGroups':[{'name':'a'},{'name':'x','parent':'A'}]") "," GROUP("lower",
			   "'subGroups':[{'name':'A'},{'name':'x','parent':'a'}]") "," GROUP("cycle",
			   "'minMember':5,'subGroups':[{'name':'a','parent':'b'},{'name':'b','parent':'a'}]") "," GROUP("deep",
			   "'minSubGroup':1,'subGroups':[{'name':'p'},{'name':'leaf1','parent':'in','minMember':-3},{'name':'in','parent':'out','minSubGroup':0},"
			   "{'name':'out'},{'name':'leaf2','parent':'out','minMember':2},{'name':'leaf3','parent':'in'}]") "],'pods':[" POD("n",
			   "two", "",
			   "Pending") "," POD("a", "two", IN("a"), "Pending") "," POD("z", "two",
			   IN("z"), "Running") "," POD("b", "two", IN("b"), "Running") "]}"),
		"sub-groups");
	j = job_named(&l, "two");
	ok(j->n_pod_sets == 2 && j->pod_sets[0]->min == 1 && j->pod_sets[1]->min == 2 &&
			j->root->n_pod_sets == 2,
		"two pod sets, minMember ignored");
	ok(j->n_invalid == 2 && task_named(&l, "s/n")->invalid_subgroup && j->n_tasks == 2 &&
			j->counts[POD_RUNNING] == 1,
		"pods without a sub-group are invalid");
	j = job_named(&l, "double");
	ok(j->n_pod_sets == 1 && j->pod_sets[0]->min == 1 &&
			str_eq(j->pod_sets[0]->name, STR("default")),
		"doubles: one pod set with minimum 1");
	j = job_named(&l, "upper");
	ok(j->root->n_sets == 1 && j->n_pod_sets == 1 && str_eq(j->pod_sets[0]->name, STR("x")) &&
			j->pod_sets[0]->parent == j->root->sets[0],
		"parents are lower-cased");
	ok(job_named(&l, "lower")->n_pod_sets == 1 &&
			str_eq(job_named(&l, "lower")->pod_sets[0]->name, STR("default")),
		"names are not");
	j = job_named(&l, "cycle");
	ok(j->n_pod_sets == 1 && j->pod_sets[0]->min == 5 && j->pod_sets[0]->parent == j->root,
		"a cycle is never reached: minMember counts");
	j = job_named(&l, "deep");
	ok(j->n_pod_sets == 4 && str_eq(j->pod_sets[0]->name, STR("leaf1")) &&
			str_eq(j->pod_sets[1]->name, STR("leaf3")) &&
			str_eq(j->pod_sets[2]->name, STR("leaf2")) &&
			str_eq(j->pod_sets[3]->name, STR("p")),
		"inner sets first, depth first");
	ok(j->root->min_sub_group == 1 && j->root->sets[0]->min_sub_group == -1 &&
			j->root->sets[0]->sets[0]->min_sub_group == 0 && j->pod_sets[0]->min == 0,
		"minimums");
	ok(sub_group_required(j->root->sets[0]) == 2, "all members when not given");
	unload(&l);
}

static bool same_signature(struct loaded *l, const char *a, const char *b)
{
	return str_eq(job_named(l, a)->signature, job_named(l, b)->signature);
}

static void test_signatures(void)
{
	struct loaded l;

	ok(load_objects(&l,
		   "{" Q ",'podGroups':[" GROUP(
			   "a", "'subGroups':[{'name':'x','minMember':1}]") "," GROUP("b",
			   "'subGroups':[{'name':'y','minMember':2}]") "," GROUP("c",
			   "'minMember':1") "," GROUP("d", "'minMember':1") "," GROUP("e",
			   "'topologyConstraint':{'topology':'t'}") "],'pods':[" POD("a1", "a",
			   IN("x"), "Pending") "," POD("b1", "b", IN("y"), "Pending") "," POD("b2",
			   "b", IN("y"), "Running") "," POD("c1", "c", "", "Pending") "," POD("c2",
			   "c", "", "Pending") "," POD("d1", "d", "", "Running") "," POD("e1", "e",
			   "", "Pending") "]}"),
		"signatures");
	ok(same_signature(&l, "a", "b"), "names, minimums and running pods do not matter");
	ok(!same_signature(&l, "a", "c"), "one more pending pod does");
	ok(!same_signature(&l, "a", "d"), "a job with nothing pending");
	ok(!same_signature(&l, "a", "e"), "a topology constraint does");
	unload(&l);
}

static void test_aliases(void)
{
	struct loaded l;

	ok(load_document(&l,
		   "{'config':{'actions':'','tiers':[{'plugins':[{'name':'topology'}]}]},'schedulerParams':{'fullHierarchyFairness':true},'rawObjects':{" Q
		   ",'topologies':["
		   "{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'zone.io','alias':'zone'},{'nodeLabel':'rack.io','alias':'rack'}]}}],'podGroups':[" GROUP(
			   "g",
			   "'topologyConstraint':{'topology':'t','requiredTopologyLevel':'zone','preferredTopologyLevel':'host'},'subGroups':[{'name':'a',"
			   "'topologyConstraint':{'topology':'t','preferredTopologyLevel':'rack'}},{'name':'b'}]") "],'pods':[" POD("p",
			   "g", IN("a"), "Pending") "]}}"),
		"aliases");
	struct job *j = job_named(&l, "g");

	ok(str_eq(j->root->constraint.required, STR("zone.io")) &&
			str_eq(j->root->constraint.preferred, STR("host")),
		"of the root; unknown levels stay");
	ok(str_eq(j->pod_sets[0]->constraint.preferred, STR("rack.io")) &&
			!j->pod_sets[1]->constraint.present,
		"of a pod set");
	ok(j->constrained && l.w.n == 0, "a constrained job");
	unload(&l);
}

/* n things, each below the one before. */
static bool loads_chain(bool queues, int n)
{
	struct loaded l;
	struct strbuf b = {0};
	bool fine;

	strbuf_addz(&b,
		queues ? "{'queues':[{'metadata':{'name':'n0'}}"
		       : "{'podGroups':[{'metadata':{'name':'g'},'spec':{'subGroups':[{'name':'n0'}");
	for (int i = 1; i < n; i++) {
		strbuf_addz(&b, ",");
		if (queues)
			strbuf_addf(&b, "{'metadata':{'name':'n%d'},'spec':{'parentQueue':'n%d'}}",
				i, i - 1);
		else
			strbuf_addf(&b, "{'name':'n%d','parent':'n%d'}", i, i - 1);
	}
	strbuf_addz(&b, queues ? "]}" : "]}}]}");
	fine = load_objects(&l, b.s);
	if (!fine && !strstr(l.e.what, "too deep"))
		printf("# %s: %s\n", l.e.what, l.e.why);
	unload(&l);
	strbuf_free(&b);
	return fine;
}

static void test_depth(void)
{
	ok(loads_chain(true, 1000), "1,000 levels of queues");
	ok(!loads_chain(true, 1100), "1,100 are refused");
	ok(loads_chain(false, 900) && !loads_chain(false, 1100), "so it is with sub-groups");
}

int main(void)
{
	test_queues();
	test_jobs();
	test_backoff();
	test_subgroups();
	test_signatures();
	test_aliases();
	test_depth();
	return tap_end();
}
