/* The cluster total, queue accounting, queue order and capacity checks: rules/05 4, 5, 8
 * and 11. */
#include "cmd/snap-replay/plugins/proportion/proportion.h"
#include "fixture.h"

#define QUEUE(name, parent, gpu, cpu, memory, more) \
	"{'metadata':{'name':'" name "'},'spec':{'parentQueue':'" parent \
	"','resources':{'gpu':" gpu ",'cpu':" cpu ",'memory':" memory "}" more "}}"
#define FREE "{'quota':-1,'limit':-1,'overQuotaWeight':1}"
#define NODE(name, more) \
	"{'metadata':{'name':'" name "','labels':{'nvidia.com/gpu.memory':'80000'}},'spec':{" more \
	"},'status':{'allocatable':" \
	"{'cpu':'10','memory':'10G','pods':'10','nvidia.com/gpu':'8'}}}"
#define POD(name, job, more, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'" more "}}," \
	"'spec':{'schedulerName':'kai-scheduler','containers':[{'name':'c','resources':{'requests':{" requests \
	"}}}]}," \
	"'status':{'phase':'Pending'}}"
#define RUNNING(name, job, scheduler, labels, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'},'labels':{" labels \
	"}},'spec':{'nodeName':'n1','schedulerName':'" scheduler \
	"','containers':[{'name':'c','resources':{'requests':{" requests \
	"}}}]},'status':{'phase':'Running'}}"
#define JOB(name, queue, how) \
	"{'metadata':{'name':'" name "','namespace':'n'},'spec':{'queue':'" queue \
	"','minMember':1,'preemptibility':'" how "'}}"

static void totals_and_accounts(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", "") "," NODE("n2",
		"'unschedulable':true") "],"
					"'queues':[" QUEUE(
						"top", "", FREE, FREE, FREE, "") "," QUEUE("leaf",
						"top", "{'quota':2,'limit':-1,'overQuotaWeight':1}",
						FREE, "{'quota':5,'limit':5}",
						"") "],"
						    "'podGroups':[" JOB("j", "leaf",
							    "preemptible") "],"
									   "'pods':[" RUNNING("own",
										   "j",
										   "kai-scheduler",
										   "",
										   "'cpu':'1','nvidia.com/gpu':'2'") "," RUNNING("foreign",
										   "",
										   "default-scheduler",
										   "",
										   "'cpu':'2','nvidia.com/gpu':'1'") "," RUNNING("scaling",
										   "",
										   "default-scheduler",
										   "'app':'scaling-pod'",
										   "'cpu':'3'") "," POD("pending",
										   "j", "",
										   "'cpu':'500m'") "," POD("by-memory",
										   "j",
										   ",'gpu-memory':'40000'",
										   "'cpu':'1'") "]";
	struct fixture f;
	struct queue_figures top, leaf;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	top = fixture_figures(&f, "top");
	leaf = fixture_figures(&f, "leaf");
	is_number(leaf.allocated[SLOT_CPU], 1000, "only own pods are charged");
	is_number(leaf.allocated[SLOT_GPU], 2, "GPUs of the running pod");
	is_number(leaf.requested[SLOT_CPU], 2500, "running and pending pods ask");
	is_number(leaf.requested[SLOT_GPU], 2.5, "memory counts by the smallest GPU");
	is_number(top.requested[SLOT_GPU], 2.5, "parents ask for the same");
	is_number(leaf.deserved[SLOT_MEMORY], 5e6, "memory quota is in megabytes");
	is_number(top.fair_share[SLOT_CPU], 2500, "an unlimited quota is satisfied");
	is_number(leaf.fair_share[SLOT_GPU], 2.5, "the rest goes to the only queue");
	fixture_close(&f);
}

/* A MIG annotation replaces what the containers request, but a queue is charged by the slots
 * (rules/01 6.3). */
static void mig_annotation(void)
{
	static const char raw[] =
		"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'10',"
		"'memory':'10G','pods':'10','nvidia.com/mig-1g.5gb':'7',"
		"'nvidia.com/mig-2g.10gb':'3'}}}],'queues':[" QUEUE(
			"q", "", FREE, FREE, FREE, "") "],'podGroups':[" JOB("j", "q",
			"preemptible") "],'pods':[{'metadata':{'name':'a','namespace':'n',"
				       "'uid':'a','annotations':{'pod-group-name':'j','nvidia.com/mig-1g.5gb':'1'}},"
				       "'spec':{'nodeName':'n1','schedulerName':'kai-scheduler','containers':[{'name':'c',"
				       "'resources':{'requests':{'nvidia.com/mig-2g.10gb':'2'}}}]},"
				       "'status':{'phase':'Running'}}]";
	struct fixture f;
	struct queue_figures q;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	q = fixture_figures(&f, "q");
	is_number(q.allocated[SLOT_GPU], 5, "1 of the annotation, 2 x 2 of the container");
	is_number(q.requested[SLOT_GPU], 5, "as many are asked for");
	fixture_close(&f);
}

/* Fractions add up in the order of UIDs: 0.1 + 0.2 + 0.3 is more than 0.3 + 0.2 + 0.1. */
/* With a seed, the division visits the queues of each level in an order by chance. */
static void order_by_chance(void)
{
	static const char raw[] = "'queues':[" QUEUE("top", "", FREE, FREE, FREE, "") "," QUEUE("a",
		"top", FREE, FREE, FREE,
		"") "," QUEUE("b", "top", FREE, FREE, FREE, "") "," QUEUE("c", "top", FREE, FREE,
		FREE, "") "," QUEUE("other", "", FREE, FREE, FREE, "") "]";
	int children[3] = {0}, tops[2] = {0};

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct fixture f;
		const struct proportion *p;
		const struct queue_share *top;

		fixture_open_seeded(&f, seed, "{'name':'proportion'}", raw);
		p = f.session.hooks.queue_figures.state;
		top = &p->queues[fixture_queue(&f, "top")->index];
		children[top->children[0]->queue->name.p[0] - 'a']++;
		tops[p->tops[0] == top]++;
		fixture_close(&f);
	}
	ok(children[0] && children[1] && children[2],
		"each of three children is first with some of 40 seeds");
	ok(tops[0] && tops[1], "and so is each of two queues at the top");
}

static void order_of_sums(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", "") "],'queues':[" QUEUE("q", "", FREE,
		FREE, FREE, "") "],"
				"'podGroups':[" JOB("j", "q", "preemptible") "],'pods':[" POD(
					"z", "j", ",'gpu-fraction':'0.1'", "") "," POD("y", "j",
					",'gpu-fraction':'0.2'",
					"") "," POD("x", "j", ",'gpu-fraction':'0.3'", "") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	ok(fixture_figures(&f, "q").requested[SLOT_GPU] == 0.3 + 0.2 + 0.1, "by UID");
	ok(0.3 + 0.2 + 0.1 != 0.1 + 0.2 + 0.3, "the order matters");
	fixture_close(&f);
}

static struct capacity_result check(struct fixture *f, const char *job, const char *task)
{
	struct task *t = fixture_task(f, task);

	return session_job_over_capacity(&f->session, fixture_job(f, job), &t, 1);
}

static void capacity(void)
{
	static const char raw[] = "'nodes':[" NODE("n1",
		"") "],"
		    "'queues':[" QUEUE("top", "", "{'quota':3,'limit':3}",
			    "{'quota':-1,'limit':4000}", FREE, "") "," QUEUE("leaf", "top",
			    "{'quota':1.5,'limit':-1}", "{'quota':1000,'limit':-1}",
			    "{'quota':-1,'limit':5}",
			    ",'displayName':'team-a'") "],"
						       "'podGroups':[" JOB("soft", "leaf",
							       "preemptible") "," JOB("hard",
							       "leaf",
							       "non-preemptible") "],"
										  "'pods':[" RUNNING(
											  "own",
											  "hard",
											  "kai-scheduler",
											  "",
											  "'cpu':'1','nvidia.com/gpu':'1'") "," POD("fits",
											  "soft",
											  "",
											  "'cpu':'3','nvidia.com/gpu':'2'") "," POD("both",
											  "soft",
											  "",
											  "'cpu':'8','nvidia.com/gpu':'8'") "," POD("gpus",
											  "soft",
											  "",
											  "'nvidia.com/gpu':'3'") "," POD("memory",
											  "soft",
											  "",
											  "'memory':'6M'") "," POD("quota",
											  "hard",
											  "",
											  "'nvidia.com/gpu':'1'") "," POD("hardlimit",
											  "hard",
											  "",
											  "'cpu':'4'") "," POD("half",
											  "hard",
											  ",'gpu-fraction':'0.5'",
											  "") "," POD("odd",
											  "hard",
											  ",'gpu-fraction':'0.28'",
											  "") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	ok(check(&f, "soft", "n/fits").ok,
		"a preemptible job may exceed the quota up to the limit");
	is_text(check(&f, "soft", "n/both").text,
		"top quota has reached the allowable limit of CPU cores. Limit is 4 cores, "
		"currently 1 cores allocated and workload requested 8 cores");
	is_text(check(&f, "soft", "n/gpus").text,
		"top quota has reached the allowable limit of GPUs. Limit is 3 GPUs, currently 1 GPUs allocated and workload requested "
		"3 GPUs");
	is_text(check(&f, "soft", "n/memory").text,
		"team-a quota has reached the allowable limit of memory. Limit is 0.005 GB, currently 0 GB allocated and workload "
		"requested 0.006 GB");
	is_text(check(&f, "hard", "n/quota").text,
		"Non-preemptible workload is over quota. Workload requested 1 GPUs, but team-a quota is 1.5 GPUs, while 1 GPUs are "
		"already allocated for non-preemptible pods. Use a preemptible workload to go over quota.");
	is_text(check(&f, "hard", "n/quota").reason, "NonPreemptibleOverQuota");
	is_text(check(&f, "hard", "n/hardlimit").reason, "OverLimit");
	ok(check(&f, "hard", "n/half").ok, "exactly the quota is within it");
	fixture_close(&f);
}

/* rules/05 idea 12: 0.28 of 80000 MiB rounds up to 0.29 on the node, but not for the job.
 */
static void ceiling(void)
{
	static const char raw[] = "'nodes':[" NODE(
		"n1", "") "],"
			  "'queues':[" QUEUE("q", "", "{'quota':0,'limit':0.28}", FREE, FREE,
				  "") "],"
				      "'podGroups':[" JOB("j", "q", "preemptible") "],'pods':[" POD(
					      "p", "j", ",'gpu-fraction':'0.28'", "'cpu':'1'") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	ok(check(&f, "j", "n/p").ok, "the job check takes the portion as it is");
	is_text(fixture_refusal(&f, "n/p", "n1"),
		"node does not have enough capacity. Reason: OverLimit, Details: q quota has reached the allowable limit of GPUs. Limit is "
		"0.28 GPUs, currently 0 GPUs allocated and workload requested 0.29 GPUs");
	fixture_close(&f);
}

/* Events move the figures of the queue and its ancestors, and the request stays. */
static void events(void)
{
	static const char raw[] = "'nodes':[" NODE("n1", "") "],'queues':[" QUEUE(
		"top", "", FREE, FREE, FREE, "") "," QUEUE("leaf", "top", FREE, FREE, FREE,
		"") "],'podGroups':[" JOB("j", "leaf", "preemptible") "],'pods':[" POD("p", "j", "",
		"'cpu':'1','nvidia.com/gpu':'3'") "]";
	struct fixture f;
	struct statement st;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	statement_begin(&st, &f.session);
	ok(statement_allocate(&st, fixture_task(&f, "n/p"), fixture_node(&f, "n1")), "allocated");
	is_number(fixture_figures(&f, "top").allocated[SLOT_GPU], 3, "the parent holds it");
	is_number(fixture_figures(&f, "leaf").allocated[SLOT_CPU], 1000, "the leaf holds it");
	is_number(fixture_figures(&f, "leaf").requested[SLOT_GPU], 3, "the request stays");
	statement_discard(&st);
	is_number(fixture_figures(&f, "top").allocated[SLOT_GPU], 0, "undone");
	statement_free(&st);
	fixture_close(&f);
}

/* ---- queue order by hand-made figures ---- */

struct sides {
	struct session session;
	struct cluster cluster;
	struct proportion p;
	struct queue lq, rq;
	struct queue_share l, r;
};

static void sides_set(struct sides *s)
{
	*s = (struct sides){0};
	s->session.c = &s->cluster;
	s->p.session = &s->session;
	s->lq.name = STR("l");
	s->rq.name = STR("r");
	s->l.queue = &s->lq;
	s->r.queue = &s->rq;
}

static int order_of(struct sides *s)
{
	int there = queue_order(&s->p, &s->l, &s->r, NULL, NULL, NULL, NULL);

	ok(queue_order(&s->p, &s->r, &s->l, NULL, NULL, NULL, NULL) == -there,
		"the order is the same both ways");
	return there;
}

static void queue_orders(void)
{
	struct sides s;

	sides_set(&s);
	s.l.r[SLOT_GPU] =
		(struct share){.deserved = 2, .fair_share = 99, .allocated = 20, .limit = -1};
	s.r.r[SLOT_GPU] =
		(struct share){.deserved = 2, .fair_share = 2, .allocated = 0, .limit = -1};
	s.lq.priority = 1;
	ok(order_of(&s) > 0, "(a) the starved queue goes first, whatever the priority");
	s.r.r[SLOT_GPU].allocated = 3;
	ok(order_of(&s) < 0, "(b) nobody is starved: priority decides");
	s.lq.priority = 0;
	ok(order_of(&s) < 0, "share 20/99 goes before 3/2");
	for (int i = 0; i < TRIPLE; i++)
		s.l.r[i] = (struct share){.fair_share = 1, .allocated = 2, .limit = -1};
	ok(order_of(&s) > 0, "over-used in all resources goes last");

	sides_set(&s);
	s.l.r[SLOT_CPU] = (struct share){.allocated = 1, .limit = 0};
	s.r.r[SLOT_CPU] = (struct share){.allocated = 5, .fair_share = 4, .limit = -1};
	ok(order_of(&s) > 0, "using what nothing of is allocatable goes last");

	sides_set(&s);
	ok(queue_order(&s.p, &s.l, &s.r, NULL, NULL, NULL, NULL) > 0 &&
			queue_order(&s.p, &s.r, &s.l, NULL, NULL, NULL, NULL) > 0,
		"all equal: neither goes first, whichever is asked (rules/10 1)");
	s.lq.creation.sec = 5;
	ok(order_of(&s) > 0, "the older queue");
	s.p.total.v[SLOT_GPU] = 2000;
	s.l.r[SLOT_GPU] = (struct share){.deserved = -1, .limit = -1, .allocated = 700};
	s.r.r[SLOT_GPU] = (struct share){.deserved = 1000, .limit = -1, .allocated = 400};
	s.r.r[SLOT_CPU] = s.l.r[SLOT_CPU] =
		(struct share){.deserved = 10, .limit = -1, .allocated = 11};
	s.l.r[SLOT_CPU].fair_share = s.r.r[SLOT_CPU].fair_share = 100;
	ok(order_of(&s) < 0, "unlimited is measured by the total: 0.35 before 0.4");
}

int main(void)
{
	totals_and_accounts();
	mig_annotation();
	order_of_sums();
	order_by_chance();
	capacity();
	ceiling();
	events();
	queue_orders();
	return tap_end();
}
