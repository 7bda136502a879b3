/* Objects to the cluster: statuses, requests, GPU annotations, bind requests, node pools,
 * reservation pods, DRA GPUs. The numbers are those of rules/01 16, worked by hand. */
#include "cmd/snap-replay/model/build/build.h"
#include "load.h"

#include "cmd/snap-replay/model/node.h"

#define GI (1024.0 * 1024 * 1024)
/* A node with a name, labels and allocatable. */
#define NODE(name, labels, resources) \
	"{'metadata':{'name':'" name "','labels':{" labels \
	"}},'status':{'allocatable':{'pods':'110'," resources "}}}"
#define BIG \
	NODE("n", "'nvidia.com/gpu.memory':'81559'", \
		"'cpu':'64','memory':'256Gi','nvidia.com/gpu':'8'")
#define POD(name, annotations, spec, status) \
	"{'metadata':{'name':'" name "','namespace':'s','uid':'u-" name \
	"','annotations':{" annotations "}},'spec':{" spec "},'status':{'phase':'" status "'}}"
#define CONTAINER(requests) "{'resources':{'requests':{" requests "}}}"
#define MAIN(requests) "'containers':[" CONTAINER(requests) "]"

/* The task of one pod named p with this spec and these annotations, on a cluster with one big node.
 */
static struct task *one(struct loaded *l, const char *annotations, const char *spec)
{
	struct strbuf b = {0};
	bool fine;

	strbuf_addf(&b,
		"{'nodes':[" BIG
		"],'pods':[{'metadata':{'name':'p','namespace':'s','uid':'u','annotations':{%s}},'spec':{%s},"
		"'status':{'phase':'Pending'}}]}",
		annotations, spec);
	fine = load_objects(l, b.s);
	strbuf_free(&b);
	return fine ? task_named(l, "s/p") : NULL;
}

static void test_requests(void)
{
	struct loaded l;
	struct task *t = one(&l, "",
		"'containers':[" CONTAINER("'cpu':'100m'") "," CONTAINER("'cpu':'100m'") "," CONTAINER(
			"'cpu':'100m'") "],'initContainers':[" CONTAINER("'cpu':'500m'") "]");

	ok(t && t->request[SLOT_CPU] == 500 && t->request[SLOT_PODS] == 1,
		"an init container's peak: 500");
	unload(&l);
	t = one(&l, "",
		"'containers':[" CONTAINER(
			"'cpu':'300m'") "],'initContainers':[{'restartPolicy':'Always','resources':{'requests':"
					"{'cpu':'250m'}}}," CONTAINER("'cpu':'500m'") "]");
	ok(t && t->request[SLOT_CPU] == 750, "a sidecar before it: 750");
	unload(&l);
	t = one(&l, "",
		"'containers':[" CONTAINER("'cpu':'300m'") "],'initContainers':[" CONTAINER(
			"'cpu':'500m'") ",{'restartPolicy':'Always','resources':{'requests':{'cpu':'250m'}}}]");
	ok(t && t->request[SLOT_CPU] == 550, "a sidecar behind it does not raise its peak: 550");
	unload(&l);
	t = one(&l, "",
		"'containers':[" CONTAINER(
			"'nvidia.com/gpu':2") "],'initContainers':[{'restartPolicy':'Always','resources':{'requests':"
					      "{'nvidia.com/gpu':'1'}}}]");
	ok(t && t->request[SLOT_GPU] == 3 && t->gpu.count == 3 && t->gpu.fraction == 1,
		"GPUs of a sidecar add up");
	unload(&l);
	t = one(&l, "",
		"'containers':[" CONTAINER("'nvidia.com/gpu':2") "],'initContainers':[" CONTAINER(
			"'nvidia.com/gpu':1") "," CONTAINER("'nvidia.com/gpu':3") "]");
	ok(t && t->request[SLOT_GPU] == 3 && t->gpu.count == 3,
		"the largest of the init containers asks for more GPUs");
	unload(&l);
	t = one(&l, "",
		"'containers':[" CONTAINER("'nvidia.com/gpu':2") "],'initContainers':[" CONTAINER(
			"'nvidia.com/gpu':1") "]");
	ok(t && t->request[SLOT_GPU] == 2 && t->gpu.count == 2, "or for fewer");
	unload(&l);
	t = one(&l, "",
		MAIN("'cpu':'3','memory':'2G','nvidia.com/gpu':1") ",'overhead':{'cpu':'1','memory':'1G','nvidia.com/gpu':'5'}");
	ok(t && t->request[SLOT_CPU] == 4000 && t->request[SLOT_MEMORY] == 3e9 &&
			t->request[SLOT_GPU] == 1,
		"overhead, but not of GPUs");
	unload(&l);
	t = one(&l, "",
		MAIN("'cpu':'0.1m','nvidia.com/gpu':'0.5','hugepages-2Mi':'4Mi','x.com/nic':'2','pods':'7','odd':'3'"));
	ok(t && t->request[SLOT_CPU] == 1, "a tenth of a milli-CPU counts as one");
	ok(t && t->request[SLOT_GPU] == 1, "half a GPU in a request is a whole one");
	ok(t &&
			t->request[slots_find(&l.c.slots, STR("hugepages-2Mi"))] ==
				4.0 * 1024 * 1024 * 1000,
		"hugepages in thousandths");
	ok(t && t->request[slots_find(&l.c.slots, STR("x.com/nic"))] == 2000,
		"extended resources in thousandths");
	ok(t && t->request[SLOT_PODS] == 1 && slots_find(&l.c.slots, STR("odd")) == -1,
		"pods and unknown names are not counted");
	unload(&l);
	t = one(&l, "", MAIN("'x.com/vgpu':'7'"));
	ok(t && t->request[SLOT_GPU] == 0 && !task_needs_gpu(t),
		"a name that ends in gpu is charged nothing");
	unload(&l);
	t = one(&l, "", MAIN("'nvidia.com/gpu':'0'"));
	ok(t && t->gpu.count == 1 && t->gpu.fraction == 0 && !task_needs_gpu(t),
		"no GPUs, said so");
	unload(&l);
}

static void test_sharing(void)
{
	struct loaded l;
	struct task *t = one(&l, "'gpu-fraction':'0.5','gpu-memory':'1024'", MAIN("'cpu':'1'"));

	ok(t && t->type == REQUEST_FRACTION && t->gpu.fraction == 0.5 && t->gpu.memory == 0 &&
			t->gpu.count == 1,
		"a fraction beats a memory");
	unload(&l);
	t = one(&l, "'gpu-fraction':'0.5','gpu-memory':'1024','gpu-fraction-num-devices':'2'",
		MAIN("'cpu':'1'"));
	ok(t && t->type == REQUEST_FRACTION && t->gpu.memory == 1024 && t->gpu.count == 2 &&
			t->gpu.fraction == 0.5,
		"with devices the memory is back");
	ok(t && t->request[SLOT_GPU] == 1, "twice a half");
	unload(&l);
	t = one(&l, "'gpu-fraction':'1.5'", MAIN("'nvidia.com/gpu':'2'"));
	ok(t && t->type == REQUEST_REGULAR && t->gpu.count == 2, "a fraction above 1 is ignored");
	unload(&l);
	t = one(&l, "'gpu-fraction':'abc'", MAIN("'cpu':'2'"));
	ok(t && t->type == REQUEST_REGULAR && !task_needs_gpu(t), "so is one that is no number");
	unload(&l);
	t = one(&l, "'gpu-fraction':'0.004'", MAIN("'cpu':'2'"));
	ok(t && t->type == REQUEST_FRACTION && gpu_request_gpus(&t->gpu) == 0,
		"0.004 rounds to nothing");
	unload(&l);
	t = one(&l, "'gpu-fraction':'NaN'", MAIN("'cpu':'2'"));
	ok(t && t->type == REQUEST_FRACTION && t->gpu.count == 0, "NaN is a fraction of no device");
	unload(&l);
	t = one(&l, "'gpu-memory':'1500'", MAIN("'nvidia.com/gpu':'3'"));
	ok(t && t->type == REQUEST_GPU_MEMORY && t->request[SLOT_GPU] == 0 && task_needs_gpu(t) &&
			t->gpu.count == 1,
		"GPU memory has no GPU in the slot");
	unload(&l);
	t = one(&l, "'gpu-memory':'-1'", MAIN("'nvidia.com/gpu':'3'"));
	ok(t && t->type == REQUEST_REGULAR && t->gpu.count == 3, "a memory below 0 is ignored");
	unload(&l);
}

static void test_mig(void)
{
	struct loaded l;
	struct task *t = one(&l, "", MAIN("'nvidia.com/mig-2g.10gb':'3'"));

	ok(t && t->type == REQUEST_MIG && t->gpu.n_mig == 1 && t->gpu.mig[0].gpus == 2 &&
			t->gpu.mig[0].gb == 10,
		"a MIG profile");
	ok(t && t->request[t->gpu.mig[0].slot] == 3 && t->request[SLOT_GPU] == 0 &&
			gpu_request_quota(&t->gpu) == 6,
		"3 of 2 GPUs each: 6");
	ok(t && vector_total_gpus(&l.c.slots, t->request) == 6, "total GPUs of the vector");
	unload(&l);
	t = one(&l, "'nvidia.com/mig-1g.5gb':'2'", MAIN("'cpu':'1'"));
	ok(t && t->legacy_mig && t->type == REQUEST_MIG && t->gpu.mig[0].slot == -1,
		"a legacy annotation has no slot when nobody offers the profile");
	unload(&l);
	t = one(&l, "'nvidia.com/mig-1g.5gb':'x'", MAIN("'cpu':'1'"));
	ok(t && !t->legacy_mig && t->type == REQUEST_REGULAR, "a bad one is ignored");
	unload(&l);
	t = one(&l, "", MAIN("'nvidia.com/mig-1c.3g.40gb':'1'"));
	ok(t && t->type == REQUEST_MIG && t->gpu.mig[0].gpus == 0 &&
			gpu_request_quota(&t->gpu) == 0,
		"a profile of another form has share 0");
	unload(&l);
	ok(load_objects(&l,
		   "{'pods':[" POD("a", "'nvidia.com/mig-1g.5gb':'2'", MAIN("'cpu':'1'"),
			   "Pending") "," POD("b", "", MAIN("'nvidia.com/mig-1g.5gb':'1'"),
			   "Pending") "," POD("c", "'nvidia.com/mig-1g.5gb':'2'", MAIN("'cpu':'1'"),
			   "Pending") "]}"),
		"pods before and behind one that asks for the profile");
	ok(task_named(&l, "s/a")->gpu.mig[0].slot == -1 &&
			task_named(&l, "s/c")->gpu.mig[0].slot >= SLOT_OTHERS,
		"count in snapshot order");
	unload(&l);
}

static void test_profile_names(void)
{
	static const struct {
		const char *name;
		int64_t gpus, gb;
	} profiles[] = {{"nvidia.com/mig-2g.10gb", 2, 10}, {"nvidia.com/mig-12g.3gb", 12, 3},
		{"nvidia-com/mig-1g.5gb", 1, 5}},
	  others[] = {{"xvidia.com/mig-1g.5gb", 0, 0}, {"nvidia.com/mag-1g.5gb", 0, 0},
		  {"nvidia.com/mig-", 0, 0}, {"nvidia.com/mig-g.5gb", 0, 0},
		  {"nvidia.com/mig-1g.5g", 0, 0}, {"nvidia.com/mig-1g.5gbx", 0, 0},
		  {"nvidia.com/mig-1c.3g.40gb", 0, 0}, {"nvidia.com/mi", 0, 0}};
	int64_t gpus, gb;

	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		ok(mig_profile(str_of(profiles[i].name), &gpus, &gb) && gpus == profiles[i].gpus &&
				gb == profiles[i].gb,
			"%s is a MIG profile", profiles[i].name);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ok(!mig_profile(str_of(others[i].name), &gpus, &gb) && gpus == 0 && gb == 0,
			"%s is none", others[i].name);
}

static void test_nodes(void)
{
	struct loaded l;
	struct node *n;

	ok(load_objects(&l,
		   "{'nodes':[" NODE("c", "'nvidia.com/gpu.memory':'4096'",
			   "'nvidia.com/gpu':'2','intel.com/gpu':'2'") "," NODE("a",
			   "'nvidia.com/gpu.memory':'4295000001'",
			   "'cpu':'1500m','memory':'1Gi','ephemeral-storage':'5','amd.com/gpu':'1','nvidia.com/gpu':'2'") "," NODE("b",
			   "'nvidia.com/gpu.memory':'81559','nvidia.com/gpu.count':'4'",
			   "'nvidia.com/mig-1g.5gb':'7'") ","
							  "{'metadata':{'name':'d'},'spec':{'unschedulable':true}},"
							  "{'metadata':{'name':'e'},'status':{'conditions':[{'type':'Ready','status':'Unknown'}]}},"
							  "{'metadata':{'name':'f'},'status':{'conditions':[{'type':'Ready','status':'True'},{'type':'PIDPressure','status':'Unknown'}]}},"
							  "{'metadata':{'name':'g'},'status':{'conditions':[{'type':'Odd','status':'Unknown'}]}}]}"),
		"nodes");
	ok(l.c.n_nodes == 7 && str_eq(l.c.nodes[0].name, STR("a")) && l.c.nodes[2].index == 2,
		"in name order");
	n = node_named(&l, "a");
	ok(n->gpu_memory == 4000 && n->gpu_memory_synced, "memory given in bytes: 4000");
	ok(n->allocatable[SLOT_CPU] == 1500 && n->allocatable[SLOT_MEMORY] == GI &&
			n->allocatable[SLOT_GPU] == 3 && n->allocatable[SLOT_PODS] == 110 &&
			n->allocatable[slots_find(&l.c.slots, STR("ephemeral-storage"))] == 5,
		"allocatable");
	ok(n->gpu_count == 3 && !n->cpu_only, "GPUs of two makers");
	n = node_named(&l, "b");
	ok(n->gpu_memory == 81500 && n->gpu_count == 4 && n->mig_enabled && !n->cpu_only,
		"memory in hundreds; a MIG profile makes a MIG node");
	n = node_named(&l, "c");
	ok(n->gpu_memory == 4000 && n->allocatable[SLOT_GPU] == 2000,
		"a scalar that ends in gpu overwrites: 2000 GPUs");
	n = node_named(&l, "g");
	ok(n->gpu_memory == 100 && !n->gpu_memory_synced && n->cpu_only && n->ready,
		"a node without anything is ready");
	ok(!node_named(&l, "d")->ready && !node_named(&l, "e")->ready &&
			!node_named(&l, "f")->ready,
		"cordoned, not ready, under pressure");
	ok(l.c.min_gpu_memory == 4000 && l.c.max_gpu_memory == 81500,
		"smallest and biggest memory");
	unload(&l);

	ok(load_objects(&l,
		   "{'nodes':[" NODE("a",
			   "'node-role.kubernetes.io/mig-enabled':'t','nvidia.com/mig.strategy':'single'",
			   "'cpu':'1'") "," NODE("b", "'node-role.kubernetes.io/mig-enabled':'yes'",
			   "'nvidia.com/mig-1g.5gb':'7'") "," NODE("c",
			   "'nvidia.com/mig.strategy':'mixed'",
			   "'nvidia.com/mig-1g.5gb':'7'") "]}"),
		"MIG nodes");
	ok(node_named(&l, "a")->mig_enabled && node_named(&l, "a")->mig_strategy == MIG_SINGLE,
		"by label");
	ok(!node_named(&l, "b")->mig_enabled && node_named(&l, "b")->mig_strategy == MIG_NONE,
		"a label that is no truth");
	ok(node_named(&l, "c")->mig_strategy == MIG_MIXED, "mixed");
	unload(&l);
}

static void test_pools(void)
{
	static const char objects[] = "'rawObjects':{'nodes':[" NODE(
		"in", "", "'cpu':'8'") "," NODE("out", "'pool':''",
		"'cpu':'8'") "],'podGroups':[{'metadata':"
			     "{'name':'g','namespace':'s'},'spec':{'queue':'q'}}],'queues':[{'metadata':{'name':'q'}}],'pods':[" POD(
				     "a", "'pod-group-name':'g'",
				     "'nodeName':'out'," MAIN("'cpu':'1'"), "Running") "," POD("b",
				     "'pod-group-name':'g'", "'nodeName':'in'," MAIN("'cpu':'1'"),
				     "Running") "]}}";
	struct loaded l;
	struct strbuf b = {0};

	strbuf_addf(&b,
		"{'schedulerParams':{'fullHierarchyFairness':true,'partitionParams':{'NodePoolLabelKey':'pool'}},%s",
		objects);
	ok(load_document(&l, b.s), "a pool without value");
	ok(l.c.n_nodes == 1 && node_named(&l, "in"),
		"nodes that have the label are not the session's");
	ok(job_named(&l, "g")->counts[POD_RUNNING] == 2, "their pods still count in the job");
	ok(task_named(&l, "s/a")->node == NULL && !task_named(&l, "s/a")->accepted_set &&
			task_accepted(task_named(&l, "s/a"), SLOT_CPU) == 0,
		"but book nothing");
	ok(task_accepted(task_named(&l, "s/b"), SLOT_CPU) == 1000 &&
			node_named(&l, "in")->idle[SLOT_CPU] == 7000,
		"others do");
	unload(&l);
	strbuf_clear(&b);
	strbuf_addf(&b, "{'schedulerParams':{'restrictSchedulingNodes':true},%s", objects);
	ok(load_document(&l, b.s) && l.c.n_nodes == 0,
		"restricted scheduling keeps labelled nodes only");
	unload(&l);
	strbuf_free(&b);
}

#define DELETED(name, phase, time) \
	"{'metadata':{'name':'" name "','namespace':'s','uid':'u-" name \
	"','deletionTimestamp':'" time \
	"'},'spec':{'nodeName':'n'," MAIN("'cpu':'1'") "},'status':{'phase':'" phase "'}}"

static void test_statuses(void)
{
	struct loaded l;

	ok(load_objects(&l,
		   "{'nodes':[" BIG
		   "],'bindRequests':[{'metadata':{'name':'x','namespace':'s'},'spec':{'podName':'bound','selectedNode':'n'}},"
		   "{'metadata':{'name':'f1','namespace':'s'},'spec':{'podName':'f1','selectedNode':'n','backoffLimit':5},'status':{'phase':'Failed','failedAttempts':2}},"
		   "{'metadata':{'name':'f2','namespace':'s'},'spec':{'podName':'f2','selectedNode':'n','backoffLimit':5},'status':{'phase':'Failed','failedAttempts':5}},"
		   "{'metadata':{'name':'f3','namespace':'s'},'spec':{'podName':'f3','selectedNode':'n'},'status':{'phase':'Failed'}},"
		   "{'metadata':{'name':'lost','namespace':'s'},'spec':{'podName':'lost','selectedNode':'nowhere'}}],'pods':[" DELETED(
			   "old", "Running", "2026-01-01T11:57:00Z") "," DELETED("new", "Running",
			   "2026-01-01T11:59:00Z") "," DELETED("p", "Pending",
			   "2020-01-01T00:00:00Z") "," POD("bound", "", MAIN("'cpu':'2'"),
			   "Pending") "," POD("f1", "", MAIN("'cpu':'4'"), "Pending") "," POD("f2",
			   "", MAIN("'cpu':'4'"), "Pending") "," POD("f3", "", MAIN("'cpu':'4'"),
			   "Pending") "," POD("lost", "", MAIN("'cpu':'4'"),
			   "Pending") "," POD("gate", "", "'schedulingGates':[{'name':'g'}]",
			   "Pending") "," POD("there", "", "'nodeName':'n'," MAIN("'cpu':'8'"),
			   "Pending") "," POD("done", "", "'nodeName':'n'," MAIN("'cpu':'8'"),
			   "Succeeded") "," POD("bad", "", "'nodeName':'n'," MAIN("'cpu':'8'"),
			   "Failed") "," POD("odd", "", "'nodeName':'n'," MAIN("'cpu':'8'"),
			   "") "]}"),
		"pods of all kinds");
	ok(same_status(task_named(&l, "s/old"), "StuckInReleasing"),
		"deleted three minutes ago and running: stuck");
	ok(same_status(task_named(&l, "s/new"), "Releasing"), "one minute ago: releasing");
	ok(same_status(task_named(&l, "s/p"), "Releasing"),
		"a pending pod that is deleted is releasing at any age");
	ok(same_status(task_named(&l, "s/bound"), "Binding") && task_named(&l, "s/bound")->node,
		"a bind request counts by spec.podName");
	ok(same_status(task_named(&l, "s/f1"), "Binding"),
		"a failed one with attempts left is alive");
	ok(same_status(task_named(&l, "s/f2"), "Pending") &&
			same_status(task_named(&l, "s/f3"), "Pending"),
		"one without is not");
	ok(same_status(task_named(&l, "s/lost"), "Pending"), "nor one for an unknown node");
	ok(same_status(task_named(&l, "s/gate"), "Gated") &&
			same_status(task_named(&l, "s/there"), "Bound"),
		"gated; bound");
	ok(same_status(task_named(&l, "s/done"), "Succeeded") &&
			same_status(task_named(&l, "s/bad"), "Failed") &&
			same_status(task_named(&l, "s/odd"), "Unknown"),
		"finished, failed, unknown");
	struct node *n = node_named(&l, "n");

	/* 64 - old 1 - new 1 - p 1 - bound 2 - f1 4 - there 8 */
	ok(n->idle[SLOT_CPU] == 47000 && n->used[SLOT_CPU] == 17000 &&
			n->releasing[SLOT_CPU] == 2000,
		"what the node books");
	ok(n->n_view == 6, "the pods that the Kubernetes filters see");
	ok(l.c.n_bind_requests == 4, "stored bind requests");
	unload(&l);
}

static void test_groups(void)
{
	struct loaded l;
	struct node *n;

	ok(load_objects(&l,
		   "{'nodes':[" BIG
		   "],'bindRequests':[{'metadata':{'name':'b','namespace':'s'},'spec':{'podName':'b','selectedNode':'n','selectedGPUGroups':"
		   "['x','y'],'receivedResourceType':'Fraction'},'status':{'phase':'Succeeded'}}],'pods':["
		   "{'metadata':{'name':'a','namespace':'s','uid':'1','labels':{'runai-gpu-group/x':'x','runai-gpu-group/y':'y'},'annotations':{'gpu-fraction':'0.5',"
		   "'gpu-fraction-num-devices':'2'}},'spec':{'nodeName':'n'},'status':{'phase':'Running'}},"
		   "{'metadata':{'name':'b','namespace':'s','uid':'2','annotations':{'gpu-fraction':'0.5','gpu-fraction-num-devices':'2'}},'spec':{'nodeName':'n'},"
		   "'status':{'phase':'Running'}},"
		   "{'metadata':{'name':'c','namespace':'s','uid':'3','labels':{'runai-gpu-group':'x','runai-gpu-group/b':'z','runai-gpu-group/a':'y'},'annotations':"
		   "{'gpu-fraction':'0.1'}},'spec':{},'status':{'phase':'Pending'}},"
		   "{'metadata':{'name':'r','namespace':'other','uid':'4','labels':{'app':'kai-resource-reservation'}},'spec':{'nodeName':'n'," MAIN(
			   "'cpu':'100m','nvidia.com/gpu':'1'") "},'status':{'phase':'Running'}}]}"),
		"shared GPUs");
	n = node_named(&l, "n");
	ok(task_named(&l, "s/a")->device_groups.n == 0, "prefixed labels alone name no group");
	ok(task_named(&l, "s/b")->device_groups.n == 2, "a bind request's groups");
	ok(task_named(&l, "s/c")->device_groups.n == 3 &&
			str_eq(l.c.device_groups[task_named(&l, "s/c")->device_groups.ids[1]].name,
				STR("y")),
		"labels in key order");
	ok(n->n_device_groups == 2 && n->device_groups[0].used == 40750 && n->idle[SLOT_GPU] == 6,
		"two GPUs are shared, half of each used");
	ok(task_named(&l, "other/r")->reservation && n->idle[SLOT_CPU] == 63900,
		"a reservation pod books its CPU but no GPU");
	int fresh = cluster_new_device_group(&l.c);

	ok(l.c.device_groups[fresh].fresh &&
			str_eq(l.c.device_groups[fresh].name, STR("new-000001")) &&
			cluster_device_group(&l.c, STR("x")) ==
				task_named(&l, "s/b")->device_groups.ids[0],
		"fresh groups are apart");
	unload(&l);
}

#define DRA_OBJECTS \
	"'nodes':[" NODE("n1", "", \
		"'cpu':'8'") "],'resourceSlices':[{'metadata':{'name':'sl'},'spec':{'nodeName':'n1','driver':'GPU.nvidia.com'," \
			     "'devices':[{},{},{},{}]}},{'metadata':{'name':'all'},'spec':{'nodeName':'n1','allNodes':true,'driver':'gpu.x','devices':[{}]}}],'resourceClaims':[" \
			     "{'metadata':{'name':'c','namespace':'s','uid':'c1'},'spec':{'devices':{'requests':[{'exactly':{'deviceClassName':'gpu.x','allocationMode':'ExactCount','count':3}}," \
			     "{'deviceClassName':'gpu.x','count':9}]}}}],'pods':[" POD("p", "", \
				     "'resourceClaims':[{'name':'e','resourceClaimName':'c'}]", \
				     "Pending") "]"

static void test_dra(void)
{
	struct loaded l;
	struct node *n;
	struct task *t;

	ok(load_objects(&l, "{" DRA_OBJECTS "}"), "a slice");
	n = node_named(&l, "n1");
	t = task_named(&l, "s/p");
	ok(n->allocatable[SLOT_GPU] == 4 && n->idle[SLOT_GPU] == 4 && n->dra_gpus && !n->cpu_only &&
			n->gpu_count == 0,
		"no discovery: 4 GPUs");
	ok(t->gpu.dra == 3 && t->request[SLOT_GPU] == 3 && !t->extends && t->uses_claims,
		"flat requests of an older API are lost");
	ok(l.w.n == 0, "nothing to warn of");
	unload(&l);
	ok(load_document(
		   &l, "{'schedulerParams':{},'discovery':{},'rawObjects':{" DRA_OBJECTS "}}"),
		"the same with an empty discovery");
	n = node_named(&l, "n1");
	ok(n->allocatable[SLOT_GPU] == 0 && !n->dra_gpus && task_named(&l, "s/p")->gpu.dra == 0 &&
			!warned(&l, "dra"),
		"0 GPUs");
	unload(&l);
}

static void test_classes(void)
{
	struct loaded l;

	ok(load_objects(&l,
		   "{'pods':[" POD("a", "", MAIN("'cpu':'1'"), "Pending") "," POD("b", "",
			   MAIN("'cpu':'1000m'") ",'nodeSelector':{'a':'b'}",
			   "Pending") "," POD("c", "'gpu-fraction':'0.5'", MAIN("'cpu':'1'"),
			   "Pending") "," POD("d", "'gpu-fraction':'0.50'", MAIN("'cpu':'1'"),
			   "Pending") "]}"),
		"classes of requests");
	ok(task_named(&l, "s/a")->request_class == task_named(&l, "s/b")->request_class,
		"equal requests of different specs");
	ok(task_named(&l, "s/a")->request_class != task_named(&l, "s/c")->request_class,
		"a fraction is another class");
	ok(task_named(&l, "s/c")->request_class == task_named(&l, "s/d")->request_class,
		"however it is written");
	unload(&l);
}

int main(void)
{
	test_requests();
	test_sharing();
	test_mig();
	test_profile_names();
	test_nodes();
	test_pools();
	test_statuses();
	test_groups();
	test_dra();
	test_classes();
	return tap_end();
}
