/* Predicates: rules/06 4 to 10, ideas 1 to 22. */
#include "fixture.h"

#define NODE(name, labels, spec, status) \
	"{'metadata':{'name':'" name "','labels':{'host':'" name "'" labels "}},'spec':{" spec \
	"},'status':{'allocatable':{'cpu':'8'," \
	"'memory':'8Gi','pods':'20','nvidia.com/gpu':'2'}" status "}}"
#define TAINT(key, value, effect) \
	"'taints':[{'key':'" key "','value':'" value "','effect':'" effect "'}]"
#define CONDITION(type, status) ",'conditions':[{'type':'" type "','status':'" status "'}]"
#define POD(name, meta, spec, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta "},'spec':{" spec \
	"'containers':[{'name':'c'," \
	"'resources':{'requests':{" requests "}}}]},'status':{'phase':'Pending'}}"
#define RUNNING(name, node, meta, spec) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta \
	"},'spec':{'nodeName':'" node "'," spec "},'status':{'phase':'Running'}}"
#define TOLERATES(inner) "'tolerations':[{" inner "}],"
#define REVERSIBLE "'containers':[{'name':'c'}]"

static void nodes(void)
{
	static const char raw[] = "'nodes':[" NODE("plain", "", "", "") "," NODE("cordoned", "",
		"'unschedulable':true", CONDITION("Ready", "False")) "," NODE("pressed", "", "",
		CONDITION("MemoryPressure", "Unknown")) "," NODE("tainted", "",
		TAINT("k", "v", "NoSchedule"),
		"") "," NODE("soft", "", TAINT("k", "v", "PreferNoSchedule"),
		"") "],"
		    "'pods':[" POD("p", "", "", "'cpu':'1'") "," POD(
			    "any", "", TOLERATES("'operator':'Exists'"), "") "," POD("key", "",
			    TOLERATES("'key':'k','operator':'Exists'"), "") "," POD("equal", "",
			    TOLERATES("'key':'k','operator':'Equal','value':'v'"),
			    "") "," POD("other", "",
			    TOLERATES("'key':'k','operator':'Equal','value':'w'"),
			    "") "," POD("evict", "",
			    TOLERATES("'key':'k','operator':'Exists','effect':'NoExecute'"),
			    "") "," POD("gt", "",
			    TOLERATES("'key':'k','operator':'Gt','value':'5'"), "") "]";
	static const char *const pass[] = {"n/any", "n/key", "n/equal"},
				 *const fail[] = {"n/p", "n/other", "n/evict", "n/gt"};
	struct verdict v = {.n = 0};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/p", "plain"), "");
	is_text(fixture_refusal(&f, "n/any", "cordoned"), "node is unschedulable");
	is_text(fixture_refusal(&f, "n/p", "pressed"), "node has MemoryPressure condition");
	is_text(fixture_refusal(&f, "n/p", "soft"), "");
	for (int i = 0; i < 3; i++)
		is_text(fixture_refusal(&f, pass[i], "tainted"), "");
	for (int i = 0; i < 4; i++)
		is_text(fixture_refusal(&f, fail[i], "tainted"),
			"node(s) had untolerated taint(s)");
	ok(!session_predicate(
		   &f.session, fixture_task(&f, "n/p"), fixture_node(&f, "cordoned"), &v) &&
			v.n == 2 && str_eq(v.reasons[1], STR("node has NotReady condition")),
		"each condition is a reason of its own");
	fixture_close(&f);
}

#define AFFINITY(terms) \
	"'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[" terms \
	"]}}},"
#define CORES(op, values) \
	"{'matchExpressions':[{'key':'cores','operator':'" op "','values':[" values "]}]}"
#define NAMED(names) "{'key':'metadata.name','operator':'In','values':[" names "]}"
static const char no_match[] = "node(s) didn't match Pod's node affinity/selector";

static void node_affinity(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", ",'cores':'16','zone':''", "",
		"") "," NODE("n2", ",'cores':'abc'", "", "") "," NODE("n3", "", "",
		"") "],'pods':[" POD("gt", "", AFFINITY(CORES("Gt", "'8'")), "") "," POD("lt", "",
		AFFINITY(CORES("Lt", "'8'")),
		"") "," POD("in", "", AFFINITY(CORES("In", "'4','16'")), "") "," POD("notin", "",
		AFFINITY(CORES("NotIn", "'16'")),
		"") "," POD("exists", "", AFFINITY(CORES("Exists", "")), "") "," POD("absent", "",
		AFFINITY(CORES("DoesNotExist", "")),
		"") "," POD("second", "", AFFINITY(CORES("Gt", "'x'") "," CORES("Exists", "")),
		"") "," POD("none", "", AFFINITY(""), "") "," POD("selector", "",
		"'nodeSelector':{'zone':''},", "") "," POD("name", "",
		AFFINITY("{'matchFields':[" NAMED("'n1'") "]}"), "") "," POD("conflict", "",
		AFFINITY("{'matchFields':[" NAMED("'n1'") "," NAMED("'n2'") "]}"), "") "]";
	static const struct {
		const char *task;
		bool fits[3];
	} table[] = {
		{"n/gt", {true, false, false}},
		{"n/lt", {false, false, false}},
		{"n/in", {true, false, false}},
		{"n/notin", {false, true, true}},
		{"n/exists", {true, true, false}},
		{"n/absent", {false, false, true}},
		{"n/second", {true, true, false}},
		{"n/none", {false, false, false}},
		{"n/selector", {true, false, false}},
		{"n/name", {true, false, false}},
	};
	static const char *const names[] = {"n1", "n2", "n3"};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		for (int k = 0; k < 3; k++)
			ok(str_eq(fixture_refusal(&f, table[i].task, names[k]),
				   table[i].fits[k] ? STR("") : str_of(no_match)),
				"%s %s %s", table[i].task,
				table[i].fits[k] ? "matches" : "does not match", names[k]);
	is_text(fixture_refusal(&f, "n/conflict", "n1"),
		"Scheduling conditions were not met for pod n/conflict:\nNodeAffinity: pod affinity terms conflict.\n");
	fixture_close(&f);
}

#define PORT(port, more) \
	"'containers':[{'name':'c','ports':[{'containerPort':1,'hostPort':" port more "}]}]"

static void ports(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", "", "",
		"") "],"
		    "'pods':[" RUNNING("used", "n1", "", PORT("8080", ",'hostIP':'127.0.0.1'")) ","
#define WANTS(name, more) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'},'spec':{" more \
	"},'status':{'phase':'Pending'}}"
		WANTS("any", PORT("8080", "")) "," WANTS(
			"elsewhere", PORT("8080", ",'hostIP':'10.0.0.1'")) "," WANTS("udp",
			PORT("8080", ",'protocol':'UDP'")) "," WANTS("same",
			PORT("8080", ",'hostIP':'127.0.0.1'")) "," WANTS("init",
			"'initContainers':[{'name':'i','ports':[{'containerPort':1,'hostPort':8080}]}]," REVERSIBLE) "," WANTS("sidecar",
			"'initContainers':[{'name':'i','restartPolicy':'Always','ports':[{'containerPort':1,'hostPort':8080}]}]," REVERSIBLE) "]";
	static const char *const pass[] = {"n/elsewhere", "n/udp", "n/init"},
				 *const fail[] = {"n/any", "n/same", "n/sidecar"};
	struct fixture f;
	struct task *used;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	for (int i = 0; i < 3; i++)
		is_text(fixture_refusal(&f, pass[i], "n1"), "");
	for (int i = 0; i < 3; i++)
		is_text(fixture_refusal(&f, fail[i], "n1"),
			"node(s) didn't have free ports for the requested pod ports");
	used = fixture_task(&f, "n/used");
	used->status = POD_RELEASING;
	node_update(&f.cluster, used->node, used);
	is_text(fixture_refusal(&f, "n/any", "n1"),
		"node(s) didn't have free ports for the requested pod ports");
	fixture_close(&f);
}

#define TERM(key, selector, more) "{'topologyKey':'" key "','labelSelector':{" selector "}" more "}"
#define NEAR(terms) \
	"'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[" terms "]}},"
#define APART(terms) \
	"'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[" terms \
	"]}},"
#define APP(app) ",'labels':{'app':'" app "'}"
#define IS(app) "'matchLabels':{'app':'" app "'}"

static void pod_affinity(void)
{
	static const char raw[] = "'nodes':[" NODE("a1", ",'zone':'a'", "", "") "," NODE(
		"a2", ",'zone':'a'", "", "") "," NODE("b1", ",'zone':'b'", "", "") "," NODE("bare",
		"", "",
		"") "],"
		    "'pods':[" RUNNING("db", "a1", APP("db"), REVERSIBLE) "," RUNNING("lone", "b1",
			    APP("lone"),
			    APART(TERM("host", IS("web"), "")) REVERSIBLE) "," POD("near", APP("x"),
			    NEAR(TERM("zone", IS("db"), "")),
			    "") "," POD("apart", APP("x"), APART(TERM("host", IS("db"), "")),
			    "") "," POD("web", APP("web"), "", "") "," POD("self", APP("self"),
			    NEAR(TERM("zone", IS("self"), "")), "") "," POD("all-ns", APP("x"),
			    APART(TERM("host", IS("db"),
				    ",'namespaces':['other'],'namespaceSelector':{}")),
			    "") "," POD("no-ns", APP("x"),
			    APART(TERM("host", IS("db"),
				    ",'namespaces':['other'],'namespaceSelector':{'matchLabels':{'t':'a'}}")),
			    "") "]";
	static const char near[] = "node(s) didn't match pod affinity rules";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/near", "a2"), "");
	is_text(fixture_refusal(&f, "n/near", "b1"), near);
	is_text(fixture_refusal(&f, "n/near", "bare"), near);
	is_text(fixture_refusal(&f, "n/apart", "a1"),
		"node(s) didn't match pod anti-affinity rules");
	is_text(fixture_refusal(&f, "n/apart", "a2"), "");
	is_text(fixture_refusal(&f, "n/web", "b1"),
		"node(s) didn't satisfy existing pods anti-affinity rules");
	is_text(fixture_refusal(&f, "n/web", "a1"), "");
	is_text(fixture_refusal(&f, "n/self", "b1"), "");
	is_text(fixture_refusal(&f, "n/self", "bare"), near);
	is_text(fixture_refusal(&f, "n/all-ns", "a1"),
		"node(s) didn't match pod anti-affinity rules");
	is_text(fixture_refusal(&f, "n/no-ns", "a1"), "");
	fixture_close(&f);
}

/* A skip is for good: what comes to the node later in the session no longer counts (rules/06 4.2).
 */
static void sticky_skip(void)
{
	static const char raw[] =
		"'queues':[{'metadata':{'name':'q'},'spec':{}}],'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
		"'nodes':[" NODE("n1", "", "", "") "],'pods':[" POD("web", APP("web"), "",
			"") "," POD("late", APP("web"), "", "") "," POD("against",
			",'annotations':{'pod-group-name':'j'}", APART(TERM("host", IS("web"), "")),
			"") "]";
	struct statement st;
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/web", "n1"), "");
	statement_begin(&st, &f.session);
	ok(statement_allocate(&st, fixture_task(&f, "n/against"), fixture_node(&f, "n1")),
		"a pod against web pods comes");
	is_text(fixture_refusal(&f, "n/web", "n1"), "");
	is_text(fixture_refusal(&f, "n/late", "n1"),
		"node(s) didn't satisfy existing pods anti-affinity rules");
	statement_discard(&st);
	statement_free(&st);
	fixture_close(&f);
}

static void cluster_wide(void)
{
	static const char raw[] =
		"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'500m','memory':'419430400','pods':'10'}}}],"
		"'configMaps':[{'metadata':{'name':'there','namespace':'n'}}],"
		"'pods':[" POD("cpu", "", "", "'cpu':'1'") "," POD("memory", "", "",
			"'memory':'1G'") "," POD("gpu", ",'annotations':{'gpu-fraction':'0.5'}", "",
			"") "," POD("other", "", "", "'x.com/foo':'2'") ","
#define MAPS(name, meta, env) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta \
	"},'spec':{'containers':[{'name':'c','envFrom':[" env "]}]},'status':{'phase':'Pending'}}"
#define MAP(name, more) "{'configMapRef':{'name':'" name "'" more "}}"
		MAPS("maps", "",
			MAP("there", "") "," MAP("b", "") "," MAP("a", "") "," MAP(
				"c", ",'optional':true")) "," MAPS("later",
			",'annotations':{'runai/shared-gpu-configmap':'a'}", MAP("a-b", "")) "]";
#define REFUSED(pod, text) "Scheduling conditions were not met for pod n/" pod ":\n" text ".\n"
#define MAX "MaxNodePoolResources: The pod n/"
	struct fixture f;
	struct str text = {0};

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/cpu", "n1"),
		REFUSED("cpu",
			MAX
			"cpu requires GPU: 0, CPU: 1 (cores), memory: 0 (GB), pods: 1. Max CPU resources available in a "
			"single node in the default node-pool is topped at 0.5 cores"));
	is_text(fixture_refusal(&f, "n/memory", "n1"),
		REFUSED("memory",
			MAX
			"memory requires GPU: 0, CPU: 0 (cores), memory: 1 (GB), pods: 1. Max memory resources available "
			"in a single node in the default node-pool is topped at 0.419 GB"));
	is_text(fixture_refusal(&f, "n/gpu", "n1"),
		REFUSED("gpu",
			MAX
			"gpu requires GPU: 0.5, CPU: 0 (cores), memory: 0 (GB), pods: 1. No node in the default node-pool has "
			"GPU resources"));
	is_text(fixture_refusal(&f, "n/other", "n1"),
		REFUSED("other",
			MAX
			"other requires GPU: 0, CPU: 0 (cores), memory: 0 (GB), pods: 1, x.com/foo: 2000. No node in the "
			"default node-pool has x.com/foo resources"));
	is_text(fixture_refusal(&f, "n/maps", "n1"),
		REFUSED("maps", "ConfigMap: Missing required configmaps: [a b]"));
	is_text(fixture_refusal(&f, "n/later", "n1"), "");
	ok(!session_victim_invariant(&f.session, fixture_task(&f, "n/maps"), &text),
		"the guard stops at the same failure");
	is_text(text, "Missing required configmaps: [a b]");
	fixture_close(&f);
}

static void mig_and_workers(void)
{
	static const char raw[] =
		"'nodes':["
		"{'metadata':{'name':'mixed','labels':{'nvidia.com/mig.strategy':'mixed','node-role.kubernetes.io/gpu-worker':''}},'status':"
		"{'allocatable':{'cpu':'8','pods':'9','nvidia.com/gpu':'2','nvidia.com/mig-1g.5gb':'4'}}},"
		"{'metadata':{'name':'single','labels':{'nvidia.com/mig.strategy':'single','node-role.kubernetes.io/mig-enabled':'true',"
		"'node-role.kubernetes.io/gpu-worker':''}},'status':{'allocatable':{'cpu':'8','pods':'1','nvidia.com/gpu':'2'}}},"
		"{'metadata':{'name':'plain','labels':{'node-role.kubernetes.io/cpu-worker':''}},'status':{'allocatable':"
		"{'cpu':'8','pods':'1','nvidia.com/gpu':'2'}}}],"
		"'pods':[" POD("whole", "", "", "'nvidia.com/gpu':'1'") "," POD("share",
			",'annotations':{'gpu-fraction':'0.5'}", "",
			"") "," POD("mig", "", "", "'nvidia.com/mig-1g.5gb':'1'") "," POD("cpu", "",
			"", "'cpu':'1'") "," POD("legacy",
			",'annotations':{'nvidia.com/mig-1g.5gb':'1'}", "",
			"") "," POD("memory", ",'annotations':{'gpu-memory':'50'}", "", "") "]";
	static const char mixed[] = "non MIG jobs cant run on a node with MigStrategy='mixed'";
	static const char single[] =
		"only whole gpu jobs can run on a node with MigStrategy='single'";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS ",'restrictSchedulingNodes':true", FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/whole", "mixed"), mixed);
	is_text(fixture_refusal(&f, "n/share", "mixed"), mixed);
	is_text(fixture_refusal(&f, "n/mig", "mixed"), "");
	is_text(fixture_refusal(&f, "n/whole", "single"), "");
	is_text(fixture_refusal(&f, "n/share", "single"), single);
	is_text(fixture_refusal(&f, "n/mig", "single"), single);
	is_text(fixture_refusal(&f, "n/mig", "plain"),
		"MIG job cannot be scheduled on non-MIG node");
	is_text(fixture_refusal(&f, "n/legacy", "plain"),
		"Legacy MIG jobs cannot be scheduled on node plain");
	is_text(fixture_refusal(&f, "n/memory", "plain"),
		"node is not a gpu node or the gpu memory count on the node was not synced yet, task: <n/memory>, node: <plain>");
	is_text(fixture_refusal(&f, "n/share", "plain"), "node(s) pod number exceeded");
	is_text(fixture_refusal(&f, "n/whole", "plain"),
		"gpu task: <n/whole> can't run on non gpu nodes, node: <plain>");
	is_text(fixture_refusal(&f, "n/cpu", "single"),
		"cpu task: <n/cpu> can't run on non cpu nodes, node: <single>");
	is_text(fixture_refusal(&f, "n/cpu", "plain"), "");
	fixture_close(&f);
}

/* A fraction wants a second pod slot for the reservation pod of each new device group. */
static void pod_slots(void)
{
#define SLOTS(name, pods) \
	"{'metadata':{'name':'" name "'},'status':{'allocatable':{'cpu':'8','memory':'8Gi'," \
	"'pods':'" pods "','nvidia.com/gpu':'2'}}}"
#define FRACTION(name, devices) \
	POD(name, ",'annotations':{'gpu-fraction':'0.5'" devices "}", "", "'cpu':'1'")
	static const char raw[] = "'nodes':[" SLOTS("one", "1") "," SLOTS("two",
		"2") "],"
		     "'pods':[" POD("whole", "", "", "'cpu':'1'") "," FRACTION("half",
			     "") "," FRACTION("no-device", ",'gpu-fraction-num-devices':'0'") "]";
	static const char *const fractions[] = {"n/half", "n/no-device"};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/whole", "one"), "");
	for (int i = 0; i < 2; i++) {
		is_text(fixture_refusal(&f, fractions[i], "one"), "node(s) pod number exceeded");
		is_text(fixture_refusal(&f, fractions[i], "two"), "");
	}
	fixture_close(&f);
}

/* One pod slot is left on each node. Node n1 has device group 1 and an idle device, n2 has groups 1
 * and 2, and the group of n3 has no number. */
static void slots_of_groups(void)
{
#define HALF(name, node, group) \
	RUNNING(name, node, \
		",'labels':{'runai-gpu-group':'" group "'},'annotations':{'gpu-fraction':'0.5'}", \
		"'containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]")
	static const char raw[] = "'nodes':[" SLOTS("n1", "2") "," SLOTS("n2", "3") "," SLOTS(
		"n3", "2") "],'pods':[" HALF("h1", "n1", "1") "," HALF("h2", "n2",
		"1") "," HALF("h3", "n2", "2") "," HALF("h4", "n3", "g") "," FRACTION("one",
		"") "," FRACTION("two", ",'gpu-fraction-num-devices':'2'") "]";
	static const char full[] = "node(s) pod number exceeded";
	static const char *const packing[] = {FIXTURE_PLUGINS,
		"{'name':'predicates'},{'name':'gpuspread'},{'name':'gpusharingorder'}"};

	for (int spread = 0; spread < 2; spread++) {
		struct fixture f;

		fixture_open(&f, FIXTURE_PARAMS, packing[spread], raw);
		is_text(fixture_refusal(&f, "n/one", "n1"), spread ? full : "");
		is_text(fixture_refusal(&f, "n/two", "n1"), full);
		is_text(fixture_refusal(&f, "n/one", "n2"), "");
		is_text(fixture_refusal(&f, "n/two", "n2"), "");
		is_text(fixture_refusal(&f, "n/one", "n3"), full);
		fixture_close(&f);
	}
}

int main(void)
{
	pod_slots();
	slots_of_groups();
	nodes();
	node_affinity();
	ports();
	pod_affinity();
	sticky_skip();
	cluster_wide();
	mig_and_workers();
	return tap_end();
}
