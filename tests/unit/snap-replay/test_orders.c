/* Orders of jobs, tasks and sub-groups: rules/05 9 and 10, ideas 19 to 21. */
#include "fixture.h"
#include "cmd/snap-replay/session/orders.h"

#define RUNNING(name, job, labels) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'},'labels':{" labels \
	"}},'spec':{'nodeName':'n1','containers':[{'name':'c'}]},'status':{'phase':'Running'}}"
#define PENDING(name, job, labels) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'},'labels':{" labels \
	"}},'spec':{'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}"
#define GROUP(name) "'kai.scheduler/subgroup-name':'" name "'"

static const char *const raw[] = {
	"'queues':[{'metadata':{'name':'q'},'spec':{}}],"
	"'priorityClasses':[{'metadata':{'name':'high'},'value':90}],"
	"'podGroups':["
	"{'metadata':{'name':'below','namespace':'n','creationTimestamp':'2026-01-01T03:00:00Z'},'spec':{'queue':'q','minMember':2}},"
	"{'metadata':{'name':'exact','namespace':'n','creationTimestamp':'2026-01-01T02:00:00Z'},'spec':{'queue':'q','minMember':1}},"
	"{'metadata':{'name':'above','namespace':'n','creationTimestamp':'2026-01-01T01:00:00Z'},'spec':{'queue':'q','minMember':1}},"
	"{'metadata':{'name':'urgent','namespace':'n','creationTimestamp':'2026-01-01T04:00:00Z'},"
	"'spec':{'queue':'q','minMember':1,'priorityClassName':'high'}},"
	"{'metadata':{'name':'tasks','namespace':'n'},'spec':{'queue':'q','minMember':1}},"
	"{'metadata':{'name':'tree','namespace':'n'},'spec':{'queue':'q','subGroups':[{'name':'two','minMember':2},"
	"{'name':'four','minMember':4},{'name':'three','minMember':3},{'name':'none','minMember':0}]}}]",
	"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'64','memory':'64Gi','pods':'110'}}}]",
	"'pods':[" RUNNING("b1", "below", "") "," RUNNING("e1", "exact", "") "," RUNNING(
		"a1", "above", "") "," RUNNING("a2", "above", "") "," PENDING("t1", "tasks",
		"'kai.scheduler/task-priority':'1'") "," PENDING("t2", "tasks",
		"'kai.scheduler/task-priority':'2'") "," PENDING("tnone", "tasks",
		"") "," PENDING("tx", "tasks",
		"'kai.scheduler/task-priority':'x'") "," PENDING("thead", "tasks",
		"'ray.io/node-type':'head'") "," PENDING("tmaster", "tasks",
		"'training.kubeflow.org/job-role':'master'") "," RUNNING("s1", "tree",
		GROUP("two")) "," RUNNING("s2", "tree", GROUP("two")) "," RUNNING("s3", "tree",
		GROUP("two")) "," RUNNING("s4", "tree", GROUP("two")),
	RUNNING("f1", "tree", GROUP("four")) "," RUNNING("f2", "tree", GROUP("four")) "," RUNNING(
		"f3", "tree", GROUP("four")) "," RUNNING("f4", "tree",
		GROUP("four")) "," RUNNING("f5", "tree", GROUP("four")) "," RUNNING("f6", "tree",
		GROUP("four")) "," RUNNING("f7", "tree", GROUP("four")) "," RUNNING("f8", "tree",
		GROUP("four")) "," RUNNING("f9", "tree", GROUP("four")) "," RUNNING("h1", "tree",
		GROUP("three")) "]",
	NULL};

static struct member pod_set(struct fixture *f, const char *name)
{
	struct job *j = fixture_job(f, "tree");

	for (int i = 0; i < j->n_pod_sets; i++)
		if (str_eq(j->pod_sets[i]->name, str_of(name)))
			return (struct member){.pod_set = j->pod_sets[i]};
	exit(1);
}

/* How far a job has grown is kept until one of its pods changes: "above" falls below its minimum,
 * and "below" reaches it. */
static void growth_changes(struct fixture *f)
{
	struct job *above = fixture_job(f, "above"), *below = fixture_job(f, "below");

	job_set_status(&f->cluster, fixture_task(f, "n/a1"), POD_RELEASING);
	ok(session_job_less(&f->session, below, above), "1 of 2 goes before 1 of 1");
	job_set_status(&f->cluster, fixture_task(f, "n/a2"), POD_RELEASING);
	ok(session_job_less(&f->session, above, fixture_job(f, "exact")),
		"0 of 1 goes before 1 of 1");
	job_set_status(&f->cluster, fixture_task(f, "n/a2"), POD_RUNNING);
	ok(session_job_less(&f->session, below, above), "1 of 2 again before 1 of 1");
}

int main(void)
{
	static const char *const jobs[] = {"urgent", "below", "exact", "above"};
	static const char *const tasks[] = {
		"n/tmaster", "n/thead", "n/t2", "n/t1", "n/tx", "n/tnone"};
	static const char *const sets[] = {"three", "two", "four", "none"}; /* 1/3, 4/2, 9/4, 0/0 */
	struct fixture f;

	fixture_open_parts(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	for (int i = 0; i + 1 < 4; i++)
		ok(session_job_less(
			   &f.session, fixture_job(&f, jobs[i]), fixture_job(&f, jobs[i + 1])) &&
				!session_job_less(&f.session, fixture_job(&f, jobs[i + 1]),
					fixture_job(&f, jobs[i])),
			"job %s goes before %s", jobs[i], jobs[i + 1]);
	for (int i = 0; i + 1 < 6; i++)
		ok(session_task_less(&f.session, fixture_task(&f, tasks[i]),
			   fixture_task(&f, tasks[i + 1])) &&
				!session_task_less(&f.session, fixture_task(&f, tasks[i + 1]),
					fixture_task(&f, tasks[i])),
			"task %s goes before %s", tasks[i], tasks[i + 1]);
	for (int i = 0; i + 1 < 4; i++) {
		struct member l = pod_set(&f, sets[i]), r = pod_set(&f, sets[i + 1]);

		ok(session_member_less(&f.session, &l, &r) &&
				!session_member_less(&f.session, &r, &l),
			"sub-group %s goes before %s", sets[i], sets[i + 1]);
	}
	growth_changes(&f);
	fixture_close(&f);
	return tap_end();
}
