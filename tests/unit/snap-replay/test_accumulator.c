/* What generators make proposals of: victims in order, states and filters of the accumulator,
 * partial jobs (rules/04 5 to 7, the examples H and I of rules/04 16, and rules/04 ideas 17 to 22).
 */
#include <math.h>

#include "cmd/snap-replay/shortcuts/victim_sequence.h"
#include "cmd/snap-replay/solvers/victim_walk.h"
#include "search_probe.h"

static void greedy(void)
{
	const double six_six[] = {6, 6}, five_five[] = {5, 5}, eight_four[] = {8, 4},
		     ten_four[] = {10, 4}, just_ten[] = {10}, one[] = {1}, zero[] = {0},
		     sum[] = {0.7 + 0.1}, wanted[] = {0.8}, three[] = {4, 4, 4},
		     halves[] = {6, 6, 0}, unknown[] = {10, NAN};

	ok(filters_greedy(eight_four, 2, ten_four, 2), "8 and 4 on 10 and 4");
	ok(!filters_greedy(six_six, 2, ten_four, 2), "not 6 and 6 on 10 and 4");
	ok(filters_greedy(five_five, 2, just_ten, 1), "5 and 5 on 10");
	ok(filters_greedy(zero, 1, NULL, 0), "nothing on no node");
	ok(!filters_greedy(one, 1, NULL, 0), "not 1 on no node");
	ok(filters_greedy(NULL, 0, NULL, 0), "no pod on no node");
	ok(!filters_greedy(wanted, 1, sum, 1), "0.7 + 0.1 is less than 0.8, as doubles go");
	ok(filters_greedy(three, 3, ten_four, 2), "4, 4 and 4: twice on 10, then on 4");
	ok(!filters_greedy(five_five, 2, &unknown[1], 1) && !filters_greedy(six_six, 2, unknown, 2),
		"what has NaN does not help");
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

/* By task index: recorded in the probe. */
static bool *recorded_tasks(struct probe *p)
{
	bool *in = ARENA_ARRAY(&p->q.arena, (size_t)p->f.session.c->n_tasks, bool);

	for (int i = 0; i < p->recorded.n; i++)
		for (int k = 0; k < p->recorded.items[i].n; k++)
			in[p->recorded.items[i].tasks[k]->index] = true;
	return in;
}

static void add_names(struct strbuf *b, bool taken, const struct batch *one)
{
	strbuf_addz(b, b->len ? " " : "");
	for (int i = 0; taken && i < one->n; i++)
		strbuf_addf(b, "%s" STR_FMT, i ? "+" : "", STR_ARG(one->tasks[i]->pod->meta.name));
	if (!taken)
		strbuf_addz(b, "-");
}

/* The first `most` batches of the victim sequence; before number `at` comes a scenario, reversible
 * or not. A dash: the turn of a job with recorded tasks. */
static void draws(
	struct probe *p, int most, int at, bool reversible, const char *want, const char *what)
{
	const struct proposal scenario = {.preemptor = p->preemptor};
	struct cursor *d = cursor_new(&p->q, victims(&p->q), recorded_tasks(p));
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	for (int n = 0; n < most && !cursor_is_over(d); n++) {
		struct batch one;

		if (n == at)
			victim_sequence_before(shortcuts_of(&p->q)->victims, &scenario, reversible);
		add_names(&b, cursor_next(d, &one), &one);
	}
	if (!ok(strcmp(b.s, want) == 0, "%s: %s", what, want))
		printf("# got: %s\n", b.s);
	strbuf_free(&b);
	cursor_free(d);
}

/* The same of a plain walk. */
static void plain_draws(struct probe *p, const char *want, const char *what)
{
	const bool *recorded = recorded_tasks(p);
	struct walk *w = victim_walk_new(&p->q, victims(&p->q));
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	while (!walk_empty(w)) {
		struct batch one;

		add_names(
			&b, victim_walk_take(&p->f.session, &p->q.arena, w, recorded, &one), &one);
	}
	if (!ok(strcmp(b.s, want) == 0, "%s, a plain walk: %s", what, want))
		printf("# got: %s\n", b.s);
	strbuf_free(&b);
	walk_free(w);
}

static const char elastic[] =
	CLUSTER(GPU_NODE("n0", "5"), LOW("v", "01", "1") "," LOW("w", "02", "2") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"w1", "w", "1", "n0") "," RUNNING("w2", "w", "1", "n0") "," RUNNING("w3",
			"w", "1", "n0") "," CPU_PREEMPTOR);

static void drawn_before(void)
{
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

/* A scenario with this job drops a unit that is not what the job would cache now. */
static bool minds(struct probe *p, const char *name)
{
	struct job *j = fixture_job(&p->f, name);
	struct proposal scenario = {.preemptor = p->preemptor};

	batches_add(&p->q, &scenario.potential,
		(struct batch){.job = j, .tasks = j->tasks, .n = 1, .job_index = j->index});
	return victim_sequence_minds(shortcuts_of(&p->q)->victims, &scenario);
}

static void drawn_with_stale_unit(void)
{
	struct probe p;
	struct job *w;

	probe_open(&p, elastic, 0);
	w = fixture_job(&p.f, "w");
	w->unit[0] = w->tasks[0]; /* it runs */
	w->n_unit = 1;
	w->unit_cached = true;
	bit_set(p.f.cluster.may_cache_unit, w->index);
	draws(&p, 2, -1, true, "w3 v2", "a job has a stale unit cache");
	ok(minds(&p, "w"), "a scenario with it has an effect");
	ok(!minds(&p, "v"), "one without has none");
	probe_close(&p);
}

static void drawn_beside_recorded(void)
{
	static const char mixed[] = CLUSTER(GPU_NODE("n0", "8"),
		LOW("v", "01", "2") "," LOW("w", "02", "2") "," LOW("x", "03", "1") "," LOW(
			"y", "04", "1") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING(
			"w1", "w", "1", "n0") "," RUNNING("w2", "w", "1", "n0") "," RUNNING("x1",
			"x", "1", "n0") "," RUNNING("x2", "x", "1", "n0") "," RUNNING("x3", "x",
			"1", "n0") "," RUNNING("y1", "y", "1", "n0") "," POD_MORE("y2", "y", "", "",
			"", "'cpu':'1'", "Pending") "," CPU_PREEMPTOR);
	struct probe p;

	probe_open(&p, mixed, 0);
	draws(&p, 9, -1, true, "x3 x2 y1 x1 w2+w1 v2+v1", "nothing recorded");
	record(&p, "w", 2);
	plain_draws(&p, "x3 x2 y1 x1 - v2+v1", "a gang recorded");
	draws(&p, 9, -1, true, "x3 x2 y1 x1 - v2+v1", "a gang recorded");
	draws(&p, 9, 5, false, "x3 x2 y1 x1 - v2+v1", "and forgotten behind its turn");
	record(&p, "x", 2);
	plain_draws(&p, "- y1 x1 - v2+v1", "two pods of an elastic job, too");
	draws(&p, 9, -1, true, "- y1 x1 - v2+v1", "two pods of an elastic job, too");
	probe_close(&p);
	probe_open(&p, mixed, 0);
	batches_add(&p.q, &p.recorded,
		(struct batch){.job = fixture_job(&p.f, "y"),
			.tasks = fixture_job(&p.f, "y")->tasks,
			.n = 1,
			.job_index = fixture_job(&p.f, "y")->index});
	plain_draws(&p, "x3 x2 - x1 w2+w1 v2+v1 ", "all that runs of a job that has more");
	draws(&p, 9, -1, true, "x3 x2 - x1 w2+w1 v2+v1 ", "all that runs of a job that has more");
	probe_close(&p);
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
	greedy();
	supply();
	drawn_before();
	drawn_with_stale_unit();
	drawn_beside_recorded();
	affinities();
	racks();
	return tap_end();
}
