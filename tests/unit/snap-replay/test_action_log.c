/* What actions log, line by line, with the verbosity at which each line begins to appear. */
#include "acts.h"

enum { VERBOSITIES = 6 };

#define CLUSTER(queues, nodes, groups, pods) \
	"'queues':[" queues "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
	"],'pods':[" pods "]"
#define LOW(name, hour) JOB(name, "q", "low", hour, "1")

static bool bad_budget; /* a limit of the search is not valid */

/* The log of the actions at this verbosity; the caller frees it. */
static char *log_of(const char *params, const char *raw, const char *actions, int verbosity)
{
	struct fixture f;
	struct config config;
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	fixture_open(&f, params, EVICTING_PLUGINS, raw);
	config = *f.session.config;
	config.has_max_job_search = bad_budget;
	config.max_job_search = -1;
	f.session.config = &config;
	f.session.log = (struct log){.to = to, .verbosity = verbosity};
	free(acts_run(&f, actions));
	fixture_close(&f);
	fclose(to);
	return text;
}

static bool has_line(const char *log, const char *line, size_t n)
{
	for (const char *at = log; at && *at; at = strchr(at, '\n') + 1)
		if (strcspn(at, "\n") == n && memcmp(at, line, n) == 0)
			return true;
	return false;
}

static int level_of(char *const *logs, const char *line, size_t n)
{
	for (int v = 0; v < VERBOSITIES; v++)
		if (has_line(logs[v], line, n))
			return v;
	return VERBOSITIES;
}

#define HEADER_TIME "2026-01-01T12:00:00.000Z\t"
#define HEADER_NAME "\t[snap-replay] "

/* The level and the text behind the header, if the header has that level. */
static void add_line(struct strbuf *got, const char *line, size_t n, int level)
{
	char header[64];
	int used = snprintf(header, sizeof header, HEADER_TIME "%s\tV(%d)" HEADER_NAME,
		level ? "INFO" : "ERROR", level);

	if (strncmp(line, header, (size_t)used) == 0)
		strbuf_addf(got, "%d %.*s\n", level, (int)n - used, line + used);
	else
		strbuf_addf(got, "%.*s\n", (int)n, line);
}

/* want: all lines, each behind its level. */
static void logs_at(
	const char *params, const char *raw, const char *actions, const char *want, int line)
{
	char *logs[VERBOSITIES];
	struct strbuf got = {0};

	strbuf_addz(&got, "");
	for (int v = 0; v < VERBOSITIES; v++)
		logs[v] = log_of(params, raw, actions, v);
	for (const char *at = logs[VERBOSITIES - 1]; *at; at = strchr(at, '\n') + 1) {
		size_t n = strcspn(at, "\n");

		add_line(&got, at, n, level_of(logs, at, n));
	}
	if (!tap_ok(strcmp(got.s, want) == 0, __FILE__, line, "log of %s", actions))
		for (const char *at = got.s; *at; at = strchr(at, '\n') + 1)
			printf("# %.*s\n", (int)strcspn(at, "\n"), at);
	for (int v = 0; v < VERBOSITIES; v++)
		free(logs[v]);
	strbuf_free(&got);
}
#define logs(more, raw, actions, want) logs_at(FIXTURE_PARAMS more, raw, actions, want, __LINE__)

static void allocate(void)
{
	/* b finds room, c finds what v leaves, d finds none */
	logs("",
		CLUSTER("{'metadata':{'name':'q'},'spec':{'displayName':'Queue Q','resources':{'cpu':" UNLIMITED_RESOURCE
			",'memory':" UNLIMITED_RESOURCE ",'gpu':" UNLIMITED_RESOURCE "}}}",
			GPU_NODE("n0", "4"),
			LOW("v", "01") "," LOW("b", "02") "," LOW("c", "03") "," LOW("d", "04"),
			"{'metadata':{'name':'v','namespace':'n','uid':'v','deletionTimestamp':'2026-01-01T11:59:00Z','annotations':{'pod-group-name':'v'}},"
			"'spec':{'nodeName':'n0','containers':[{'name':'c','resources':{'requests':{'nvidia.com/gpu':'2'}}}]},'status':{'phase':'Running'}}"
			"," PENDING("b", "b", "2") "," PENDING("c", "c", "2") "," PENDING(
				"d", "d", "1")),
		"allocate",
		"2 [allocate] Enter Allocate ...\n"
		"2 [allocate] There are <3> PodGroupInfos and <1> Queues in total for scheduling\n"
		"3 [allocate] Attempting to allocate job: <n/b> of queue <Queue Q>, resources: <[0 0 2 1]>\n"
		"3 [allocate] Succesfully allocated resources for job: <n/b>\n"
		"4 [allocate] Committing operations ...\n"
		"4 [allocate] Allocating task: n/b\n"
		"3 [allocate] Creating bind request for task <n/b> to node <n0> gpuGroup: <[]>, requires: <[0 0 2 1]> GPUs\n"
		"3 [allocate] Attempting to allocate job: <n/c> of queue <Queue Q>, resources: <[0 0 2 1]>\n"
		"3 [allocate] Some tasks were pipelined, setting all job to be pipelined for job: <n/c>\n"
		"4 [allocate] Committing operations ...\n"
		"4 [allocate] Pipelining task: n/c\n"
		"3 [allocate] Attempting to allocate job: <n/d> of queue <Queue Q>, resources: <[0 0 1 1]>\n"
		"3 [allocate] Could not allocate resources for job: <n/d> of queue <q>\n"
		"2 [allocate] Leaving Allocate ...\n");
}

static void consolidate(void)
{
	/* p moves r1 away; s is of its kind and no easier; t asks for too many */
	logs(",'maxNumberConsolidationPreemptees':-1,'useSchedulingSignatures':true",
		CLUSTER(QUEUE("q"), GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
			LOW("r0", "01") "," LOW("r1", "02") "," LOW("p", "03") "," LOW(
				"s", "04") "," LOW("t", "05"),
			RUNNING("r0", "r0", "2", "n0") "," RUNNING(
				"r1", "r1", "2", "n1") "," PENDING("p", "p", "3") "," PENDING("s",
				"s", "3") "," PENDING("t", "t", "9")),
		"consolidation",
		"2 [consolidation] Enter Consolidation ...\n"
		"2 [consolidation] There are <3> PodGroupInfos and <1> Queues in total for scheduling\n"
		"3 [consolidation] Attempting to consolidate running jobs in order to make room for job: <n/p>, resources: <[0 0 3 1]>\n"
		"4 [consolidation] Scenario solved for 1 tasks to allocate for p. Victims: n/r1\n"
		"3 [consolidation] Sucesfully consolidated for job: <n/p>, and about to reallocate victims: <[<n/r1>]>\n"
		"4 [consolidation] Committing operations ...\n"
		"4 [consolidation] Evicting task: n/r1\n"
		"4 [consolidation] Pipelining task: n/r1\n"
		"4 [consolidation] Pipelining task: n/p\n"
		"3 [consolidation] Attempting to consolidate running jobs in order to make room for job: <n/s>, resources: <[0 0 3 1]>\n"
		"3 [consolidation] Can't consolidate for job: <n/s>, not enough allocatable GPUs in the cluster\n"
		"3 [consolidation] Skipping consolidation for job: <n/t> - is not easier to consolidate for than: <n/s>\n"
		"2 [consolidation] Leaving Consolidation ...\n");
	logs(",'maxNumberConsolidationPreemptees':0",
		CLUSTER(QUEUE("q"), GPU_NODE("n0", "4"), LOW("p", "03"), PENDING("p", "p", "3")),
		"consolidation",
		"2 [consolidation] Enter Consolidation ...\n"
		"4 [consolidation] Consolidation is disabled, skipping\n"
		"2 [consolidation] Leaving Consolidation ...\n");
}

static void evict(void)
{
	/* a takes from b; w, on a node that is gone, is named; x passes its quota */
	logs("",
		CLUSTER(QUEUE_GPUS("q", "", "{'quota':1,'limit':-1,'overQuotaWeight':1}") "," QUEUE(
				"r"),
			GPU_NODE("n0", "2"),
			LOW("b", "01") "," LOW("w", "02") "," JOB(
				"a", "q", "high", "03", "1") "," JOB("x", "q", "build", "04", "1"),
			RUNNING("b", "b", "2", "n0") "," RUNNING("w", "w", "1",
				"nowhere") "," PENDING("a", "a", "2") "," PENDING("x", "x", "2")),
		"preempt,reclaim",
		"2 [preempt] Enter Preempt ...\n"
		"2 [preempt] There are <2> PodGroupInfos and <2> Queues in total for scheduling\n"
		"3 [preempt] Attempting to preempt for job: <n/x>, priority: <100>, queue: <q>, resources: <[0 0 2 1]>\n"
		"3 [preempt] Job <n/x> would have placed the queue resources over quota\n"
		"3 [preempt] Didn't find a preemption strategy for job <n/x>\n"
		"3 [preempt] Attempting to preempt for job: <n/a>, priority: <90>, queue: <q>, resources: <[0 0 2 1]>\n"
		"0 [preempt] Failed to find node for task: <n,w> \n"
		"4 [preempt] Scenario solved for 1 tasks to allocate for a. Victims: n/b\n"
		"3 [preempt] Successfully preempted for job <n/a>, preempted tasks: <[<n/b>]>\n"
		"4 [preempt] Committing operations ...\n"
		"4 [preempt] Evicting task: n/b\n"
		"4 [preempt] Pipelining task: n/a\n"
		"2 [preempt] Leaving Preempt ...\n"
		"2 [reclaim] Enter Reclaim ...\n"
		"2 [reclaim] There are <1> PodGroupInfos and <2> Queues in total for scheduling\n"
		"2 [reclaim] Leaving Reclaim ...\n");
}

static void find_nothing(void)
{
	/* a cannot evict c */
	logs("",
		CLUSTER(QUEUE("q"), GPU_NODE("n0", "4"),
			LOW("b", "01") "," JOB("c", "q", "build", "02", "1") "," JOB(
				"a", "q", "high", "03", "1"),
			RUNNING("b", "b", "1", "n0") "," RUNNING("c", "c", "2", "n0") "," PENDING(
				"a", "a", "4")),
		"preempt,reclaim",
		"2 [preempt] Enter Preempt ...\n"
		"2 [preempt] There are <1> PodGroupInfos and <1> Queues in total for scheduling\n"
		"3 [preempt] Attempting to preempt for job: <n/a>, priority: <90>, queue: <q>, resources: <[0 0 4 1]>\n"
		"3 [preempt] Didn't find a preemption strategy for job <n/a>\n"
		"2 [preempt] Leaving Preempt ...\n"
		"2 [reclaim] Enter Reclaim ...\n"
		"2 [reclaim] There are <1> PodGroupInfos and <1> Queues in total for scheduling\n"
		"2 [reclaim] Leaving Reclaim ...\n");
	bad_budget = true;
	logs("", CLUSTER(QUEUE("q"), GPU_NODE("n0", "4"), LOW("p", "03"), PENDING("p", "p", "3")),
		"preempt,reclaim",
		"2 [preempt] Enter Preempt ...\n"
		"0 [preempt] Invalid scenario search budget for preempt: maxJobSearchDuration must be non-negative\n"
		"2 [preempt] Leaving Preempt ...\n"
		"2 [reclaim] Enter Reclaim ...\n"
		"0 [reclaim] Invalid scenario search budget for reclaim: maxJobSearchDuration must be non-negative\n"
		"2 [reclaim] Leaving Reclaim ...\n");
	bad_budget = false;
}

int main(void)
{
	allocate();
	consolidate();
	evict();
	find_nothing();
	/* j lost a pod of its gang an hour ago */
	logs("",
		CLUSTER(QUEUE("q"), GPU_NODE("n0", "4"),
			"{'metadata':{'name':'j','namespace':'n','annotations':{'kai.scheduler/stale-podgroup-timestamp':'2026-01-01T11:00:00Z'}},'spec':{'queue':'q','minMember':2}}",
			RUNNING("j", "j", "2", "n0")),
		"stalegangeviction",
		"2 [stalegangeviction] Enter StaleGangEviction ...\n"
		"3 [stalegangeviction] Evicted task: <n/j> due its job being a stale job, its status: <Releasing>\n"
		"2 [stalegangeviction] Leaving StaleGangEviction ...\n");
	return tap_end();
}
