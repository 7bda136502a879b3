/* The scenario search through the actions that use it: worked examples of rules/04 16, rules/04 17
 * and rules/03 17. */
#include "acts.h"

#define PARAMS \
	",'allowConsolidatingReclaim':true,'maxNumberConsolidationPreemptees':16,'useSchedulingSignatures':true"
#define CLUSTER(nodes, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				"],'pods':[" pods "]"
#define preempts(raw, want, what) decides(EVICTING_PLUGINS, PARAMS, "preempt", raw, want, what)
#define consolidates(raw, want, what) \
	decides(EVICTING_PLUGINS, PARAMS, "consolidation", raw, want, what)
#define LOW(name, hour, min) JOB(name, "q", "low", hour, min)
#define HIGH(name, min) JOB(name, "q", "high", "11", min)
#define SETS(name, priority, hour, more) \
	JOB_MORE(name, "q", priority, hour, ",'subGroups':[" more "]")
#define SET(name, min) "{'name':'" name "','minMember':" min "}"

static void preempt(void)
{
	preempts(CLUSTER(GPU_NODE("n0", "2") "," GPU_NODE("n1", "1"),
			 LOW("j", "01", "1") "," HIGH("a", "1"),
			 RUNNING("p0", "j", "1", "n0") "," RUNNING(
				 "p1", "j", "1", "n0") "," PENDING("a", "a", "2")),
		"evict p1 n0, evict p0 n0, pipeline a n0, pipeline p0 n1",
		"example A: one of two victims finds another place");
	preempts(CLUSTER(GPU_NODE("n0", "2"), LOW("j", "01", "1") "," HIGH("a", "1"),
			 RUNNING("p0", "j", "1", "n0") "," RUNNING(
				 "p1", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"evict p1 n0, pipeline a n0", "rules/04 idea 9: the surplus pod");
	preempts(CLUSTER(GPU_NODE("n0", "2"), LOW("j", "01", "1") "," HIGH("a", "1"),
			 RUNNING("p0", "j", "1", "n0") "," RUNNING(
				 "p1", "j", "1", "n0") "," PENDING("a", "a", "2")),
		"evict p1 n0, evict p0 n0, pipeline a n0", "rules/04 idea 9: both");
	preempts(CLUSTER(GPU_NODE("n0", "3"),
			 LOW("j", "01", "1") "," LOW("s", "02", "1") "," HIGH("a", "1"),
			 RUNNING("e1", "j", "1", "n0") "," RUNNING("e2", "j", "1",
				 "n0") "," RUNNING("s", "s", "1", "n0") "," PENDING("a", "a", "2")),
		"evict e2 n0, evict s n0, pipeline a n0",
		"rules/04 idea 10: at their minimums the younger job goes first");
	preempts(CLUSTER(GPU_NODE("n0", "4"),
			 LOW("j", "01", "1") "," LOW("k", "02", "1") "," HIGH("a", "1"),
			 RUNNING("e1", "j", "1", "n0") "," RUNNING("e2", "j", "1",
				 "n0") "," RUNNING("f1", "k", "1", "n0") "," RUNNING("f2", "k", "1",
				 "n0") "," PENDING("a", "a", "2")),
		"evict f2 n0, evict e2 n0, pipeline a n0",
		"rules/04 idea 11: one pod of each elastic job");
	preempts(CLUSTER(GPU_NODE("n0", "1") "," GPU_NODE("n1", "1"),
			 LOW("j", "01", "2") "," HIGH("a", "1"),
			 RUNNING("g1", "j", "1", "n0") "," RUNNING(
				 "g2", "j", "1", "n1") "," PENDING("a", "a", "1")),
		"evict g2 n1, evict g1 n0, pipeline a n0",
		"rules/04 idea 14: a gang on two nodes goes as a whole");
	preempts(CLUSTER(GPU_NODE("n0", "1") "," GPU_NODE("n1", "1"),
			 LOW("j", "01", "1") "," HIGH("a", "1"),
			 RUNNING("z", "j", "1", "n0") "," PENDING("y", "j", "1") "," PENDING(
				 "a", "a", "1")),
		"evict z n0, pipeline a n1, pipeline y n0",
		"rules/04 idea 31: the pending pod of the victim's job takes the place");
}

static void who_is_preempted(void)
{
	preempts(CLUSTER(GPU_NODE("n0", "1"), JOB("j", "q", "high", "01", "1") "," HIGH("a", "1"),
			 RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"", "not one of equal priority");
	preempts(CLUSTER(GPU_NODE("n0", "1"),
			 JOB("j", "q", "build", "01", "1") "," JOB_MORE(
				 "a", "q", "build", "02", ",'minMember':1"),
			 RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"", "nor one that is not preemptible");
	preempts("'queues':[" QUEUE("q") "," QUEUE("r") "]," PRIORITIES ",'nodes':[" GPU_NODE(
			 "n0", "1") "],'podGroups':[" JOB("j", "r", "low", "01", "1") "," HIGH("a",
			 "1") "],'pods':[" RUNNING("p", "j", "1", "n0") "," PENDING("a", "a",
			 "1") "]",
		"", "nor one of another queue");
	preempts(CLUSTER(GPU_NODE("n0", "1"),
			 LOW("j", "01", "1") "," JOB_MORE(
				 "a", "q", "high", "11", ",'minMember':1,'preemptionDelay':'2h'"),
			 RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"", "and nobody within the preemption delay");
	preempts(CLUSTER(GPU_NODE("n0", "1"),
			 JOB_MORE("j", "q", "low", "11",
				 ",'minMember':1,'preemptionDelay':'2h'") "," HIGH("a", "1"),
			 RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"evict p n0, pipeline a n0", "a victim's own delay does not protect it");
	preempts(
		"'queues':[" QUEUE_GPUS("q", "",
			"{'quota':1,'limit':1,'overQuotaWeight':1}") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
			"4") "],'podGroups':[" LOW("j", "01", "1") "," HIGH("a",
			"1") "],'pods':[" RUNNING("p", "j", "1", "n0") "," PENDING("a", "a",
			"2") "]",
		"", "rules/04 idea 30: over the queue's limit");
	decides(FIXTURE_PLUGINS, PARAMS, "preempt,reclaim,consolidation",
		CLUSTER(GPU_NODE("n0", "1"), LOW("j", "01", "1") "," HIGH("a", "1"),
			RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"", "rules/04 idea 5: without generators nobody is evicted");
	decides(FIXTURE_PLUGINS ",{'name':'sg-multinodegang'}", PARAMS, "preempt",
		CLUSTER(GPU_NODE("n0", "1"), LOW("j", "01", "1") "," HIGH("a", "1"),
			RUNNING("p", "j", "1", "n0") "," PENDING("a", "a", "1")),
		"evict p n0, pipeline a n0", "one of them is enough");
}

static void sub_groups(void)
{
	preempts(CLUSTER(GPU_NODE("n0", "4"),
			 SETS("j", "low", "01", SET("one", "1") "," SET("two", "1")) "," HIGH(
				 "a", "1"),
			 RUNNING_IN("o1", "j", "one", "1", "n0") "," RUNNING_IN(
				 "o2", "j", "one", "1", "n0") "," RUNNING_IN("t1", "j", "two", "1",
				 "n0") "," RUNNING_IN("t2", "j", "two", "1", "n0") "," PENDING("a",
				 "a", "2")),
		"evict t2 n0, evict o2 n0, pipeline a n0",
		"rules/04 idea 12: one surplus pod of each sub-group");
	preempts(CLUSTER(GPU_NODE("n0", "4"),
			 SETS("j", "low", "01", SET("one", "2") "," SET("two", "2")) "," HIGH(
				 "a", "1"),
			 RUNNING_IN("o1", "j", "one", "1", "n0") "," RUNNING_IN(
				 "o2", "j", "one", "1", "n0") "," RUNNING_IN("t1", "j", "two", "1",
				 "n0") "," RUNNING_IN("t2", "j", "two", "1", "n0") "," PENDING("a",
				 "a", "2")),
		"evict o2 n0, evict o1 n0, evict t2 n0, evict t1 n0, pipeline a n0",
		"rules/04 idea 12: at their minimums all four");
	preempts(CLUSTER(GPU_NODE("n0", "1") "," GPU_NODE("n1", "1"),
			 LOW("u", "01", "1") "," LOW("v", "02", "1") "," SETS(
				 "a", "high", "11", SET("one", "1") "," SET("two", "1")),
			 RUNNING("u", "u", "1", "n0") "," RUNNING(
				 "v", "v", "1", "n1") "," PENDING_IN("o1", "a", "one",
				 "1") "," PENDING_IN("o2", "a", "one", "1") "," PENDING_IN("t1",
				 "a", "two", "1") "," PENDING_IN("t2", "a", "two", "1")),
		"evict v n1, evict u n0, pipeline o1 n0, pipeline t1 n1",
		"rules/04 idea 13: the first pod of each sub-group");
	preempts(CLUSTER(GPU_NODE("n0", "1") "," GPU_NODE("n1", "1"),
			 LOW("u", "01", "1") "," LOW("v", "02", "1") "," SETS(
				 "a", "high", "11", SET("one", "1") "," SET("two", "1")),
			 RUNNING("u", "u", "1", "n0") "," RUNNING(
				 "v", "v", "1", "n1") "," PENDING_IN("o1", "a", "one",
				 "1") "," PENDING_IN("t1", "a", "two", "2")),
		"", "rules/04 idea 13: one sub-group cannot fit");
}

static void consolidate(void)
{
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			     LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," LOW("p", "03", "1"),
			     RUNNING("r0", "r0", "2", "n0") "," RUNNING(
				     "r1", "r1", "2", "n1") "," PENDING("p", "p", "3")),
		"evict r1 n1, pipeline r1 n0, pipeline p n1",
		"example E: the younger job makes room");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			     LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," LOW("p", "03", "1"),
			     RUNNING("r0", "r0", "3", "n0") "," RUNNING(
				     "r1", "r1", "2", "n1") "," PENDING("p", "p", "3")),
		"", "nobody is moved who has no other place");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			     LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," LOW(
				     "r2", "03", "1") "," LOW("p", "04", "1"),
			     RUNNING("r0", "r0", "3", "n0") "," RUNNING(
				     "r1", "r1", "1", "n1") "," RUNNING("r2", "r2", "2",
				     "n1") "," PENDING("p", "p", "2")),
		"evict r1 n1, pipeline r1 n0, pipeline p n1",
		"example J: a needless victim vanishes");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4") "," GPU_NODE(
				     "n2", "4") "," GPU_NODE("n3", "4"),
			     LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," LOW("r2", "03",
				     "1") "," LOW("r3", "04", "1") "," LOW("p", "05", "1"),
			     RUNNING("r0", "r0", "4", "n0") "," RUNNING("r1", "r1", "2",
				     "n1") "," RUNNING("r2", "r2", "2", "n2") "," RUNNING("r3",
				     "r3", "4", "n3") "," PENDING("p", "p", "3")),
		"evict r2 n2, pipeline r2 n1, pipeline p n2", "rules/04 idea 32: over full nodes");
	consolidates(
		CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," LOW(
				"p3", "03", "1") "," LOW("p2", "04", "1"),
			RUNNING("r0", "r0", "2", "n0") "," RUNNING("r1", "r1", "2",
				"n1") "," PENDING("p3", "p3", "3") "," PENDING("p2", "p2", "2")),
		"evict r1 n1, pipeline r1 n0, pipeline p3 n1",
		"rules/03 idea 17: no room is left for the second");
	consolidates(
		CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "3"),
			LOW("e", "01", "1") "," LOW("p", "03", "1"),
			RUNNING("e1", "e", "2", "n0") "," RUNNING("e2", "e", "2", "n0") "," RUNNING(
				"e3", "e", "2", "n1") "," PENDING("p", "p", "3")),
		"", "rules/03 idea 18: the pod of n1 has no other place");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "3"),
			     LOW("e", "01", "1") "," LOW("p", "03", "1"),
			     RUNNING("e1", "e", "2", "n0") "," RUNNING(
				     "e3", "e", "2", "n1") "," PENDING("p", "p", "3")),
		"evict e3 n1, pipeline p n1, pipeline e3 n0",
		"rules/03 idea 18: now it has; who is below the minimum goes first");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			     LOW("r0", "01", "1") "," JOB("r1", "q", "build", "02", "1") "," JOB(
				     "r2", "q", "build", "02", "1") "," LOW("p", "03", "1"),
			     RUNNING("r1", "r1", "2", "n0") "," RUNNING(
				     "r2", "r2", "2", "n1") "," PENDING("p", "p", "3")),
		"", "rules/03 idea 20: who is not preemptible is not moved");
	consolidates(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			     LOW("r0", "01", "1") "," LOW("r1", "02", "1") "," JOB(
				     "p", "q", "build", "03", "1"),
			     RUNNING("r0", "r0", "2", "n0") "," RUNNING(
				     "r1", "r1", "2", "n1") "," PENDING("p", "p", "3")),
		"", "rules/03 idea 20: and does not consolidate");
}

#define PINNED(name, job, gpus, node) \
	POD_MORE(name, job, "", "", \
		"'nodeName':'" node "','nodeSelector':{'kubernetes.io/hostname':'" node "'},", \
		GPUS(gpus), "Running")
#define HERE(name, job, gpus) \
	POD_MORE(name, job, "", "", "'nodeSelector':{'kubernetes.io/hostname':'n0'},", GPUS(gpus), \
		"Pending")

/* rules/03 idea 19 and idea 26: a limit of n admits n + 1 jobs (test_lots.c). Only the job c on n2
 * leaves room when it moves. */
static void limits(void)
{
	static const char raw[] =
		CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4") "," GPU_NODE("n2", "4"),
			LOW("a", "01", "1") "," LOW("b", "02", "1") "," LOW("c", "03", "1") "," LOW(
				"p", "04", "1"),
			PINNED("a", "a", "3", "n0") "," PINNED("b", "b", "3", "n1") "," RUNNING(
				"c", "c", "1", "n2") "," PENDING("p", "p", "4"));

	decides(EVICTING_PLUGINS, ",'maxNumberConsolidationPreemptees':2", "consolidation", raw,
		"evict c n2, pipeline c n0, pipeline p n2", "limit 2: three jobs");
	decides(EVICTING_PLUGINS, ",'maxNumberConsolidationPreemptees':-1", "consolidation", raw,
		"evict c n2, pipeline c n0, pipeline p n2", "limit -1: all");
	decides(EVICTING_PLUGINS, ",'maxNumberConsolidationPreemptees':-2", "consolidation", raw,
		"", "limit -2: none");
	decides(EVICTING_PLUGINS, "", "consolidation", raw, "", "no limit given: switched off");
}

static void repeated(void)
{
	static const char raw[] =
		CLUSTER(GPU_NODE("n0", "4"), LOW("j", "01", "1") "," HIGH("g", "2"),
			RUNNING("p1", "j", "1", "n0") "," RUNNING("p2", "j", "1", "n0") "," RUNNING(
				"p3", "j", "1", "n0") "," RUNNING("p4", "j", "1",
				"n0") "," PENDING("a", "g", "1") "," PENDING("b", "g", "1"));
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS PARAMS, EVICTING_PLUGINS, raw);
	acts_are_at(&f, "preempt",
		"evict p4 n0, evict p4 n0, evict p3 n0, pipeline a n0, pipeline b n0",
		"example G: a victim twice", __FILE__, __LINE__);
	is_number(fixture_figures(&f, "q").allocated[SLOT_GPU], 3, "the queue's books: 4 - 3 + 2");
	fixture_close(&f);
	decides(EVICTING_PLUGINS, PARAMS, "preempt,allocate",
		"'queues':[" QUEUE_GPUS("q", "",
			"{'quota':4,'limit':4,'overQuotaWeight':1}") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
			"4") "," GPU_NODE("n1", "1") "],'podGroups':[" LOW("j", "01",
			"1") "," HIGH("g", "2") "," LOW("t", "02", "1") "],'pods':[" PINNED("p1",
			"j", "1", "n0") "," PINNED("p2", "j", "1", "n0") "," PINNED("p3", "j", "1",
			"n0") "," PINNED("p4", "j", "1", "n0") "," HERE("a", "g", "1") "," HERE("b",
			"g", "1") "," POD_MORE("t", "t", "", "",
			"'nodeSelector':{'kubernetes.io/hostname':'n1'},", GPUS("1"),
			"Pending") "]",
		"evict p4 n0, evict p4 n0, evict p3 n0, pipeline a n0, pipeline b n0, bind t n1",
		"rules/04 idea 28: a third job passes the limit");
}

/* Solved, but a pod set that minSubGroup does not ask for has less than its minimum: nothing is
 * committed, everything stays changed. */
static void leak(void)
{
	static const char raw[] = CLUSTER(GPU_NODE("n0", "1"),
		LOW("v", "01", "1") "," JOB_MORE("a", "q", "high", "02",
			",'minSubGroup':1,'subGroups':[" SET("one", "1") "," SET(
				"two", "1") "]") "," JOB("b", "q", "mid", "03", "1"),
		RUNNING("v", "v", "1", "n0") "," PENDING_IN("a1", "a", "one", "1") "," PENDING_IN(
			"a2", "a", "two", "1") "," PENDING("b", "b", "1"));
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS PARAMS, EVICTING_PLUGINS, raw);
	acts_are_at(&f, "preempt", "",
		"rules/03 idea 31, rules/04 idea 27: the second preemptor finds the node full",
		__FILE__, __LINE__);
	ok(fixture_task(&f, "n/v")->status == POD_RELEASING &&
			fixture_task(&f, "n/a1")->status == POD_PIPELINED,
		"the victim leaves, the pod comes");
	ok(fixture_task(&f, "n/a2")->status == POD_PENDING &&
			fixture_task(&f, "n/b")->status == POD_PENDING,
		"the others wait");
	fixture_close(&f);
	/* rules/04 idea 33: shrunk, minSubGroup selects the set without pods */
	preempts(CLUSTER(GPU_NODE("n0", "1"),
			 LOW("v", "01", "1") "," JOB_MORE("a", "q", "high", "02",
				 ",'minSubGroup':2,'subGroups':[" SET("a", "1") "," SET(
					 "b", "1") "," SET("c", "1") "]"),
			 RUNNING("v", "v", "1", "n0") "," PENDING_IN(
				 "b1", "a", "b", "1") "," PENDING_IN("c1", "a", "c", "1")),
		"", "rules/04 idea 33: no scenario");
}

/* rules/03 4.2: the evicted pod is in the cached unit of its job, and allocate binds it
 * again. */
static void stale_cache(void)
{
#define CPU_POD(name, job, cpu, more) \
	POD_MORE(name, job, "", "", more, "'cpu':'" cpu "'", "Pending")
#define SMALL(name, labels, gpus) \
	"{'metadata':{'name':'" name "','labels':{" labels \
	"}},'status':{'allocatable':{'cpu':'10','memory':'10Gi','pods':'110'" gpus \
	"},'conditions':[{'type':'Ready','status':'True'}]}}"
	decides(EVICTING_PLUGINS, PARAMS, "preempt,allocate",
		CLUSTER(SMALL("n0", "'nvidia.com/gpu.memory':'1000'",
				",'nvidia.com/gpu':'1'") "," SMALL("n1", "", ""),
			LOW("j", "01", "1") "," HIGH("a", "1"),
			POD_MORE("v1", "j", "", "", "'nodeName':'n0',", "'cpu':'8'",
				"Running") "," CPU_POD("v2", "j", "9", "") "," POD_MORE("a", "a",
				"", "", "", "'cpu':'8'," GPUS("1"), "Pending")),
		"evict v1 n0, pipeline a n0, bind v1 n1", "an evicted pod is bound again");
	/* v0 finds a place in the simulation and loses it again, as v1 finds none: what v wants
	 * placed is asked for once more then */
	decides(EVICTING_PLUGINS, PARAMS, "reclaim",
		"'queues':[" QUEUE_GPUS("q", "",
			"{'quota':1,'limit':-1,'overQuotaWeight':0}") "," QUEUE_GPUS("r", "",
			"{'quota':1,'limit':-1,'overQuotaWeight':0}") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
			"1") "," GPU_NODE("n1", "1") "],'podGroups':[" JOB("p", "q", "low", "02",
			"1") "," JOB("v", "r", "low", "01", "3") "],'pods':[" PENDING("p", "p",
			"1") "," RUNNING("v0", "v", "1", "n0") "," RUNNING("v1", "v", "1",
			"n1") "," PENDING("v2", "v", "1") "]",
		"evict v1 n1, evict v0 n0, pipeline p n0",
		"a gang that was evicted does not get its pending pod placed alone");
}

static struct strbuf text_of; /* a snapshot made by loops */

static const char *five_nodes(void)
{
	strbuf_clear(&text_of);
	strbuf_addz(&text_of,
		"'queues':[" QUEUE_GPUS("busy", "",
			"{'quota':0,'limit':-1,'overQuotaWeight':1}") "," QUEUE_GPUS("idle", "",
			"{'quota':5,'limit':-1,'overQuotaWeight':1}") "]," PRIORITIES ",'nodes':[");
	for (int i = 1; i <= 5; i++)
		strbuf_addf(&text_of,
			"%s{'metadata':{'name':'n%d','labels':{'nvidia.com/gpu.memory':'1000'}},'status':{'allocatable':{'cpu':'9',"
			"'memory':'9Gi','pods':'110','nvidia.com/gpu':'1'}}}",
			i > 1 ? "," : "", i);
	strbuf_addz(&text_of, "],'podGroups':[" JOB("g", "idle", "low", "10", "5"));
	for (int i = 1; i <= 5; i++)
		strbuf_addf(&text_of,
			",{'metadata':{'name':'v%d','namespace':'n','creationTimestamp':'2026-01-01T0%d:00:00Z'},'spec':{'queue':'busy',"
			"'minMember':1,'priorityClassName':'low'}}",
			i, i);
	strbuf_addz(&text_of,
		"],'pods':[" PENDING("a1", "g", "1") "," PENDING("a2", "g", "1") "," PENDING(
			"a3", "g", "1") "," PENDING("a4", "g", "1") "," PENDING("a5", "g", "1"));
	for (int i = 1; i <= 5; i++)
		strbuf_addf(&text_of,
			",{'metadata':{'name':'v%d','namespace':'n','uid':'v%d','annotations':{'pod-group-name':'v%d'}},'spec':{'nodeName':'n%d',"
			"'containers':[{'name':'c','resources':{'requests':{'nvidia.com/gpu':'1'}}}]},'status':{'phase':'Running'}}",
			i, i, i, i);
	strbuf_addz(&text_of, "]");
	return text_of.s;
}

/* example D: NodeLocalGreedy gets as far as three pods, MultiNodeGang to the end */
static void five(void)
{
	decides(EVICTING_PLUGINS, PARAMS, "reclaim", five_nodes(),
		"evict v5 n5, evict v4 n4, evict v3 n3, evict v2 n2, evict v1 n1, "
		"pipeline a1 n1, pipeline a2 n2, pipeline a3 n3, pipeline a4 n4, pipeline a5 n5",
		"example D");
	decides(FIXTURE_PLUGINS ",{'name':'sg-nodelocalgreedy'}", PARAMS, "reclaim", five_nodes(),
		"", "example D with NodeLocalGreedy alone");
}

/* rules/04 idea 16: 11 nodes of 4 GPUs with 44 victims of one, against a gang of 11 pods of 4 */
static void eleven(void)
{
	struct fixture f;
	int evicted = 0, pipelined = 0;
	char *got;

	strbuf_clear(&text_of);
	strbuf_addz(&text_of, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < 11; i++)
		strbuf_addf(&text_of,
			"%s{'metadata':{'name':'n%02d','labels':{'nvidia.com/gpu.memory':'1000'}},'status':{'allocatable':{'cpu':'9',"
			"'memory':'9Gi','pods':'110','nvidia.com/gpu':'4'}}}",
			i ? "," : "", i);
	strbuf_addz(&text_of, "],'podGroups':[" JOB("g", "q", "high", "10", "11"));
	for (int i = 0; i < 44; i++)
		strbuf_addf(&text_of,
			",{'metadata':{'name':'v%02d','namespace':'n','creationTimestamp':'2026-01-01T00:%02d:00Z'},'spec':{'queue':'q',"
			"'minMember':1,'priorityClassName':'low'}}",
			i, i);
	strbuf_addz(&text_of, "],'pods':[");
	for (int i = 0; i < 11; i++)
		strbuf_addf(&text_of,
			"%s{'metadata':{'name':'a%02d','namespace':'n','uid':'a%02d','annotations':{'pod-group-name':'g'}},'spec':{'containers':"
			"[{'name':'c','resources':{'requests':{'nvidia.com/gpu':'4'}}}]},'status':{'phase':'Pending'}}",
			i ? "," : "", i, i);
	for (int i = 0; i < 44; i++)
		strbuf_addf(&text_of,
			",{'metadata':{'name':'v%02d','namespace':'n','uid':'v%02d','annotations':{'pod-group-name':'v%02d'}},'spec':{"
			"'nodeName':'n%02d','containers':[{'name':'c','resources':{'requests':{'nvidia.com/gpu':'1'}}}]},'status':{'phase':'Running'}}",
			i, i, i, i / 4);
	strbuf_addz(&text_of, "]");
	fixture_open(&f, FIXTURE_PARAMS PARAMS, EVICTING_PLUGINS, text_of.s);
	got = acts_run(&f, "preempt");
	for (const char *p = got; (p = strstr(p, "evict ")); p++)
		evicted++;
	for (const char *p = got; (p = strstr(p, "pipeline ")); p++)
		pipelined++;
	ok(evicted == 44 && pipelined == 11, "a gang over 11 nodes: %d evicted, %d pipelined",
		evicted, pipelined);
	free(got);
	fixture_close(&f);
}

int main(void)
{
	preempt();
	who_is_preempted();
	sub_groups();
	consolidate();
	limits();
	repeated();
	leak();
	stale_cache();
	five();
	eleven();
	strbuf_free(&text_of);
	return tap_end();
}
