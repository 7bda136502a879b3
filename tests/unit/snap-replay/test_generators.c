/* What is proposed to the search and in which order: accumulator, filters and MultiNodeGang's
 * prefixes (rules/04 6 to 8, the examples B, C, H and I of rules/04 16, and rules/04 ideas 17 to
 * 22). */
#include "acts.h"
#include "cmd/snap-replay/shortcuts/victim_sequence.h"
#include "cmd/snap-replay/shortcuts/shortcuts.h"
#include "cmd/snap-replay/session/units.h"

enum { NODES_MAX = 16, JOBS_MAX = 32 };

/* A search for one pending job as an action would start it, without running it. */
struct probe {
	struct fixture f;
	struct search q;
	bool in[NODES_MAX];
	struct probe_nodes nodes;
	struct job *preemptor;
	struct batches recorded;
	struct job *victims[JOBS_MAX];
};
static const struct walk_options victim_walk = {.victim = true, .depth = -1, .active_only = true};

static struct job_list victims(struct search *q)
{
	struct probe *p = q->ctx;
	struct job_list list = {.items = p->victims};

	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (q->session->c->jobs[i] != q->job)
			p->victims[list.n++] = q->session->c->jobs[i];
	return list;
}

/* The first k tasks of the unit of job "a" (0: all). */
static void probe_open(struct probe *p, const char *raw, int k)
{
	struct task_list unit;

	*p = (struct probe){0};
	fixture_open(&p->f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	p->q = (struct search){.session = &p->f.session,
		.job = fixture_job(&p->f, "a"),
		.action = "preempt",
		.victims = victims,
		.victim_walk = &victim_walk,
		.memory = shortcuts.action_begins(&p->f.session),
		.ctx = p};
	p->nodes = (struct probe_nodes){.in = p->in, .n = p->f.cluster.n_nodes};
	for (int i = 0; i < p->f.cluster.n_nodes; i++)
		p->in[i] = true;
	unit = session_tasks_to_allocate(&p->f.session, p->q.job, false);
	p->preemptor = partial_job(&p->q, p->q.job, unit.items, k ? k : unit.n);
}

static void probe_close(struct probe *p)
{
	shortcuts.search_ends(&p->q, true);
	search_free(&p->q);
	shortcuts.action_ends(p->q.memory);
	fixture_close(&p->f);
}

/* Batches as names of their tasks: "v1 v2+v3"; "-" when there are none. */
static void add_batches(struct strbuf *b, const struct batches *list)
{
	if (!list->n)
		strbuf_addc(b, '-');
	for (int i = 0; i < list->n; i++)
		for (int k = 0; k < list->items[i].n; k++)
			strbuf_addf(b, "%s" STR_FMT,
				k           ? "+"
					: i ? " "
					    : "",
				STR_ARG(list->items[i].tasks[k]->pod->meta.name));
}

enum way { PLAIN_WAY, SHORT_CUTS, SHORT_CUTS_LISTED, WAYS };

/* The potential victims of all proposals of the generator; "=" before those that the short cuts
 * take for repeats, which they list with --exhaustive only. */
static char *proposals(struct probe *p, const struct generator *g, enum way way)
{
	void *state;
	const struct proposal *s;
	struct strbuf b = {0};

	p->f.session.exhaustive = way == SHORT_CUTS_LISTED;
	p->q.questions = way == PLAIN_WAY ? NULL : &shortcuts;
	state = g->build(&p->q, p->preemptor, &p->recorded, &p->nodes);
	strbuf_addz(&b, "");
	while ((s = g->next(state))) {
		strbuf_addf(&b, "%s%s", b.len ? " | " : "", s->repeat ? "=" : "");
		add_batches(&b, &s->potential);
	}
	g->free(state);
	if (p->q.questions)
		shortcuts.probe_ends(&p->q);
	return b.s;
}

/* What comes of a list with "=" before repeats: the plain way knows none, and short cuts know them
 * without listing their victims. */
static char *as_seen(const char *list, enum way way)
{
	struct strbuf b = {0};

	for (bool repeat = false; *list; list++) {
		repeat = *list == '=' || (repeat && strncmp(list, " |", 2) != 0);
		if (way == SHORT_CUTS_LISTED || !repeat || (way == PLAIN_WAY && *list != '='))
			strbuf_addc(&b, *list);
		else if (way == SHORT_CUTS && *list == '=')
			strbuf_addz(&b, "=-");
	}
	return b.s;
}

static void proposes(const struct generator *g, const char *raw, const char *want, const char *what)
{
	struct probe p;

	for (enum way way = 0; way < WAYS; way++) {
		char *wanted = as_seen(want, way), *got;

		probe_open(&p, raw, 0);
		got = proposals(&p, g, way);
		if (!ok(strcmp(got, wanted) == 0, "%s: %s", what, wanted))
			printf("# got: %s\n", got);
		free(got);
		free(wanted);
		probe_close(&p);
	}
}

#define CLUSTER(nodes, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				"],'pods':[" pods "]"
#define LOW(name, hour, min) JOB(name, "q", "low", hour, min)
#define PREEMPTOR(min) JOB("a", "q", "high", "11", min)
#define THREE GPU_NODE("na", "1") "," GPU_NODE("nb", "2") "," GPU_NODE("nc", "4")
#define THREE_JOBS LOW("va", "03", "1") "," LOW("vb", "02", "1") "," LOW("vc", "01", "1")
#define THREE_VICTIMS \
	RUNNING("va", "va", "1", "na") \
	"," RUNNING("vb", "vb", "2", "nb") "," RUNNING("vc", "vc", "4", "nc")
#define TWO_PODS PENDING("a1", "a", "1") "," PENDING("a2", "a", "1")

/* example B; each state of the accumulator makes proposals of its own */
static void prefixes(void)
{
	proposes(&multi_node_gang,
		CLUSTER(THREE, THREE_JOBS "," PREEMPTOR("2"), THREE_VICTIMS "," TWO_PODS),
		"va vb | =va vb | va vb vc", "demand 2");
	proposes(&multi_node_gang,
		CLUSTER(THREE, THREE_JOBS "," PREEMPTOR("4"),
			THREE_VICTIMS "," TWO_PODS
				      "," PENDING("a3", "a", "1") "," PENDING("a4", "a", "1")),
		"va vb vc", "demand 4");
	proposes(&multi_node_gang,
		CLUSTER(THREE "," GPU_NODE("nd", "1"), THREE_JOBS "," PREEMPTOR("2"),
			THREE_VICTIMS "," TWO_PODS),
		"va | =va | va vb | =va | =va vb | va vb vc", "demand 2, an idle GPU elsewhere");
	proposes(&multi_node_gang,
		CLUSTER(THREE, THREE_JOBS "," PREEMPTOR("1"),
			THREE_VICTIMS "," PENDING("a1", "a", "2")),
		"vb | =vb | vb vc", "a pod of 2 GPUs: nodes of 1 are no candidates");
	proposes(&node_local_greedy,
		CLUSTER(THREE, THREE_JOBS "," PREEMPTOR("2"), THREE_VICTIMS "," TWO_PODS),
		"vb | vc", "one node at a time: that of the newest victim");
}

/* Ten nodes with a victim each; `pending` pods. */
static char *ten(int pending, const char *request)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < 10; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'n%d','labels':{'nvidia.com/gpu.memory':'1000'}},'status':{'allocatable':{'cpu':'9','memory':"
			"'9Gi','pods':'110','nvidia.com/gpu':'1'}}}",
			i ? "," : "", i);
	strbuf_addf(&b,
		"],'podGroups':[{'metadata':{'name':'a','namespace':'n'},'spec':{'queue':'q','minMember':%d,'priorityClassName':'high'}}",
		pending);
	for (int i = 0; i < 10; i++)
		strbuf_addf(&b,
			",{'metadata':{'name':'v%d','namespace':'n','creationTimestamp':'2026-01-01T0%d:00:00Z'},'spec':{'queue':'q','minMember':1,"
			"'priorityClassName':'low'}}",
			i, i);
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < pending; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'a%d','namespace':'n','uid':'a%d','annotations':{'pod-group-name':'a'}},'spec':{'containers':[{'name':"
			"'c','resources':{'requests':{%s}}}]},'status':{'phase':'Pending'}}",
			i ? "," : "", i, i, request);
	for (int i = 0; i < 10; i++)
		strbuf_addf(&b,
			",{'metadata':{'name':'v%d','namespace':'n','uid':'v%d','annotations':{'pod-group-name':'v%d'}},'spec':{'nodeName':'n%d',"
			"'containers':[{'name':'c','resources':{'requests':{'nvidia.com/gpu':'1'}}}]},'status':{'phase':'Running'}}",
			i, i, i, i);
	strbuf_addz(&b, "]");
	return b.s;
}

/* example C: the numbers of victims of the last state's proposals. */
static void steps(int pending, const char *request, const char *want)
{
	struct probe p;
	void *state;
	const struct proposal *s;
	struct strbuf b = {0};
	int before = 0;
	char *raw = ten(pending, request);

	probe_open(&p, raw, 0);
	state = multi_node_gang.build(&p.q, p.preemptor, &p.recorded, &p.nodes);
	while ((s = multi_node_gang.next(state))) {
		/* a state ends with all of its victims; the one with ten of them is the last */
		if (s->potential.n <= before)
			strbuf_clear(&b);
		strbuf_addf(&b, "%s%d", b.len ? " " : "", s->potential.n);
		before = s->potential.n;
	}
	is_text(strbuf_str(&b), want);
	strbuf_free(&b);
	multi_node_gang.free(state);
	probe_close(&p);
	free(raw);
}

static void greedy(void)
{
	const double six_six[] = {6, 6}, five_five[] = {5, 5}, eight_four[] = {8, 4},
		     ten_four[] = {10, 4}, just_ten[] = {10}, one[] = {1}, zero[] = {0},
		     sum[] = {0.7 + 0.1}, wanted[] = {0.8}, three[] = {4, 4, 4},
		     halves[] = {6, 6, 0};

	ok(filters_greedy(eight_four, 2, ten_four, 2), "8 and 4 on 10 and 4");
	ok(!filters_greedy(six_six, 2, ten_four, 2), "not 6 and 6 on 10 and 4");
	ok(filters_greedy(five_five, 2, just_ten, 1), "5 and 5 on 10");
	ok(filters_greedy(zero, 1, NULL, 0), "nothing on no node");
	ok(!filters_greedy(one, 1, NULL, 0), "not 1 on no node");
	ok(filters_greedy(NULL, 0, NULL, 0), "no pod on no node");
	ok(!filters_greedy(wanted, 1, sum, 1), "0.7 + 0.1 is less than 0.8, as doubles go");
	ok(filters_greedy(three, 3, ten_four, 2), "4, 4 and 4: twice on 10, then on 4");
	ok(!filters_greedy(halves, 3, just_ten, 1), "a zero behind what has no room does not help");
}

/* The numbers of potential tasks of the states that the filters accept, first one without victims.
 */
static void states(struct probe *p, const char *want, const char *what)
{
	struct accumulator *a =
		accumulator_new(&p->q, p->preemptor, &p->recorded, victims(&p->q), &p->nodes);
	struct strbuf b = {0};
	const struct proposal *s;
	bool advance = false;

	strbuf_addz(&b, "");
	for (; (s = accumulator_next(a, advance)); advance = true) {
		int tasks = 0;

		for (int i = 0; i < s->potential.n; i++)
			tasks += s->potential.items[i].n;
		strbuf_addf(&b, "%s%d/%d", b.len ? " " : "", tasks, s->potential.n);
	}
	if (!ok(strcmp(b.s, want) == 0, "%s: %s", what, want))
		printf("# got: %s\n", b.s);
	strbuf_free(&b);
	accumulator_free(a);
}

static void record(struct probe *p, const char *job, int n)
{
	struct job *j = fixture_job(&p->f, job);

	batches_add(&p->q, &p->recorded,
		(struct batch){.job = j,
			.tasks = j->tasks + j->n_tasks - n,
			.n = n,
			.job_index = j->index});
}

/* Of a preemptor that needs no GPU every state is accepted: tasks/batches of each. */
static void supply(void)
{
#define CPU_PREEMPTOR POD_MORE("a1", "a", "", "", "", "'cpu':'1'", "Pending")
	static const char pairs[] = CLUSTER(GPU_NODE("n0", "4"),
		LOW("v", "01", "1") "," LOW("w", "02", "1") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"w1", "w", "1", "n0") "," RUNNING("w2", "w", "1", "n0") "," CPU_PREEMPTOR);
	static const char gangs[] = CLUSTER(GPU_NODE("n0", "6"),
		LOW("v", "01", "2") "," LOW("w", "02", "2") "," LOW("x", "03", "2") "," PREEMPTOR(
			"1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"w1", "w", "1", "n0") "," RUNNING("w2", "w", "1", "n0") "," RUNNING("x1",
			"x", "1", "n0") "," RUNNING("x2", "x", "1", "n0") "," CPU_PREEMPTOR);
	static const char four[] = CLUSTER(GPU_NODE("n0", "4"),
		LOW("v", "01", "2") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"v3", "v", "1", "n0") "," RUNNING("v4", "v", "1", "n0") "," CPU_PREEMPTOR);
	struct probe p;

	probe_open(&p, pairs, 0);
	states(&p, "0/0 1/1 2/2 3/3 4/4", "two jobs of 2 pods, minimum 1");
	probe_close(&p);
	probe_open(&p, gangs, 0);
	states(&p, "0/0 2/1 4/2 6/3", "three gangs of 2");
	record(&p, "w", 2);
	record(&p, "x", 2);
	states(&p, "0/0 2/1", "two of them recorded");
	probe_close(&p);
	probe_open(&p, four, 0);
	states(&p, "0/0 1/1 2/2 4/3", "an elastic job of 4, minimum 2");
	record(&p, "v", 1);
	states(&p, "0/0 1/1 3/2", "one pod of it recorded");
	probe_close(&p);
}

/* The first `most` batches of the victim sequence; before number `at` comes a scenario, reversible
 * or not. */
static void draws(
	struct probe *p, int most, int at, bool reversible, const char *want, const char *what)
{
	const struct proposal scenario = {.preemptor = p->preemptor};
	struct cursor *d = cursor_new(&p->q, victims(&p->q));
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	for (int n = 0; n < most && !cursor_is_over(d); n++) {
		struct batch one;

		if (n == at)
			victim_sequence_before(shortcuts_of(&p->q)->victims, &scenario, reversible);
		one = cursor_next(d);
		for (int i = 0; i < one.n; i++)
			strbuf_addf(&b, "%s" STR_FMT,
				i               ? "+"
					: b.len ? " "
						: "",
				STR_ARG(one.tasks[i]->pod->meta.name));
	}
	if (!ok(strcmp(b.s, want) == 0, "%s: %s", what, want))
		printf("# got: %s\n", b.s);
	strbuf_free(&b);
	cursor_free(d);
}

static void drawn_before(void)
{
	static const char elastic[] = CLUSTER(GPU_NODE("n0", "5"),
		LOW("v", "01", "1") "," LOW("w", "02", "2") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"w1", "w", "1", "n0") "," RUNNING("w2", "w", "1", "n0") "," RUNNING("w3",
			"w", "1", "n0") "," CPU_PREEMPTOR);
	const char *all = "w3 v2 w2+w1 v1";
	struct probe p;

	probe_open(&p, elastic, 0);
	draws(&p, 2, -1, true, "w3 v2", "remembered: two draws");
	draws(&p, 9, 1, true, all,
		"they are drawn again, and then more, beside a reversible scenario");
	draws(&p, 9, 1, false, all,
		"one that is not reversible comes while draws are remembered beyond the present one");
	draws(&p, 9, 2, false, all, "or at the last one");
	draws(&p, 9, -1, true, all, "and all again");
	victim_sequence_search_ends(shortcuts_of(&p.q)->victims, true);
	draws(&p, 9, -1, true, all, "after the search that forgot them");
	victim_sequence_search_ends(shortcuts_of(&p.q)->victims, true);
	draws(&p, 9, 3, false, all, "after one that did not");
	probe_close(&p);
}

/* rules/04 idea 19 */
static void gpu_memory(void)
{
	proposes(&multi_node_gang,
		CLUSTER(GPU_NODE("n0", "1"), LOW("v", "01", "1") "," PREEMPTOR("1"),
			RUNNING("v1", "v", "1", "n0") "," POD_MORE(
				"a1", "a", "", ",'gpu-memory':'500'", "", "'cpu':'1'", "Pending")),
		"- | - | v1",
		"GPU memory counts nothing: first no victim, then again none, then one");
}

#define PINNED_BY(what) POD_MORE("a1", "a", "", "", what ",", "'cpu':'1'", "Pending")
#define BY_NAME(node) \
	"'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchFields':[{'key':" \
	"'metadata.name','operator':'In','values':['" node "']}]}]}}}"
#define ZONE(name, zone) \
	NODE_LABELS( \
		name, "'nvidia.com/gpu.memory':'1000','zone':'" zone "'", ",'nvidia.com/gpu':'1'")

static void affinities(void)
{
#define ZONES(pod) \
	CLUSTER(ZONE("n0", "x") "," ZONE("n1", "x") "," ZONE("n2", "y") "," ZONE("n7", "x"), \
		THREE_JOBS "," PREEMPTOR("1"), \
		RUNNING("va", "va", "1", "n0") "," RUNNING("vb", "vb", "1", "n1") "," RUNNING( \
			"vc", "vc", "1", "n2") "," pod)
	struct probe p;

	probe_open(&p, ZONES(PINNED_BY("'nodeSelector':{'zone':'y'}")), 0);
	states(&p, "0/0 1/1 2/2 3/3", "a node that matches is among the probe's");
	p.in[2] = false;
	states(&p, "3/3", "rules/04 idea 22: it comes with the third victim");
	probe_close(&p);
	probe_open(&p, ZONES(PINNED_BY("'nodeSelector':{}")), 0);
	states(&p, "0/0 1/1 2/2 3/3", "an empty selector matches all");
	probe_close(&p);
	probe_open(&p, ZONES(PINNED_BY(BY_NAME("n7"))), 0);
	for (int i = 0; i < 4; i++)
		p.in[i] = false;
	states(&p, "0/0 1/1 2/2 3/3", "example H: a pod pinned by name passes at once");
	probe_close(&p);
	probe_open(&p, ZONES(PINNED_BY(BY_NAME("nX"))), 0);
	states(&p, "", "example H: a name that is not in the session never does");
	probe_close(&p);
}

#define RACK(name, rack, gpus) \
	NODE_LABELS(name, "'nvidia.com/gpu.memory':'1000','rack':'" rack "'", \
		",'nvidia.com/gpu':'" gpus "'")
#define CONSTRAINT "'topologyConstraint':{'topology':'t','requiredTopologyLevel':'rack'}"
#define RACKS(nodes, groups, pods) \
	"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'rack'}]}}]," CLUSTER( \
		nodes, groups, pods)

static void racks(void)
{
	static const char small[] =
		RACKS(RACK("n1", "r1", "4") "," RACK("n2", "r2", "5") "," RACK("n3", "r3", "6"),
			JOB_MORE("a", "q", "high", "11", ",'minMember':4," CONSTRAINT),
			PENDING("a1", "a", "2") "," PENDING("a2", "a", "2") "," PENDING(
				"a3", "a", "2") "," PENDING("a4", "a", "2"));
	static const char two[] = RACKS(RACK("n1", "r1", "10") "," RACK("n2", "r2", "22"),
		JOB_MORE("a", "q", "high", "11",
			",'subGroups':[{'name':'x'," CONSTRAINT "},{'name':'y'," CONSTRAINT "},"
			"{'name':'x1','parent':'x','minMember':4},{'name':'y1','parent':'y','minMember':2}]"),
		PENDING_IN("x1", "a", "x1", "4") "," PENDING_IN(
			"x2", "a", "x1", "4") "," PENDING_IN("x3", "a", "x1",
			"4") "," PENDING_IN("x4", "a", "x1", "4") "," PENDING_IN("y1", "a", "y1",
			"5") "," PENDING_IN("y2", "a", "y1", "5"));
	static const char leaf[] = RACKS(
		RACK("n1", "r1", "4") "," RACK("n2", "r2", "5") "," RACK("n3", "r3", "6"),
		JOB_MORE("a", "q", "high", "11",
			",'subGroups':[{'name':'x','minMember':4," CONSTRAINT "}]"),
		PENDING_IN("a1", "a", "x", "2") "," PENDING_IN("a2", "a", "x", "2") "," PENDING_IN(
			"a3", "a", "x", "2") "," PENDING_IN("a4", "a", "x", "2"));
#define HALF(min, more) \
	RACKS(RACK("n1", "r1", "4"), \
		LOW("v", "01", "1") "," JOB_MORE( \
			"a", "q", "high", "11", ",'minMember':" min "," CONSTRAINT), \
		RUNNING("v1", "v", "1", "n1") "," more TWO_PODS)
	struct probe p;

	probe_open(&p, small, 0);
	states(&p, "", "rules/04 idea 20: no rack of 4, 5 or 6 holds 8");
	probe_close(&p);
	probe_open(&p, two, 0);
	states(&p, "0/0", "rules/04 idea 20: 16 and 10 on racks of 10 and 22");
	probe_close(&p);
	probe_open(&p, leaf, 0);
	states(&p, "0/0", "rules/04 idea 20: constraints of pod sets are not looked at");
	probe_close(&p);
	for (int k = 1; k <= 2; k++) {
		probe_open(&p,
			HALF("4",
				RUNNING("r1", "a", "1", "n1") "," RUNNING(
					"r2", "a", "1", "n1") ","),
			k);
		states(&p, "", "example I: the pods that run already are counted");
		probe_close(&p);
	}
	probe_open(&p,
		RACKS(RACK("n1", "r1", "2"),
			LOW("v", "01", "1") "," JOB_MORE(
				"a", "q", "high", "11", ",'minMember':2," CONSTRAINT),
			RUNNING("v1", "v", "1", "n1") "," TWO_PODS),
		0);
	states(&p, "1/1", "rules/04 idea 21: a fresh gang of 2 passes with the victim's GPU");
	probe_close(&p);
}

/* The pending part of a job, as the search takes it for one: what it may lose and what stays. */
static void part_of_job(void)
{
	struct probe p;
	const struct job *whole, *part;

	probe_open(&p,
		CLUSTER(GPU_NODE("n1", "4"),
			LOW("0", "01", "1") "," JOB("a", "q", "high", "11", "2"),
			RUNNING("v1", "0", "1", "n1") "," RUNNING("a1", "a", "1", "n1") "," PENDING(
				"a2", "a", "1") "," PENDING("a3", "a", "1")),
		1);
	whole = fixture_job(&p.f, "a");
	part = p.preemptor;
	ok(part->n_tasks == 2 && part->session_job == whole && part->queue == whole->queue,
		"the pod that runs and the first that waits");
	ok(part->priority == whole->priority && part->preemptible == whole->preemptible &&
			part->fill_rank == whole->fill_rank && whole->fill_rank > 0 &&
			part->index == whole->index,
		"the part goes where the job goes in every order");
	ok(part->n_pod_sets == 1 && part->pod_sets[0]->min == 2, "its minimum of 2 is there");
	probe_close(&p);
	probe_open(&p,
		CLUSTER(GPU_NODE("n1", "4"), LOW("v", "01", "1") "," PREEMPTOR("1"),
			RUNNING("v1", "v", "1", "n1") "," RUNNING("a1", "a", "1", "n1") "," PENDING(
				"a2", "a", "1")),
		0);
	ok(p.preemptor->n_tasks == 2 && p.preemptor->pod_sets[0]->min == 1,
		"more pods than the minimum do not raise it");
	probe_close(&p);
	probe_open(&p,
		CLUSTER(GPU_NODE("n1", "4"), LOW("v", "01", "1") "," PREEMPTOR("3"),
			RUNNING("v1", "v", "1", "n1") "," PENDING("a1", "a", "1") "," PENDING(
				"a2", "a", "1") "," PENDING("a3", "a", "1")),
		2);
	ok(p.preemptor->n_tasks == 2 && p.preemptor->pod_sets[0]->min == 2,
		"fewer pods than the minimum lower it");
	probe_close(&p);
}

int main(void)
{
	part_of_job();
	prefixes();
	steps(1, "'nvidia.com/gpu':'1'", "1 2 4 8 10");
	steps(1, "'cpu':'1'", "0 1 3 7 10");
	steps(10, "'nvidia.com/gpu':'1'", "10");
	greedy();
	supply();
	drawn_before();
	gpu_memory();
	affinities();
	racks();
	return tap_end();
}
