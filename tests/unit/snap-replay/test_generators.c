/* What generators propose, and in which order: MultiNodeGang's prefixes (rules/04 8, the examples B
 * and C of rules/04 16). */
#include "cmd/snap-replay/shortcuts/prefix_picks.h"
#include "cmd/snap-replay/shortcuts/shortcuts.h"
#include "search_probe.h"

enum way { EXHAUSTIVE_WAY, SHORT_CUTS, SHORT_CUTS_LISTED, WAYS };

static void add_proposal(struct probe *p, struct strbuf *b, const struct proposal *s)
{
	struct batches before = s->potential;
	bool same;

	if (s->unlisted)
		prefix_picks_list(shortcuts_of(&p->q)->picks, s);
	same = !s->unlisted && before.n == s->potential.n;
	for (int i = 0; i < s->potential.n; i++) {
		before.n_tasks -= s->potential.items[i].n;
		digest_subtract(&before.digest, &s->potential.items[i].digest);
	}
	if (!same || before.n_tasks || before.digest.at[0] || before.digest.at[1])
		strbuf_addz(b, "(other sums) ");
	add_batches(b, &s->potential);
}

/* The potential victims of all proposals of the generator; "=" before those that are known to be
 * repeats. */
static char *proposals(struct probe *p, const struct generator *g, enum way way)
{
	void *state;
	const struct proposal *s;
	struct strbuf b = {0};

	p->f.session.exhaustive = way == SHORT_CUTS_LISTED;
	p->q.questions = way == EXHAUSTIVE_WAY ? NULL : &shortcuts;
	state = g->build(&p->q, p->preemptor, &p->recorded, &p->nodes);
	strbuf_addz(&b, "");
	while ((s = g->next(state))) {
		strbuf_addf(&b, "%s%s", b.len ? " | " : "", s->repeat ? "=" : "");
		add_proposal(p, &b, s);
	}
	g->free(state);
	if (p->q.questions)
		shortcuts.probe_ends(&p->q);
	return b.s;
}

/* What comes of a list with "=" before repeats: MultiNodeGang knows none without short cuts. */
static char *as_seen(const char *list, const struct generator *g, enum way way)
{
	bool known = g == &node_local_greedy || way != EXHAUSTIVE_WAY;
	struct strbuf b = {0};

	for (; *list; list++)
		if (known || *list != '=')
			strbuf_addc(&b, *list);
	return b.s;
}

static void proposes(const struct generator *g, const char *raw, const char *want, const char *what)
{
	struct probe p;

	for (enum way way = 0; way < WAYS; way++) {
		char *wanted = as_seen(want, g, way), *got;

		probe_open(&p, raw, 0);
		got = proposals(&p, g, way);
		if (!ok(strcmp(got, wanted) == 0, "%s: %s", what, wanted))
			printf("# got: %s\n", got);
		free(got);
		free(wanted);
		probe_close(&p);
	}
}

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
	proposes(&multi_node_gang,
		CLUSTER(GPU_NODE("na", "2") "," GPU_NODE("nb", "2"),
			THREE_JOBS
			"," LOW("vd", "04", "1") "," LOW("ve", "00", "1") "," PREEMPTOR("2"),
			RUNNING("va", "va", "2", "na") "," RUNNING("vb", "vb", "3",
				"lost") "," RUNNING("vc", "vc", "1", "gone") "," RUNNING("vd", "vd",
				"1",
				"lost") "," RUNNING("ve", "ve", "2", "nb") "," PENDING("a1", "a",
				"2") "," POD_MORE("a2", "a", "", "", "", "'cpu':'1'", "Pending")),
		"vd va | vd vb va | vd vb vc va | =vd vb vc va | vd vb vc va ve",
		"nodes outside the snapshot give nothing, and a pod without a GPU takes them");
	proposes(&node_local_greedy,
		CLUSTER(THREE, THREE_JOBS "," PREEMPTOR("2"), THREE_VICTIMS "," TWO_PODS),
		"vb | vc", "one node at a time: that of the newest victim");
}

/* The newest victim is on two nodes: beside other jobs, and beside the same one, which is a repeat.
 */
static void two_nodes(void)
{
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "2") "," GPU_NODE("nb", "2"),
			LOW("va", "03", "1") "," LOW("vb", "02", "1") "," LOW(
				"vc", "01", "2") "," PREEMPTOR("1"),
			RUNNING("va", "va", "1", "na") "," RUNNING("vb", "vb", "1",
				"nb") "," RUNNING("vc1", "vc", "1", "na") "," RUNNING("vc2", "vc",
				"1", "nb") "," PENDING("a1", "a", "1")),
		"va | vb | va vc2+vc1 | vb vc2+vc1", "a gang beside another job on each node");
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "2") "," GPU_NODE("nb", "2"),
			LOW("va", "03", "2") "," LOW("vc", "01", "2") "," PREEMPTOR("1"),
			RUNNING("va1", "va", "1", "na") "," RUNNING("va2", "va", "1",
				"nb") "," RUNNING("vc1", "vc", "1", "na") "," RUNNING("vc2", "vc",
				"1", "nb") "," PENDING("a1", "a", "1")),
		"va2+va1 | va2+va1 vc2+vc1", "two gangs on the same nodes");
}

/* A job that loses its pods one by one: the more a state has of it, the more is proposed. */
static void elastic(void)
{
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "3") "," GPU_NODE("nb", "3"),
			LOW("va", "03", "1") "," LOW("vb", "02", "1") "," PREEMPTOR("1"),
			RUNNING("va1", "va", "1", "na") "," RUNNING("va2", "va", "1",
				"nb") "," RUNNING("va3", "va", "1", "nb") "," RUNNING("vb1", "vb",
				"1", "na") "," PENDING("a1", "a", "1")),
		"va3 | va3+va2 | va3+va2+va1 | va3+va2+va1 vb1", "an elastic job, pod by pod");
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "3") "," GPU_NODE("nb", "3"),
			LOW("va", "03", "1") "," LOW("vb", "04", "1") "," PREEMPTOR("1"),
			RUNNING("va1", "va", "1", "na") "," RUNNING(
				"va2", "va", "1", "nb") "," RUNNING("va3", "va", "1",
				"nb") "," RUNNING("vb1", "vb", "1", "na") "," RUNNING("vb2", "vb",
				"1", "na") "," PENDING("a1", "a", "1")),
		"vb2 | =vb2 | va3 | =vb2 | va3+va2 | vb2+vb1 | vb2+vb1 va3+va2+va1 | va3+va2+va1",
		"a node where nothing of the newest victim was taken is proposed as before");
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "5"),
			LOW("va", "03", "1") "," LOW("vb", "04", "1") "," PREEMPTOR("1"),
			RUNNING("va1", "va", "1", "na") "," RUNNING(
				"va2", "va", "1", "na") "," RUNNING("va3", "va", "1",
				"na") "," RUNNING("vb1", "vb", "1", "na") "," RUNNING("vb2", "vb",
				"1", "na") "," PENDING("a1", "a", "1")),
		"vb2 | vb2 va3 | vb2 va3+va2 | vb2+vb1 va3+va2 | vb2+vb1 va3+va2+va1",
		"two elastic jobs that grow beside each other");
}

/* Nodes come in the order of their names, whether they are in the session (na, nc) or not (nb). */
static void nodes_outside(void)
{
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "3") "," GPU_NODE("nc", "3"),
			LOW("va", "06", "1") "," LOW("vb", "05", "1") "," LOW(
				"ve", "02", "4") "," PREEMPTOR("1"),
			RUNNING("va", "va", "1", "nc") "," RUNNING(
				"vb", "vb", "1", "nb") "," RUNNING("ve1", "ve", "1",
				"nc") "," RUNNING("ve2", "ve", "1", "nb") "," RUNNING("ve3", "ve",
				"1", "na") "," PENDING("a1", "a", "1")),
		"va | vb | ve3+ve2+ve1 | vb ve3+ve2+ve1 | va ve3+ve2+ve1",
		"a gang on nodes of the session and on another one");
	proposes(&node_local_greedy,
		CLUSTER(GPU_NODE("na", "3"),
			LOW("va", "06", "1") "," LOW("vb", "05", "1") "," LOW(
				"ve", "02", "2") "," PREEMPTOR("1"),
			RUNNING("va", "va", "1", "nc") "," RUNNING("vb", "vb", "1",
				"nb") "," RUNNING("ve1", "ve", "1", "nc") "," RUNNING("ve2", "ve",
				"1", "nb") "," PENDING("a1", "a", "1")),
		"va | vb | vb ve2+ve1 | va ve2+ve1", "two nodes outside are apart");
}

static void record(struct probe *p, const char *pod)
{
	struct batch b = {.tasks = ARENA_NEW(&p->q.arena, struct task *), .n = 1};

	b.tasks[0] = fixture_task(&p->f, pod);
	b.job = b.tasks[0]->job;
	b.job_index = b.job->index;
	b.digest = digest_of_tasks(b.tasks, 1);
	batches_add(&p->q, &p->recorded, b);
}

/* Recorded pods of two elastic jobs: each job's comes before its other pod. */
static void with_recorded(void)
{
	static const char raw[] = CLUSTER(GPU_NODE("na", "4"),
		LOW("va", "03", "1") "," LOW("vb", "02", "1") "," PREEMPTOR("3"),
		RUNNING("va1", "va", "1", "na") "," RUNNING("va2", "va", "1", "na") "," RUNNING(
			"vb1", "vb", "1", "na") "," RUNNING("vb2", "vb", "1",
			"na") "," PENDING("a1", "a", "1") "," PENDING("a2", "a",
			"1") "," PENDING("a3", "a", "1"));
	struct probe p;
	struct str want = STR("va2+va1 | va2+va1 vb2+vb1"), found;
	char *got;

	probe_open(&p, raw, 0);
	record(&p, "n/va2");
	record(&p, "n/vb2");
	got = proposals(&p, &node_local_greedy, EXHAUSTIVE_WAY);
	found = (struct str){got, strlen(got)};
	ok(str_eq(found, want), "recorded batches come first: " STR_FMT, STR_ARG(found));
	free(got);
	probe_close(&p);
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

int main(void)
{
	prefixes();
	two_nodes();
	elastic();
	nodes_outside();
	with_recorded();
	steps(1, "'nvidia.com/gpu':'1'", "1 2 4 8 10");
	steps(1, "'cpu':'1'", "0 1 3 7 10");
	steps(10, "'nvidia.com/gpu':'1'", "10");
	gpu_memory();
	return tap_end();
}
