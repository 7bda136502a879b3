/* A unit of a job, all or nothing, in the allocate action: rules/03 5 to 7, ideas 4 to 6, 14 to 16
 * and 36. */
#include "acts.h"

#define CLUSTER(nodes, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				"],'pods':[" pods "]"
#define GONE(name, gpus, node, deleted) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','deletionTimestamp':'" deleted "','annotations':" \
	"{'pod-group-name':'old'}},'spec':{'nodeName':'" node \
	"','containers':[{'name':'c','resources':{'requests':{" GPUS( \
		gpus) "}}}]},'status':{'phase':'Running'}}"
#define SOON "2026-01-01T12:00:20Z"
#define LONG_AGO "2026-01-01T10:00:00Z"
#define OLD JOB("old", "q", "low", "01", "1")
#define STUCK_AFTER ",'stuckInReleasingThreshold':60000000000"

static void gang(void)
{
	struct fixture f;

	/* rules/03 idea 4 */
	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		CLUSTER(GPU_NODE("n1", "2"), JOB("g", "q", "low", "01", "2"),
			PENDING("a", "g", "2") "," PENDING("b", "g", "2")));
	acts_are_at(&f, "allocate", "", "a gang of 2 x 2 GPUs on a node of 2", __FILE__, __LINE__);
	said(&f, "g",
		"PodSchedulingErrors: Resources were found for 1 pods while 2 are required for gang scheduling. Additional pods cannot "
		"be scheduled due to: no nodes with enough resources were found: 1 node(s) didn't have enough resources: GPUs.");
	ok(fixture_task(&f, "n/a")->status == POD_PENDING &&
			fixture_node(&f, "n1")->idle[SLOT_GPU] == 2,
		"the pod placed first was taken back");
	fixture_close(&f);

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		CLUSTER(GPU_NODE("n1", "2"),
			JOB_MORE("g", "q", "low", "01",
				",'subGroups':[{'name':'one','minMember':1},{'name':'two','minMember':2}]"),
			PENDING_IN("a", "g", "one", "1") "," PENDING_IN(
				"b", "g", "two", "1") "," PENDING_IN("c", "g", "two", "1")));
	acts_are_at(&f, "allocate", "", "sub-groups of 1 and 2 pods, 2 GPUs", __FILE__, __LINE__);
	said(&f, "g",
		"PodSchedulingErrors: Resources were found for 1 pods from all sub-groups while sub-group two requires 2 pods for gang "
		"scheduling. Additional pods cannot be scheduled in this sub-group due to: no nodes with enough resources were found: "
		"1 node(s) didn't have enough resources: GPUs.");
	fixture_close(&f);
}

static void releasing(void)
{
	/* rules/03 idea 5: the pods that leave give the second its room */
	decides(FIXTURE_PLUGINS, STUCK_AFTER, "allocate",
		CLUSTER(GPU_NODE("n1", "4"), OLD "," JOB("g", "q", "low", "02", "2"),
			GONE("old", "1", "n1", SOON) "," PENDING("a", "g", "2") "," PENDING(
				"b", "g", "2")),
		"pipeline b n1, pipeline a n1",
		"one of the gang has to wait, so all of it does: what was bound goes to the end");
	decides(FIXTURE_PLUGINS, STUCK_AFTER, "allocate",
		CLUSTER(GPU_NODE("n1", "4"), OLD "," JOB("g", "q", "low", "02", "1"),
			GONE("old", "1", "n1", SOON) "," PENDING("a", "g", "2") "," PENDING(
				"b", "g", "2")),
		"bind a n1, pipeline b n1", "with a minimum of one the first is bound");
	/* rules/03 idea 6 */
	decides(FIXTURE_PLUGINS, STUCK_AFTER, "allocate",
		CLUSTER(GPU_NODE("n1", "4"), OLD "," JOB("g", "q", "low", "02", "2"),
			GONE("old", "1", "n1", LONG_AGO) "," PENDING("a", "g", "2") "," PENDING(
				"b", "g", "2")),
		"", "what is stuck in releasing gives no room");
	/* the first pod of the gang has been pipelined by an earlier unit: min 1 each, no
	 * conversion of what is bound */
	decides(FIXTURE_PLUGINS, STUCK_AFTER, "allocate",
		CLUSTER(GPU_NODE("n1", "2"), OLD "," JOB("g", "q", "low", "02", "1"),
			GONE("old", "2", "n1", SOON) "," PENDING("a", "g", "1") "," PENDING(
				"b", "g", "1")),
		"pipeline a n1, pipeline b n1", "visited again while pods are pending");
}

#define SHARE(name, more) POD_MORE(name, "g", "", more, "", "'cpu':'1'", "Pending")
#define SHARED_OLD(name, fraction, group, node, meta) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta \
	",'labels':{'runai-gpu-group':'" group "'},'annotations':" \
	"{'pod-group-name':'old','gpu-fraction':'" fraction "'}},'spec':{'nodeName':'" node \
	"','containers':[{'name':'c','resources':" \
	"{'requests':{'cpu':'1'}}}]},'status':{'phase':'Running'}}"

static bool has_group(const struct fixture *f, const struct task *t, int at, const char *name)
{
	return at < t->device_groups.n &&
		str_eq(f->cluster.device_groups[t->device_groups.ids[at]].name, str_of(name));
}

static void shared(void)
{
	struct fixture f;
	struct task *t;

	/* rules/03 idea 14: group 0 leaves; two devices are asked for */
	fixture_open(&f, FIXTURE_PARAMS STUCK_AFTER, FIXTURE_PLUGINS,
		CLUSTER(GPU_NODE("n1", "3"), OLD "," JOB("g", "q", "low", "02", "1"),
			SHARED_OLD("old", "0.5", "0", "n1",
				",'deletionTimestamp':'" SOON
				"'") "," SHARED_OLD("stays", "0.5", "0", "n1", "") "," SHARE("a",
				",'gpu-fraction':'0.5','gpu-fraction-num-devices':'2'")));
	acts_are_at(&f, "allocate", "pipeline a n1",
		"one of its devices is being left: the pod waits", __FILE__, __LINE__);
	t = fixture_task(&f, "n/a");
	ok(t->device_groups.n == 2 && has_group(&f, t, 0, "0") &&
			f.cluster.device_groups[t->device_groups.ids[1]].fresh,
		"the group that leaves, and a new one");
	fixture_close(&f);

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		CLUSTER(GPU_NODE("n1", "1"), JOB("g", "q", "low", "02", "1"),
			SHARE("a", ",'gpu-fraction':'0.5'")));
	acts_are_at(&f, "allocate", "bind a n1", "half of an idle GPU", __FILE__, __LINE__);
	t = fixture_task(&f, "n/a");
	ok(t->device_groups.n == 1 && f.cluster.device_groups[t->device_groups.ids[0]].fresh,
		"in a new group");
	fixture_close(&f);

	/* rules/03 idea 15 */
	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		CLUSTER(GPU_NODE("n1", "1"), JOB("g", "q", "low", "02", "1"),
			SHARE("a", ",'gpu-fraction':'0.5','gpu-fraction-num-devices':'0'")));
	acts_are_at(&f, "allocate", "", "half of no device", __FILE__, __LINE__);
	said(&f, "g",
		"PodSchedulingErrors: Resources were not found for pod n/a due to: Unable to schedule pod");
	fixture_close(&f);
}

static void over_limit(void)
{
	static const char raw[] = "'queues':[" QUEUE_GPUS("q", "",
		"{'quota':1,'limit':1,'overQuotaWeight':1}") "]," PRIORITIES
							     ",'nodes':[" GPU_NODE("n1",
								     "4") "],'podGroups':[" JOB("g",
								     "q", "low", "01",
								     "1") "],'pods':[" PENDING("a",
								     "g", "2") "]";
	struct fixture f;
	char *text;

	/* rules/03 idea 16 */
	fixture_open(&f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	acts_are_at(&f, "allocate", "", "two GPUs with a limit of one", __FILE__, __LINE__);
	text = acts_reasons(&f, "g");
	ok(strncmp(text, "OverLimit: ", 11) == 0 && !strchr(text, '\n'), "one reason: %.60s", text);
	free(text);
	acts_are_at(
		&f, "reclaim,preempt,consolidation", "", "the others neither", __FILE__, __LINE__);
	text = acts_reasons(&f, "g");
	ok(strncmp(text, "OverLimit: ", 11) == 0 && !strchr(text, '\n'), "and they add no reason");
	free(text);
	ok(!fixture_job(&f, "g")->errors->items[0].sub_group.n ||
			fixture_job(&f, "g")->errors->n == 1,
		"no placement was tried");
	fixture_close(&f);
}

/* A failed job is not tried again, a later one of the queue is. */
static void order(void)
{
	decides(FIXTURE_PLUGINS, "", "allocate",
		CLUSTER(GPU_NODE("n1", "2") "," GPU_NODE("n2", "1"),
			JOB("big", "q", "high", "01", "1") "," JOB("pair", "q", "mid", "02",
				"2") "," JOB("one", "q", "low", "03", "1"),
			PENDING("b", "big", "4") "," PENDING("p1", "pair", "1") "," PENDING(
				"p2", "pair", "1") "," PENDING("o", "one", "1")),
		"bind p1 n2, bind p2 n1, bind o n1",
		"binpack: the node with fewer free GPUs first");
	/* rules/03 idea 36 */
	decides(FIXTURE_PLUGINS, "", "allocate",
		CLUSTER(GPU_NODE("n1", "2"), JOB("g", "q", "low", "01", "3"),
			PENDING("a", "g", "1") "," PENDING("b", "g", "1")),
		"", "a gang of three with two pods is not ready");
}

int main(void)
{
	gang();
	releasing();
	shared();
	over_limit();
	order();
	return tap_end();
}
