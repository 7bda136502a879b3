/* Scores of nodes and GPUs: rules/06 13, ideas 24 to 29. */
#include "cmd/snap-replay/session/statement.h"
#include "fixture.h"

#define NODE(name, labels, allocatable) \
	"{'metadata':{'name':'" name "','labels':{'kubernetes.io/hostname':'" name "'" labels \
	"}},'status':{'allocatable':{'cpu':'8'," \
	"'memory':'8Gi','pods':'20'" allocatable "}}}"
#define GPUS(n) ",'nvidia.com/gpu':'" n "'"
#define MEMORY(m) ",'nvidia.com/gpu.memory':'" m "'"
#define POD(name, meta, spec, phase, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta "},'spec':{" spec \
	"'containers':[{'name':'c'," \
	"'resources':{'requests':{" requests "}}}]},'status':{'phase':'" phase "'}}"
#define ON(node) "'nodeName':'" node "',"
#define GROUP(fraction, group) \
	",'annotations':{'gpu-fraction':'" fraction "'},'labels':{'runai-gpu-group':'" group "'}"

static void binpack(void)
{
	static const char raw[] = "'nodes':[" NODE("full", "", GPUS("4")) "," NODE(
		"three", "", GPUS("4")) "," NODE("free", "", GPUS("4")) "," NODE("cpu", "",
		"") "],"
		    "'pods':[" POD("a", "", ON("full"), "Running", "'nvidia.com/gpu':'4'") "," POD(
			    "b", "", ON("three"), "Running", "'nvidia.com/gpu':'1'") "," POD("p",
			    "", "", "Pending", "'nvidia.com/gpu':'1'") "," POD("c", "", "",
			    "Pending", "'cpu':'1'") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_number(
		fixture_score(&f, "nodeplacement", "n/p", "full"), 9, "binpack: the fullest node");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "three"), 2.25,
		"binpack: three of four free");
	is_number(
		fixture_score(&f, "nodeplacement", "n/p", "free"), 0, "binpack: the emptiest node");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "cpu"), 0, "binpack: no GPUs");
	is_number(
		fixture_score(&f, "nodeplacement", "n/c", "cpu"), 9, "binpack: equally free CPUs");
	is_number(fixture_score(&f, "resourcetype", "n/c", "cpu"), 10, "CPU task, CPU-only node");
	is_number(fixture_score(&f, "resourcetype", "n/c", "free"), 0, "CPU task, GPU node");
	is_number(fixture_score(&f, "resourcetype", "n/p", "cpu"), 0, "GPU task, CPU-only node");
	is_number(fixture_score(&f, "nodeavailability", "n/p", "full"), 0, "no room now");
	is_number(fixture_score(&f, "nodeavailability", "n/p", "three"), 1000, "room now");
	fixture_close(&f);
}

/* The extremes are kept while nodes change; they have to be those of all nodes at each time. */
static void extremes_that_move(void)
{
	static const char raw[] = "'nodes':[" NODE("two", "", GPUS("4")) "," NODE(
		"three", "", GPUS("4")) "," NODE("free", "",
		GPUS("4")) "],'queues':[{'metadata':{'name':'q'}}],"
			   "'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q','minMember':1}}],"
			   "'pods':[" POD("a", "", ON("two"), "Running",
				   "'nvidia.com/gpu':'2'") "," POD("b", "", ON("three"), "Running",
				   "'nvidia.com/gpu':'1'") "," POD("p",
				   ",'annotations':{'pod-group-name':'j'}", "", "Pending",
				   "'nvidia.com/gpu':'3'") "]";
	struct fixture f;
	struct statement st;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_number(fixture_score(&f, "nodeplacement", "n/p", "three"), 4.5,
		"three free, between two and four");
	statement_begin(&st, &f.session);
	ok(statement_allocate(&st, fixture_task(&f, "n/p"), fixture_node(&f, "three")),
		"three GPUs taken");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "two"), 4.5,
		"two free, between none and four");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "three"), 9, "now the fullest node");
	statement_rollback(&st, 0);
	is_number(fixture_score(&f, "nodeplacement", "n/p", "three"), 4.5, "given back: as before");
	ok(statement_allocate(&st, fixture_task(&f, "n/p"), fixture_node(&f, "free")),
		"three GPUs of the emptiest node taken");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "three"), 0, "now the emptiest node");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "two"), 4.5,
		"two free, between one and three");
	statement_discard(&st);
	statement_free(&st);
	fixture_close(&f);
}

static void spread(void)
{
	static const char raw[] = "'nodes':[" NODE("four", ",'nvidia.com/gpu.count':'4'",
		GPUS("4")) "," NODE("none", ",'nvidia.com/gpu.count':'0'",
		GPUS("4")) "," NODE("less", ",'nvidia.com/gpu.count':'2'",
		GPUS("4")) "],"
			   "'pods':[" POD("a", "", ON("four"), "Running",
				   "'nvidia.com/gpu':'1','cpu':'6'") "," POD("p", "", "", "Pending",
				   "'nvidia.com/gpu':'1'") "," POD("c", "", "", "Pending",
				   "'cpu':'1'") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS,
		"{'name':'nodeplacement','arguments':{'cpu':'spread','gpu':'spread'}}", raw);
	is_number(fixture_score(&f, "nodeplacement", "n/p", "four"), 0.75,
		"spread: three of four free");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "none"), 0,
		"spread: the label says none");
	is_number(fixture_score(&f, "nodeplacement", "n/p", "less"), 2,
		"spread: the label understates");
	is_number(fixture_score(&f, "nodeplacement", "n/c", "four"), 0.25,
		"spread: CPUs by allocatable");
	fixture_close(&f);
}

static void shared_gpus(void)
{
	static const char raw[] = "'nodes':[" NODE("cpu", "", "") "," NODE(
		"gpu", MEMORY("10000"), GPUS("3")) "," NODE("tiny", MEMORY("50"),
		GPUS("2")) "],"
			   "'pods':[" POD("a", GROUP("0.3", "g3"), ON("gpu"), "Running",
				   "") "," POD("b", GROUP("0.6", "g6"), ON("gpu"), "Running",
				   "") "," POD("t", GROUP("0.5", "t5"), ON("tiny"), "Running",
				   "") "," POD("p", ",'annotations':{'gpu-fraction':'0.3'}", "",
				   "Pending", "") "," POD("c", "", "", "Pending", "'cpu':'1'") "]";
	struct fixture f;
	const struct device_choice *gpus;
	int n;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_number(fixture_score(&f, "gpusharingorder", "n/c", "gpu"), 10000,
		"a CPU task is drawn to device groups");
	is_number(fixture_score(&f, "gpusharingorder", "n/c", "cpu"), 0, "no device group");
	gpus = fitting_devices(&f.session, fixture_task(&f, "n/p"), fixture_node(&f, "gpu"), &n);
	ok(n == 3 && gpus[0].score == 0.6 && gpus[1].score == 0.3 && gpus[2].group == GPU_WHOLE,
		"gpupack: 0.6, 0.3, a whole one");
	gpus = fitting_devices(&f.session, fixture_task(&f, "n/p"), fixture_node(&f, "tiny"), &n);
	ok(n == 1 && gpus[0].group == GPU_WHOLE, "below 100 MiB device groups are not offered");
	fixture_close(&f);
	fixture_open(&f, FIXTURE_PARAMS, "{'name':'gpuspread'}", raw);
	gpus = fitting_devices(&f.session, fixture_task(&f, "n/p"), fixture_node(&f, "gpu"), &n);
	ok(n == 3 && gpus[0].group == GPU_WHOLE && gpus[1].score == 1 - 0.3,
		"gpuspread: a whole one, then 0.3");
	gpus = fitting_devices(&f.session, fixture_task(&f, "n/p"), fixture_node(&f, "tiny"), &n);
	ok(n == 1 && gpus[0].group == GPU_WHOLE, "gpuspread: the same below 100 MiB");
	fixture_close(&f);
}

#define PREFERS(kind, app) \
	"'affinity':{'" kind \
	"':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':10,'podAffinityTerm':{'topologyKey':" \
	"'kubernetes.io/hostname','labelSelector':{'matchLabels':{'app':'" app "'}}}}]}},"
#define APP(app) ",'labels':{'app':'" app "'}"

static void preferences(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", "", "") "," NODE("n2", "",
		"") "],"
		    "'pods':[" POD("web", APP("web"), ON("n1") PREFERS("podAffinity", "web"),
			    "Running", "") "," POD("like", APP("web"),
			    PREFERS("podAffinity", "web"), "Pending", "") "," POD("shy",
			    APP("other"), PREFERS("podAntiAffinity", "web"), "Pending",
			    "") "," POD("plain", APP("x"), "", "Pending",
			    "") ","
				"{'metadata':{'name':'named','namespace':'n','uid':'named'},'spec':{'containers':[{'name':'c'}]},'status':{'phase':'Pending',"
				"'nominatedNodeName':'n2'}}]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_number(fixture_score(&f, "podaffinity", "n/like", "n1"), 20000000,
		"both prefer each other");
	is_number(fixture_score(&f, "podaffinity", "n/like", "n2"), 0, "another domain");
	is_number(fixture_score(&f, "podaffinity", "n/shy", "n1"), -10000000,
		"anti-affinity counts against");
	is_number(fixture_score(&f, "podaffinity", "n/plain", "n1"), 0, "nothing matches");
	is_number(fixture_score(&f, "nominatednode", "n/named", "n2"), 10000000,
		"the nominated node");
	is_number(fixture_score(&f, "nominatednode", "n/named", "n1"), 0, "another node");
	fixture_close(&f);
}

int main(void)
{
	binpack();
	extremes_that_move();
	spread();
	shared_gpus();
	preferences();
	return tap_end();
}
