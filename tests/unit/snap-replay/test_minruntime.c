/* Minimum run times: the table of rules/05 13, protection and its validator (rules/05 ideas 28 and
 * 29). */
#include "fixture.h"

#define QUEUE(name, parent, preempt, reclaim) \
	"{'metadata':{'name':'" name "'},'spec':{'parentQueue':'" parent "'" preempt reclaim "}}"
#define PREEMPT(d) ",'preemptMinRuntime':'" d "'"
#define RECLAIM(d) ",'reclaimMinRuntime':'" d "'"
#define JOB(name, queue, min) \
	"{'metadata':{'name':'" name \
	"','namespace':'n','annotations':{'kai.scheduler/last-start-timestamp':'2026-01-01T12:00:00Z'}}," \
	"'spec':{'queue':'" queue "','minMember':" min "}}"
#define RUNNING(name, job) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'}}," \
	"'spec':{'nodeName':'n1','containers':[{'name':'c'}]},'status':{'phase':'Running'}}"

static const char raw[] = "'queues':[" QUEUE("dev", "", PREEMPT("5s"), RECLAIM("10s")) "," QUEUE(
	"dev-1", "dev", "", RECLAIM("8s")) "," QUEUE("dev-2", "dev", PREEMPT("3s"),
	"") "," QUEUE("prod", "", PREEMPT("20s"), RECLAIM("30s")) "," QUEUE("prod-1", "prod", "",
	RECLAIM("25s")) "," QUEUE("prod-2", "prod", PREEMPT("15s"),
	RECLAIM("35s")) "," QUEUE("research", "", PREEMPT("4s"), RECLAIM("6s")) "," QUEUE("project",
	"research", PREEMPT("7s"), RECLAIM("9s")) "," QUEUE("zero", "prod", "",
	RECLAIM("0s")) "],"
		       "'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'64','pods':'110'}}}],"
		       "'podGroups':[" JOB("dev-1", "dev-1", "1") "," JOB(
			       "dev-2", "dev-2", "1") "," JOB("prod-1", "prod-1",
			       "1") "," JOB("prod-2", "prod-2", "1") "," JOB("project", "project",
			       "1") "," JOB("zero", "zero", "1") "," JOB("big", "prod-2",
			       "2") "],"
				    "'pods':[" RUNNING("b1", "big") "," RUNNING(
					    "b2", "big") "," RUNNING("b3", "big") "]";

static bool passes(
	struct fixture *f, bool reclaim, const char *pending, const char *victim, int64_t after)
{
	struct session *s = &f->session;
	int at = s->hooks.preempt_victim_filter.n - 1, rat = s->hooks.reclaim_victim_filter.n - 1;
	struct job *p = fixture_job(f, pending), *v = fixture_job(f, victim);

	f->cluster.now = instant_add(v->last_start, after);
	if (reclaim)
		return s->hooks.reclaim_victim_filter.items[rat].fn(
			s->hooks.reclaim_victim_filter.items[rat].state, p, v);
	return s->hooks.preempt_victim_filter.items[at].fn(
		s->hooks.preempt_victim_filter.items[at].state, p, v);
}

/* Protected until exactly then. */
static void lasts(
	struct fixture *f, bool reclaim, const char *pending, const char *victim, int seconds)
{
	int64_t end = seconds * (int64_t)1000000000;

	ok(!passes(f, reclaim, pending, victim, end - 1) &&
			passes(f, reclaim, pending, victim, end),
		"%s: %s from %s after %d s", reclaim ? "reclaim" : "preempt", victim, pending,
		seconds);
}

#define MINRUNTIME(method) \
	"{'name':'proportion'},{'name':'minruntime','arguments':{'reclaimResolveMethod':'" method \
	"'}}"

static void table(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, MINRUNTIME("lca"), raw);
	lasts(&f, false, "prod-2", "prod-1", 20);
	lasts(&f, false, "prod-1", "prod-2", 15);
	lasts(&f, true, "dev-1", "prod-2", 30);
	lasts(&f, true, "dev-1", "project", 6);
	lasts(&f, true, "dev-2", "dev-1", 8);
	lasts(&f, true, "prod-1", "prod-2", 35);
	fixture_close(&f);
	fixture_open(&f, FIXTURE_PARAMS, MINRUNTIME("queue"), raw);
	lasts(&f, true, "dev-1", "prod-2", 35);
	lasts(&f, true, "dev-1", "project", 9);
	lasts(&f, true, "dev-1", "dev-2", 10);
	ok(passes(&f, true, "dev-1", "zero", 0), "0s is a value of its own");
	fixture_close(&f);
}

/* Queues without a value of their own have those of the plugin's arguments. */
static void arguments(void)
{
	static const char bare[] = "'queues':[" QUEUE("a", "", "", "") "," QUEUE("b", "", "",
		"") "],"
		    "'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'64','pods':'110'}}}],"
		    "'podGroups':[" JOB("a", "a", "1") "," JOB("b", "b", "1") "]";
	static const struct {
		const char *arguments;
		int preempt, reclaim, warnings;
	} table[] = {
		{"", 0, 0, 0},
		{"'defaultPreemptMinRuntime':'7s','defaultReclaimMinRuntime':'11s'", 7, 11, 0},
		{"'defaultReclaimMinRuntime':'1d','reclaimResolveMethod':'queue'", 0, 86400, 0},
		{"'defaultPreemptMinRuntime':'0s','reclaimResolveMethod':'lca'", 0, 0, 0},
		{"'defaultPreemptMinRuntime':'-1s','defaultReclaimMinRuntime':'2s'", 0, 2, 1},
		{"'defaultPreemptMinRuntime':'2s','defaultReclaimMinRuntime':'soon'", 2, 0, 1},
		{"'defaultReclaimMinRuntime':'3s','reclaimResolveMethod':'best'", 0, 3, 1},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct fixture f;
		char text[200];

		snprintf(text, sizeof text,
			"{'name':'proportion'},{'name':'minruntime','arguments':{%s}}",
			table[i].arguments);
		fixture_open(&f, FIXTURE_PARAMS, text, bare);
		ok(f.warnings.n == table[i].warnings, "{%s}: %d warnings", table[i].arguments,
			f.warnings.n);
		if (table[i].preempt)
			lasts(&f, false, "a", "a", table[i].preempt);
		ok(table[i].preempt || passes(&f, false, "a", "a", 0), "no preempt minimum");
		if (table[i].reclaim)
			lasts(&f, true, "a", "b", table[i].reclaim);
		ok(table[i].reclaim || passes(&f, true, "a", "b", 0), "no reclaim minimum");
		fixture_close(&f);
	}
}

static bool may_evict(struct fixture *f, int n, int64_t after)
{
	struct session *s = &f->session;
	struct job *big = fixture_job(f, "big");
	struct scenario_victims v = {big, big->tasks, n};
	struct scenario scenario = {fixture_job(f, "prod-2"), &v, 1};
	bool ok;

	f->cluster.now = instant_add(big->last_start, after);
	for (int i = 0; i < n; i++)
		job_set_status(&f->cluster, big->tasks[i], POD_RELEASING);
	ok = session_preempt_validator(s, &scenario);
	for (int i = 0; i < n; i++)
		job_set_status(&f->cluster, big->tasks[i], POD_RUNNING);
	return ok;
}

static void elastic(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, MINRUNTIME("lca"), raw);
	ok(passes(&f, false, "prod-2", "big", 0), "an elastic victim passes the filter");
	ok(may_evict(&f, 1, 0), "of three pods, minimum two, one may go");
	ok(!may_evict(&f, 2, 0), "but not two while it is protected");
	ok(may_evict(&f, 2, 3600 * (int64_t)1000000000), "and two when it no longer is");
	fixture_close(&f);
}

int main(void)
{
	table();
	arguments();
	elastic();
	return tap_end();
}
