/* What a node lacks, as text and as resource: rules/02 13.3. */
#include "fixture.h"

#define POD(name, spec, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'},'spec':{" spec \
	"'containers':[{'name':'c'," \
	"'resources':{'requests':{" requests "}}}]},'status':{'phase':'Pending'}}"
#define LACKS "node(s) didn't have enough resources: "

#define ANNOTATED(name, annotations) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{" annotations \
	"}},'spec':{'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}"
#define ON(name, node, annotations, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','labels':{'runai-gpu-group':'g'},'annotations':{'pod-group-name':'j'" annotations \
	"}},'spec':{'nodeName':'" node \
	"','containers':[{'name':'c','resources':{'requests':{" requests \
	"}}}]},'status':{'phase':'Running'}}"
#define NODE(name, labels, resources) \
	"{'metadata':{'name':'" name "','labels':{" labels \
	"}},'status':{'allocatable':{'cpu':'4','memory':'4Gi','pods':'20'," resources "}}}"

static const char *const raw[] = {
	"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
	"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'4','memory':'4Gi','pods':'20',"
	"'nvidia.com/gpu':'1','example.com/a':'2','example.com/ab':'2'}}}," NODE("shared",
		"'nvidia.com/gpu.memory':'1000','nvidia.com/gpu.count':'2'",
		"'nvidia.com/gpu':'2','example.com/a':'2'") "," NODE("mig",
		"'nvidia.com/mig.strategy':'mixed'",
		"'nvidia.com/mig-1g.5gb':'2','nvidia.com/mig-2g.10gb':'1'") "]",
	"'pods':[" ON("half", "shared", ",'gpu-fraction':'0.5'", "'cpu':'1'") "," ON(
		"over", "shared", "", "'example.com/a':'3'") "," POD("both", "",
		"'nvidia.com/gpu':'2'") "," POD("cpu4", "", "'cpu':'4'") "," POD("edge-cpu", "",
		"'cpu':'4','memory':'5Gi'") "," POD("edge-memory", "",
		"'cpu':'4001m','memory':'4Gi'") "," POD("edge-other", "",
		"'cpu':'5','example.com/a':'2','nvidia.com/gpu':'1'") "," POD("far",
		"'overhead':{'cpu':'1'},", "'cpu':'6'") "," POD("near-memory",
		"'overhead':{'memory':'1Gi'},", "'memory':'4Gi'") "," POD("mig", "",
		"'nvidia.com/mig-1g.5gb':'3','nvidia.com/mig-2g.10gb':'1'") "," POD("mig-none", "",
		"'nvidia.com/mig-7g.40gb':'1'") "," ANNOTATED("memory",
		"'gpu-memory':'1001'") "," ON("mig-unknown", "gone",
		",'nvidia.com/mig-9g.80gb':'1'",
		"'cpu':'5'") "," ON("mig-zero", "gone", ",'nvidia.com/mig-9g.80gb':'0'",
		"'cpu':'5'") "," ANNOTATED("memory-edge", "'gpu-memory':'1000'") "," POD("basic",
		"", "'cpu':'5','memory':'5Gi','nvidia.com/gpu':'2'") "," POD("other", "",
		"'example.com/ab':'3'") "," POD("overhead", "'overhead':{'cpu':'1'},",
		"'cpu':'4'") "," POD("fits", "", "'cpu':'1'") "]",
	NULL};

static struct verdict lacks_on(struct fixture *f, const char *node, const char *task)
{
	struct verdict v = {.n = 0};

	fitting_error(&f->session, fixture_task(f, task), fixture_node(f, node), &v);
	return v;
}

static struct verdict lacks(struct fixture *f, const char *task)
{
	return lacks_on(f, "n1", task);
}

static void reason(
	struct fixture *f, const struct verdict *v, int i, const char *text, const char *resource)
{
	int slot = resource ? slots_find(&f->cluster.slots, str_of(resource)) : SLOT_NONE;

	ok(i < v->n && str_eq(v->reasons[i], str_of(text)), "reason: %s", text);
	ok(i < v->n && v->slots[i] == slot, "its resource: %s", resource ? resource : "none");
}

/* All reasons, joined by "; ", each with its resource in brackets. */
static void lacks_all(struct fixture *f, const char *node, const char *task, const char *want)
{
	struct verdict v = lacks_on(f, node, task);
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	for (int i = 0; i < v.n; i++) {
		struct str slot = v.slots[i] >= 0 ? f->cluster.slots.names[v.slots[i]] : STR("-");

		strbuf_addf(&b, "%s" STR_FMT " [" STR_FMT "]", i ? "; " : "", STR_ARG(v.reasons[i]),
			STR_ARG(slot));
	}
	is_text(strbuf_str(&b), want);
	strbuf_free(&b);
}

static void edges(struct fixture *f)
{
	lacks_all(f, "n1", "n/cpu4", "");
	lacks_all(f, "n1", "n/edge-cpu", LACKS "memory [memory]");
	lacks_all(f, "n1", "n/edge-memory", LACKS "CPU cores [cpu]");
	lacks_all(f, "n1", "n/edge-other", LACKS "CPU cores [cpu]");
	lacks_all(f, "shared", "n/both", LACKS "GPUs [gpu]");
	lacks_all(f, "shared", "n/edge-cpu", LACKS "CPU cores [cpu]; " LACKS "memory [memory]");
}

#define OVERHEAD ". Not enough resources due to pod overhead resources. The overhead resources are "

static void overheads(struct fixture *f)
{
	lacks_all(f, "n1", "n/far", LACKS "CPU cores [cpu]");
	lacks_all(f, "n1", "n/near-memory", LACKS "memory" OVERHEAD " memory: 1Gi [-]");
}

/* The request is 2 + 1 and 2 are idle, in thousandths; without the overhead it would fit. */
static void scalar_overhead(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		"'nodes':[" NODE("n1", "", "'example.com/a':'2'") "],'pods':[" POD(
			"p", "'overhead':{'example.com/a':'1'},", "'example.com/a':'2'") "]");
	lacks_all(&f, "n1", "n/p", LACKS "example.com/a [example.com/a]");
	fixture_close(&f);
}

#define LACKS_MIG "node(s) didn't have enough of mig profile: "

static void gpus(struct fixture *f)
{
	lacks_all(f, "mig", "n/mig", LACKS_MIG "nvidia.com/mig-1g.5gb [nvidia.com/mig-1g.5gb]");
	lacks_all(f, "mig", "n/mig-none",
		LACKS_MIG "nvidia.com/mig-7g.40gb [nvidia.com/mig-7g.40gb]");
	lacks_all(f, "mig", "n/mig-unknown",
		LACKS_MIG "nvidia.com/mig-9g.80gb [-]; " LACKS "CPU cores [cpu]");
	lacks_all(f, "mig", "n/mig-zero", LACKS "CPU cores [cpu]");
	lacks_all(f, "shared", "n/memory", LACKS "GPUs [gpu]; " LACKS "GPU memory [-]");
	lacks_all(f, "shared", "n/memory-edge", "");
}

/* What a device group takes (rules/02 8): the memory that is free or being freed, to the MiB. */
static void groups(void)
{
	struct node n = {.gpu_memory = 1000};
	struct device_group g = {.used = 600, .allocated = 700, .releasing = 100};

	ok(device_group_fits(&n, &g, 400), "all that is left");
	ok(!device_group_fits(&n, &g, 401), "a MiB more");
	g.releasing = 700;
	ok(!device_group_fits(&n, &g, 1), "all of it leaves");
	g.releasing = 100;
	g.used = 0;
	ok(!device_group_fits(&n, &g, 1), "nothing uses it");
	ok(!device_group_fits_idle(&n, NULL, 1), "no group");
	ok(!device_group_fits_idle(&n, &g, 1), "no allocation");
	g.has_allocated = true;
	ok(device_group_fits_idle(&n, &g, 300), "all that is idle");
	ok(!device_group_fits_idle(&n, &g, 301), "a MiB more than is idle");
}

int main(void)
{
	groups();
	struct fixture f;
	struct verdict v;

	fixture_open_parts(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	v = lacks(&f, "n/basic");
	reason(&f, &v, 0, LACKS "GPUs", "gpu");
	reason(&f, &v, 1, LACKS "CPU cores", "cpu");
	reason(&f, &v, 2, LACKS "memory", "memory");
	v = lacks(&f, "n/other");
	reason(&f, &v, 0, LACKS "example.com/ab", "example.com/ab");
	v = lacks(&f, "n/overhead");
	reason(&f, &v, 0,
		LACKS "CPU cores. Not enough resources due to pod overhead resources. "
		      "The overhead resources are  cpu: 1",
		NULL);
	ok(lacks(&f, "n/fits").n == 0, "a node that fits lacks nothing");
	edges(&f);
	overheads(&f);
	scalar_overhead();
	gpus(&f);
	fixture_close(&f);
	return tap_end();
}
