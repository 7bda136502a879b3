/* Probes that a queue's limit or quota refuses, whatever is evicted (shortcuts/limit_bound.h). All
 * sums are of GPUs. */
#include "cmd/snap-replay/shortcuts/deficit_bound.h"
#include "scene.h"

#define WITH(name, parent, quota, limit) \
	QUEUE_GPUS(name, parent, "{'quota':" quota ",'limit':" limit ",'overQuotaWeight':1}")
/* Of the node's 8 GPUs u holds 2 of q, v holds 3 of r, and a asks for 2 of q. q and r are in p. */
#define QUEUES(p_limit, q_quota, q_limit, priority) \
	"'queues':[" WITH("p", "", "-1", p_limit) "," WITH("q", "p", q_quota, q_limit) "," WITH( \
		"r", "p", "-1", "-1") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		"8") "],'" \
		     "podGroups':[" JOB("u", "q", "build", "01", "1") "," JOB( \
			     "v", "r", "low", "02", "1") "," JOB("a", "q", priority, "11", \
			     "1") "],'pods':[" RUNNING("u1", "u", "2", "n0") "," RUNNING("v1", \
			     "v", "3", "n0") "," PENDING("a1", "a", "2") "]"

static void probe(const char *raw, bool infeasible, const char *what)
{
	struct scene s;

	scene_open(&s, raw);
	ok(deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) == infeasible, "%s", what);
	ok(s.q.counts.bounds[INFEASIBLE_PROBE] == infeasible, "which is counted");
	scene_close(&s);
}

static void limits(void)
{
	probe(QUEUES("-1", "-1", "-1", "low"), false, "no limits, and room for all");
	probe(QUEUES("-1", "-1", "4", "low"), false, "q with 2 + 2 of 4");
	probe(QUEUES("-1", "-1", "3", "low"), true, "q with 2 + 2 of 3, and u stays");
	probe(QUEUES("-1", "-1", "0", "low"), true, "a limit of 0");
	probe(QUEUES("6", "-1", "-1", "low"), false, "p with 5 + 2 of 6, 3 of which v may give");
	probe(QUEUES("4", "-1", "-1", "low"), false, "p with 5 - 3 + 2 of 4");
	probe(QUEUES("3", "-1", "-1", "low"), true, "p with 5 - 3 + 2 of 3");
}

static void quotas(void)
{
	probe(QUEUES("-1", "4", "-1", "build"), false, "not preemptible: 2 + 2 of a quota of 4");
	probe(QUEUES("-1", "3", "-1", "build"), true, "2 + 2 of a quota of 3");
	probe(QUEUES("-1", "3", "-1", "low"), false, "a job that is preemptible may go beyond it");
}

/* The guard of the deficit bound. */
static void irreversible(void)
{
	struct scene s;

	scene_open(&s, QUEUES("3", "-1", "-1", "low"));
	pod(&s, "v1")->uses_claims = true;
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded),
		"a candidate that is not reversible");
	scene_close(&s);
}

int main(void)
{
	limits();
	quotas();
	irreversible();
	return tap_end();
}
