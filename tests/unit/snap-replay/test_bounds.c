/* What is known of scenarios and of whole probes before they are simulated (shortcuts/bounds.h).
 * All sums are of GPUs. */
#include <math.h>

#include "cmd/snap-replay/shortcuts/bounds_kept.h"
#include "cmd/snap-replay/shortcuts/deficit_bound.h"
#include "scene.h"

#define CLUSTER(nodes, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				"],'pods':[" pods "]"
#define LOW(name) JOB(name, "q", "low", "01", "1")
#define PREEMPTOR(min) JOB("a", "q", "high", "11", min)
#define PINNED(name, job, gpus, node, to) \
	POD_MORE(name, job, "", "", \
		"'nodeName':'" node "','nodeSelector':{'kubernetes.io/hostname':'" to "'},", \
		GPUS(gpus), "Running")
#define PENDING_AT(name, job, gpus, node) \
	POD_MORE(name, job, "", "", "'nodeSelector':{'kubernetes.io/hostname':'" node "'},", \
		GPUS(gpus), "Pending")

/* v holds 3 of the node's GPUs, a asks for 2. */
#define ONE_VICTIM(gpus) \
	CLUSTER(GPU_NODE("n0", gpus), LOW("v") "," PREEMPTOR("1"), \
		RUNNING("v1", "v", "3", "n0") "," PENDING("a1", "a", "2"))

/* v1 and w1 leave nodes of 2 and `gpus` without pods. */
#define TWO_VICTIMS(gpus, min, pending) \
	CLUSTER(GPU_NODE("n0", "2") "," GPU_NODE("n1", gpus), \
		LOW("v") "," LOW("w") "," PREEMPTOR(min), \
		RUNNING("v1", "v", "2", "n0") "," RUNNING("w1", "w", "2", "n1") "," pending)

static void room(void)
{
	/* v on n0 and an idle n1, which a does not match */
#define TWO_NODES(victim) \
	CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "3"), LOW("v") "," PREEMPTOR("1"), \
		victim "," PENDING_AT("a1", "a", "2", "n0"))
	struct scene s;

	bounded(ONE_VICTIM("4"), "v1", "v", INFEASIBLE_CAPACITY,
		"4, of which 2 are asked for and 3 must be given back: 1 too few");
	bounded(ONE_VICTIM("5"), "v1", "v", BOUND_NONE, "5 hold 2 and 3");
	bounded(ONE_VICTIM("4"), "v1", "", BOUND_NONE, "4 hold 2, where the victim may go");
	bounded(TWO_NODES(PINNED("v1", "v", "3", "n0", "n0")), "v1", "v", INFEASIBLE_CAPACITY,
		"4 that can be used and 3 that nobody can: 4 < 2 + 3");
	bounded(TWO_NODES(RUNNING("v1", "v", "3", "n0")), "v1", "v", BOUND_NONE,
		"it can move to the 3: 4 + 3 >= 2 + 3");
	scene_open(&s, TWO_NODES(RUNNING("v1", "v", "3", "n0")));
	s.must = "v";
	s.in[1] = false;
	add_victims(&s, &s.p.recorded, "v1");
	has_bound(&s, INFEASIBLE_CAPACITY,
		"a recorded victim; the node with the 3 is not the probe's: 4 < 2 + 3");
	scene_close(&s);
	scene_open(&s, ONE_VICTIM("5"));
	s.must = "v";
	s.in[0] = false;
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE,
		"a node that is not the probe's comes with its victim, as it is: 5 hold 2 and 3");
	scene_close(&s);
	bounded(CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "2"), LOW("v") "," PREEMPTOR("1"),
			PINNED("v1", "v", "2", "n1", "n0") "," PENDING_AT("a1", "a", "3", "n0")),
		"v1", "v", INFEASIBLE_CAPACITY,
		"the victim's 2 are where nobody can go any more: 4 < 3 + 2");
}

/* In a simulation: a victim that is back. */
static void comes_back(void)
{
	struct scene s;
	struct task *v;

	scene_open(&s, ONE_VICTIM("5"));
	s.must = "v";
	v = pod(&s, "v1");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "5 hold 2 and 3: none is spare");
	ok(bounds_may_succeed(&s.q, &v, 1), "the 3 of v, which must return, count only once");
	scene_close(&s);
}

/* What is kept from one scenario of a probe to the next. */
static void several(void)
{
	struct scene s;

	scene_open(&s,
		CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "3"),
			LOW("v") "," LOW("w") "," PREEMPTOR("1"),
			PINNED("v1", "v", "3", "n0", "n0") "," RUNNING(
				"w1", "w", "1", "n0") "," PENDING_AT("a1", "a", "2", "n0")));
	s.must = "vw";
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, INFEASIBLE_CAPACITY,
		"all are bound to one node, where w keeps 1 of 4: 3 < 2 + 3");
	add_victims(&s, &s.p.potential, "w1");
	has_bound(&s, BOUND_NONE, "w could go to the other as well: 4 + 3 >= 2 + 3 + 1");
	scene_close(&s);
	scene_open(&s, TWO_VICTIMS("2", "2", PENDING("a1", "a", "2") "," PENDING("a2", "a", "2")));
	add_victims(&s, &s.p.recorded, "v1");
	add_victims(&s, &s.p.potential, "w1");
	has_bound(&s, BOUND_NONE, "2 pods of 2 on 2 and 2");
	s.p.recorded.n = 0;
	has_bound(&s, INFEASIBLE_PACKING, "without v, on the 2 of w alone");
	scene_close(&s);
}

static void pods(void)
{
	bounded(TWO_VICTIMS("2", "1", PENDING("a1", "a", "3")), "v1 w1", "", INFEASIBLE_PACKING,
		"2 and 2: no pod of 3 fits");
	bounded(TWO_VICTIMS("3", "1", PENDING("a1", "a", "3")), "v1 w1", "", BOUND_NONE,
		"2 and 3: it fits");
	bounded(TWO_VICTIMS("3", "1", PENDING("a1", "a", "3")), "v1", "", INFEASIBLE_PACKING,
		"2 and 3, of which 2 stay: 2 and 1");
#define THREE_PODS PENDING("a1", "a", "2") "," PENDING("a2", "a", "2") "," PENDING("a3", "a", "2")
	bounded(TWO_VICTIMS("3", "3", THREE_PODS), "v1 w1", "", INFEASIBLE_PACKING,
		"3 pods of 2 on 2 and 3: one each, 1 too few");
	bounded(CLUSTER(GPU_NODE("n0", "3") "," GPU_NODE("n1", "1"), LOW("v") "," PREEMPTOR("2"),
			RUNNING("v1", "v", "1", "n0") "," PENDING("a1", "a", "2") "," PENDING(
				"a2", "a", "2")),
		"v1", "", INFEASIBLE_PACKING,
		"2 pods of 2 on 3 and 1: 2 of the 3 were idle before, which hold one pod, not two");
	bounded(TWO_VICTIMS("5", "3", THREE_PODS), "v1 w1", "", BOUND_NONE,
		"3 pods of 2 on 2 and 5: one and two");
}

/* v1 and a1 fit on n0 together, but a1 stays away from pods like x. So does k1, on n1. */
#define AWAY_FROM_X \
	"'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[" \
	"{'topologyKey':'kubernetes.io/hostname','labelSelector':{'matchLabels':{'app':'x'}}}]}},"
#define AWAY(victim) \
	CLUSTER(GPU_NODE("n0", "5") "," GPU_NODE("n1", "1"), \
		LOW("v") "," LOW("k") "," PREEMPTOR("1"), \
		POD_MORE("v1", "v", "'app':'" victim "'", "", "'nodeName':'n0',", GPUS("3"), \
			"Running") "," POD_MORE("k1", "k", "", "", AWAY_FROM_X "'nodeName':'n1',", \
			GPUS("1"), "Running") "," POD_MORE("a1", "a", "", "", AWAY_FROM_X, \
			GPUS("2"), "Pending"))

static void kept_away(void)
{
	bounded(AWAY("x"), "v1", "", INFEASIBLE_PACKING, "an evicted pod still keeps it away");
	bounded(AWAY("y"), "v1", "", BOUND_NONE, "a pod of another kind does not");
}

/* n0 and n1 are one domain, n2 another; n3 is in none. */
static const int *two_domains(void *state, const struct job *j, int *n)
{
	static const int numbers[] = {0, 0, 1, -1};

	(void)state;
	(void)j;
	*n = 2;
	return numbers;
}

static void domains(void)
{
	static const char cluster[] =
		CLUSTER(GPU_NODE("n0", "2") "," GPU_NODE("n1", "2") "," GPU_NODE(
				"n2", "2") "," GPU_NODE("n3", "2"),
			LOW("v") "," LOW("w") "," PREEMPTOR("2"),
			RUNNING("v1", "v", "2", "n0") "," RUNNING("w1", "w", "2", "n1") "," PENDING(
				"a1", "a", "2") "," PENDING("a2", "a", "2"));
	struct scene s;

	bounded(cluster, "v1", "", BOUND_NONE, "2 pods of 2, not confined: n0, n2 and n3");
	scene_open(&s, cluster);
	hook_add_unit_domains(&s.f.session, two_domains, NULL, "other");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, INFEASIBLE_PACKING, "confined: one in each domain");
	add_victims(&s, &s.p.potential, "w1");
	has_bound(&s, BOUND_NONE, "both in the domain of n0 and n1");
	s.p.potential.n = 0;
	add_victims(&s, &s.p.potential, "w1");
	has_bound(&s, INFEASIBLE_PACKING, "nothing is left of the scenario before");
	scene_close(&s);
}

static void taken(void)
{
	struct scene s;

	scene_open(&s, ONE_VICTIM("9"));
	s.stay = "v";
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, INFEASIBLE_PROTECTED,
		"a victim that must not be moved, however much room there is");
	scene_close(&s);
	bounded(ONE_VICTIM("9"), "v1", "v", BOUND_NONE, "one that only must return");
}

/* v has three pods, on a node with room for all that could come. */
static void elastic(void)
{
#define THREE_OF_V(min) \
	CLUSTER(GPU_NODE("n0", "9"), JOB("v", "q", "low", "01", min) "," PREEMPTOR("1"), \
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING( \
			"v3", "v", "1", "n0") "," PENDING("a1", "a", "2"))
	struct scene s;

	bounded(THREE_OF_V("2"), "v3", "v", BOUND_NONE, "one of three pods comes back");
	bounded(THREE_OF_V("2"), "v2 v3", "v", INFEASIBLE_UNITS,
		"below its minimum of two it gets one pod back, not two");
	bounded(THREE_OF_V("1"), "v2 v3", "v", INFEASIBLE_UNITS, "at its minimum, too");
	bounded(THREE_OF_V("2"), "v1 v2 v3", "v", INFEASIBLE_UNITS, "two of three come back");
	bounded(THREE_OF_V("2"), "v1 v2 v3", "", BOUND_NONE, "the third may be lost");
	bounded(THREE_OF_V("3"), "v1 v2 v3", "v", BOUND_NONE, "a gang comes back as a whole");
	bounded(THREE_OF_V("4"), "v2 v3", "v", BOUND_NONE, "so does what was left of it before");
	scene_open(&s, THREE_OF_V("2"));
	s.must = "v";
	add_victims(&s, &s.p.recorded, "v3");
	add_victims(&s, &s.p.potential, "v2");
	has_bound(&s, INFEASIBLE_UNITS, "recorded ones count");
	s.p.potential.n = 0;
	has_bound(&s, BOUND_NONE, "without v2, one is left");
	scene_close(&s);
}

/* v1 and w1 hold n0's 2 GPUs, or were moved to n1 with its 2 before. a asks for both of n1 and one
 * of n0. */
#define GHOSTS \
	CLUSTER(GPU_NODE("n0", "2") "," GPU_NODE("n1", "2"), \
		LOW("v") "," LOW("w") "," PREEMPTOR("3"), \
		RUNNING("v1", "v", "1", "n0") "," RUNNING("w1", "w", "1", "n0") "," PENDING_AT( \
			"a1", "a", "1", "n1") "," PENDING_AT("a2", "a", "1", \
			"n1") "," PENDING_AT("a3", "a", "1", "n0"))

static bool all_returned(struct search *q, const struct scenario *sc)
{
	(void)q;
	for (int i = 0; i < sc->n_victims; i++)
		for (int k = 0; k < sc->victims[i].n; k++)
			if (!status_in(sc->victims[i].tasks[k]->status, SET_ACTIVE_ALLOCATED))
				return false;
	return true;
}

/* Each is placed on the GPU that n0 has left, and goes home to n1 instead, where a has taken all.
 */
static void stale_bookings(void)
{
	struct solution found;
	struct statement before;
	struct scene s;

	bounded(GHOSTS, "v1 w1", "vw", INFEASIBLE_CAPACITY,
		"victims that must return: 2 + 2 < 3 + 2");
	scene_open(&s, GHOSTS);
	s.must = "vw";
	s.q.validate = all_returned;
	statement_begin(&before, &s.f.session);
	ok(moved(&s, &before, "v1", "n1") && moved(&s, &before, "w1", "n1"),
		"this session moves them from n0 to n1");
	add_victims(&s, &s.p.potential, "v1 w1");
	has_bound(&s, BOUND_NONE, "pods with stale bookings may go home without room: 2 + 2 >= 3");
	ok(simulate(&s.q, &s.p, &s.nodes, false, &found) == SCENARIO_SOLVED, "and these do");
	statement_discard(&s.q.statement);
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* In a simulation: a victim that had its turn and is still evicted. */
static void stale_lost(const char *must, bool goes_on, const char *what)
{
	const struct eviction why = {.action = "reclaim"};
	struct statement before;
	struct scene s;
	struct task *v;

	scene_open(&s, GHOSTS);
	s.must = must;
	statement_begin(&before, &s.f.session);
	ok(moved(&s, &before, "v1", "n1"), "v was moved before");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "a simulation begins");
	v = pod(&s, "v1");
	ok(statement_evict(&before, v, &why), "v is evicted");
	ok(bounds_may_succeed(&s.q, &v, 1) == goes_on, "%s", what);
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* v1 and w1 were moved from n0 to n1, of which a asks for 1; x may take what n0 has since then. */
static void stale_bookings_without_room(
	bool taken, bool in_probe, enum bound bound, const char *why)
{
	static const char cluster[] = CLUSTER(GPU_NODE("n0", "2") "," GPU_NODE("n1", "2"),
		LOW("v") "," LOW("w") "," LOW("x") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "1", "n0") "," RUNNING("w1", "w", "1", "n0") "," PENDING(
			"x1", "x", "2") "," PENDING_AT("a1", "a", "1", "n1"));
	struct statement before;
	struct scene s;

	scene_open(&s, cluster);
	s.must = "vw";
	s.in[0] = in_probe;
	statement_begin(&before, &s.f.session);
	ok(moved(&s, &before, "v1", "n1") && moved(&s, &before, "w1", "n1"), "moved");
	if (taken)
		ok(statement_pipeline(&before, pod(&s, "x1"), fixture_node(&s.f, "n0"), false),
			"x1 takes n0");
	add_victims(&s, &s.p.potential, "v1 w1");
	has_bound(&s, bound, why);
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* The pods of v ran on n0 and n1, and were moved to n2 and n3. a asks for all four nodes, or for
 * two of them. */
#define MOVED_GANG(min, more) \
	CLUSTER(GPU_NODE("n0", "1") "," GPU_NODE("n1", "1") "," GPU_NODE("n2", "1") "," GPU_NODE( \
			"n3", "1"), \
		JOB("v", "q", "low", "01", "2") "," LOW("x") "," PREEMPTOR(min), \
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n1") "," PENDING("x1", \
			"x", "1") "," PENDING("a1", "a", "1") "," PENDING("a2", "a", "1") more)
#define FOR_FOUR MOVED_GANG("4", "," PENDING("a3", "a", "1") "," PENDING("a4", "a", "1"))
#define FOR_TWO MOVED_GANG("2", "")

static void gang_moved(bool lasting, enum bound bound, const char *why)
{
	struct statement before;
	struct scene s;

	scene_open(&s, FOR_FOUR);
	add_victims(&s, &s.p.potential, "v1 v2");
	bounds_forecast(&s.q, &s.p, &s.nodes);
	s.must = "v";
	statement_begin(&before, &s.f.session);
	ok(moved(&s, &before, "v1", "n2") && moved(&s, &before, "v2", "n3"), "moved");
	shortcuts_of(&s.q)->generation++;
	shortcuts_of(&s.q)->kept->lasting = lasting;
	has_bound(&s, bound, why);
	ok(bounds_must_return(&s.q, shortcuts_of(&s.q)->bounds, pod(&s, "v1")) == lasting &&
			bounds_must_return(&s.q, shortcuts_of(&s.q)->bounds, pod(&s, "v2")) ==
				lasting,
		"together, the pods %s", lasting ? "are counted" : "are not");
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* The node of v1's booking is taken, that of v2's is not. */
static void gang_has_a_way(void)
{
	struct statement before;
	struct scene s;

	scene_open(&s, FOR_TWO);
	add_victims(&s, &s.p.potential, "v1 v2");
	enough_simulations(&s);
	bounds_forecast(&s.q, &s.p, &s.nodes);
	s.must = "v";
	statement_begin(&before, &s.f.session);
	ok(moved(&s, &before, "v1", "n2") && moved(&s, &before, "v2", "n3") &&
			statement_pipeline(&before, pod(&s, "x1"), fixture_node(&s.f, "n0"), false),
		"moved, and x1 takes n0");
	shortcuts_of(&s.q)->generation++;
	has_bound(&s, INFEASIBLE_DRY_RUN, "v2 may go home, for which v1 stands: 3 >= 2 + 1, so");
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* v1 was pending before this session gave it n0's 3 GPUs: it has no other booking. */
static void pipelined(void)
{
	static const char cluster[] = CLUSTER(GPU_NODE("n0", "4"), LOW("v") "," PREEMPTOR("1"),
		PENDING("v1", "v", "3") "," PENDING("a1", "a", "2"));
	struct statement before;
	struct scene s;

	scene_open(&s, cluster);
	s.must = "v";
	statement_begin(&before, &s.f.session);
	ok(statement_pipeline(&before, pod(&s, "v1"), fixture_node(&s.f, "n0"), false),
		"this session pipelines it");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(
		&s, INFEASIBLE_CAPACITY, "a pod that this session gave its first node: 4 < 2 + 3");
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

#define SHARED(name, job, node) \
	POD_MORE(name, job, "'runai-gpu-group':'g1'", ",'gpu-fraction':'0.5'", \
		"'nodeName':'" node "',", "'cpu':'1'", "Running")
#define APART \
	"'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'zone'," \
	"'labelSelector':{'matchLabels':{'app':'x'}}}]}},"
#define BYSTANDER(labels, terms) \
	CLUSTER(GPU_NODE("n0", "4"), LOW("v") "," LOW("b") "," PREEMPTOR("1"), \
		POD_MORE("v1", "v", labels, "", "'nodeName':'n0',", GPUS("3"), \
			"Running") "," POD_MORE("b1", "b", "", "", "'nodeName':'n0'," terms, \
			"'cpu':'1'", "Running") "," PENDING("a1", "a", "2"))

/* Where the sums would say "no room", but no bound may apply. */
static void not_reversible(void)
{
	/* f shares one of 4, v holds 2, 1 is idle */
	static const char fraction[] =
		CLUSTER(GPU_NODE("n0", "4"), LOW("v") "," LOW("f") "," PREEMPTOR("1"),
			RUNNING("v1", "v", "2", "n0") "," SHARED("f1", "f", "n0") "," PENDING(
				"a1", "a", "2"));
	struct scene s;

	scene_open(&s, ONE_VICTIM("4"));
	s.must = "v";
	has_bound(&s, BOUND_NONE, "no victim");
	add_victims(&s, &s.p.recorded, "v1");
	has_bound(&s, INFEASIBLE_CAPACITY, "4 < 2 + 3, recorded");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "recorded, and once more");
	s.p.recorded.n = 0;
	has_bound(&s, INFEASIBLE_CAPACITY, "4 < 2 + 3, potential");
	scene_close(&s);
	scene_open(&s, ONE_VICTIM("4"));
	s.must = "v";
	s.f.searches.leaked = true;
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "a search left a statement open");
	scene_close(&s);

	bounded(fraction, "v1", "v", INFEASIBLE_CAPACITY, "somebody shares a GPU: 1 + 2 < 2 + 2");
	bounded(fraction, "v1 f1", "v", BOUND_NONE, "and is a victim, too: its half would not do");
	bounded(BYSTANDER("", APART), "v1", "v", INFEASIBLE_CAPACITY,
		"a bystander's terms do not select the victim: 4 < 2 + 3");
	bounded(BYSTANDER("'app':'x'", APART), "v1", "v", BOUND_NONE, "they may, on other nodes");
}

/* ---- the victim sequence ---- */

/* Whether the next accumulator reads batches that were taken before the forecast of s->p. */
static bool keeps_victims(struct scene *s)
{
	static const struct walk_options walk = {.victim = true, .depth = -1, .active_only = true};
	struct cursor *c;
	struct batch before, after;

	s->q.victim_walk = &walk;
	c = shortcuts.victims_begin(&s->q, candidates(&s->q), NULL);
	shortcuts.victims_next(c, &before);
	shortcuts.victims_end(c);
	shortcuts.forecast(&s->q, &s->p, &s->nodes);
	c = shortcuts.victims_begin(&s->q, candidates(&s->q), NULL);
	shortcuts.victims_next(c, &after);
	shortcuts.victims_end(c);
	return before.tasks == after.tasks;
}

static void victim_sequence(void)
{
	for (int claims = 0; claims < 2; claims++)
		for (int gpus = 4; gpus < 6; gpus++) {
			struct scene s;

			scene_open(&s, gpus == 4 ? ONE_VICTIM("4") : ONE_VICTIM("5"));
			s.must = "v";
			add_victims(&s, &s.p.potential, "v1");
			pod(&s, "v1")->uses_claims = claims;
			ok(keeps_victims(&s) == !claims,
				"%s scenario with%s a bound %s the victims",
				claims ? "an irreversible" : "a reversible",
				gpus == 4 && !claims ? "" : "out", claims ? "drops" : "keeps");
			scene_close(&s);
		}
}

/* ---- whole probes ---- */

/* Of the node's 6 GPUs v holds 2, w 2 and b 1, 1 is idle; a asks for `gpus`. b is not preemptible.
 */
#define CANDIDATES(gpus) \
	CLUSTER(GPU_NODE("n0", "6"), \
		LOW("v") "," LOW("w") "," JOB("b", "q", "build", "01", "1") "," PREEMPTOR("1"), \
		RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING("w1", \
			"w", "2", \
			"n0") "," RUNNING("b1", "b", "1", "n0") "," PENDING("a1", "a", gpus))

static double contribution(struct scene *s, const char *name)
{
	struct task *t = pod(s, name);

	return contribution_of(&s->q, &t, 1);
}

/* Whether the probe is infeasible, and its deficit. */
static void is_probe_at(struct scene *s, bool infeasible, double deficit, const char *what,
	const char *file, int line)
{
	enum bound kind = infeasible ? INFEASIBLE_PROBE : DEFICIT_PROBE;
	long before = s->q.counts.bounds[kind];
	bool got = deficit_of_probe(&s->q, s->p.preemptor, &s->p.recorded);
	double found = shortcuts_of(&s->q)->deficit ? shortcuts_of(&s->q)->deficit->amount : NAN;

	tap_ok(got == infeasible && found == deficit && s->q.counts.bounds[kind] == before + 1,
		file, line, "%s: %s, deficit %g (got %g)", what,
		infeasible ? "infeasible" : "deficit", deficit, found);
}
#define is_probe(s, infeasible, deficit, what) \
	is_probe_at((s), (infeasible), (deficit), (what), __FILE__, __LINE__)

/* As if the others were drawn by lot. */
static struct job_list all_but_v(struct search *q)
{
	struct job_list list = candidates(q);
	int n = 0;

	for (int i = 0; i < list.n; i++)
		if (!str_eq(list.items[i]->name, STR("v")))
			list.items[n++] = list.items[i];
	list.n = n;
	return list;
}

static void contributions(void)
{
	struct scene s;

	scene_open(&s, CANDIDATES("3"));
	s.must = "w";
	is_probe(&s, false, 2, "1 is idle where 3 are asked for");
	is_number(contribution(&s, "v1"), 1, "a pod that may go gives what it holds");
	is_number(contribution(&s, "w1"), 0, "one that must return gives 2 and takes 2");
	is_number(contribution(&s, "b1"), 0, "one that is not preemptible is no candidate");
	ok(!may_cover_deficit(&s.q, 1, false) && may_cover_deficit(&s.q, 2, false) &&
			may_cover_deficit(&s.q, 1, true),
		"1 is less than 2, 2 is enough, and an exempt scenario is always proposed");
	scene_close(&s);

	scene_open(&s, CANDIDATES("3"));
	is_probe(&s, false, 2, "all may go");
	is_number(contribution(&s, "w1"), 2, "then it gives 2");
	scene_close(&s);

	scene_open(&s, CANDIDATES("3"));
	add_victims(&s, &s.p.recorded, "v1 v2");
	is_probe(&s, false, 0, "1 is idle, and recorded victims give 2: 1 + 2 - 3");
	is_number(
		contribution(&s, "v1") + contribution(&s, "v2"), 0, "which they do not once more");
	is_number(contribution(&s, "w1"), 2, "the other gives 2");
	ok(!is_exempt(&s.q, fixture_job(&s.f, "v")->index),
		"no pod of v is left that stands in a scenario twice");
	scene_close(&s);

	scene_open(&s, CANDIDATES("3"));
	s.q.victims = all_but_v;
	add_victims(&s, &s.p.recorded, "v1 v2");
	is_probe(&s, false, 0, "recorded victims give 2, though they are no candidates");
	scene_close(&s);

	scene_open(&s, CANDIDATES("1"));
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) && !shortcuts_of(&s.q)->deficit,
		"1 is idle where 1 is asked for: any victim may help");
	scene_close(&s);
}

/* The node of w's pod cannot be used: by nobody who asks for a place, so going is no gain, and
 * coming back takes 2. */
static void displaced(void)
{
	static const char raw[] = CLUSTER(GPU_NODE("n0", "4") "," GPU_NODE("n1", "4"),
		LOW("v") "," LOW("w") "," PREEMPTOR("1"),
		RUNNING("v1", "v", "3", "n0") "," PINNED("w1", "w", "2", "n1", "n0") "," PENDING_AT(
			"a1", "a", "2", "n0"));
	struct scene s;

	scene_open(&s, raw);
	s.must = "w";
	is_probe(&s, false, 1, "of n0's 4 GPUs 1 is idle, and 2 are asked for");
	is_number(contribution(&s, "v1"), 3, "v on n0");
	is_number(contribution(&s, "w1"), -2, "w on n1, which must move to n0");
	scene_close(&s);
}

static void infeasible(void)
{
	struct scene s;

	scene_open(&s, CANDIDATES("4"));
	s.must = "w";
	is_probe(&s, true, 3, "1 is idle, v gives 2, w takes its 2 again: 3 < 4");
	add_victims(&s, &s.p.recorded, "v1");
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) && shortcuts_of(&s.q)->deficit &&
			shortcuts_of(&s.q)->deficit->amount == 2 &&
			is_exempt(&s.q, fixture_job(&s.f, "v")->index) &&
			!is_exempt(&s.q, fixture_job(&s.f, "w")->index),
		"but v2 may stand twice in a scenario where v1 is recorded: those are proposed");
	scene_close(&s);

	scene_open(&s, CANDIDATES("6"));
	is_probe(&s, true, INFINITY, "6 - 1 never hold a pod of 6");
	scene_close(&s);

	scene_open(&s, CANDIDATES("6"));
	s.f.searches.budget.mode = BUDGET_STEPS;
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) && !shortcuts_of(&s.q)->deficit,
		"not while a budget runs, which scenarios spend");
	scene_close(&s);
}

/* What is kept from one probe of a search to the next. */
static void begin_next_probe(struct scene *s)
{
	s->p.preemptor = partial_job(&s->q, fixture_job(&s->f, "a"), s->p.pending.items, 1);
}

static void next_probe(void)
{
	struct scene s;

	scene_open(&s, CANDIDATES("3"));
	s.must = "w";
	is_probe(&s, false, 2, "the first probe");
	begin_next_probe(&s);
	s.must = "v";
	is_probe(&s, false, 2, "the next probe: another one must return");
	is_number(contribution(&s, "v1"), 0, "v1 must");
	is_number(contribution(&s, "w1"), 2, "w1 need not any more");
	job_set_status(s.f.session.c, pod(&s, "w1"), POD_RELEASING);
	shortcuts_of(&s.q)->generation++;
	begin_next_probe(&s);
	s.must = "";
	is_probe(&s, false, 2, "a pod went, by a scenario that was not reversible");
	is_number(contribution(&s, "w1"), 0, "it has nothing to give any more");
	is_number(contribution(&s, "v1"), 1, "the others have");
	scene_close(&s);

	scene_open(&s, CANDIDATES("6"));
	is_probe(&s, true, INFINITY, "6 - 1 hold no pod of 6");
	begin_next_probe(&s);
	is_probe(&s, true, INFINITY, "nor do they in the next probe");
	scene_close(&s);
}

/* Diagnostics on victims that found no place are kept for the first ones that are noted: those must
 * be simulated. */
static void diagnostics(void)
{
	struct scene s;

	scene_open(&s, ONE_VICTIM("4"));
	s.must = "v";
	add_victims(&s, &s.p.potential, "v1");
	s.f.searches.all_noted = true;
	s.f.searches.simulated = 1000;
	s.f.searches.diagnostics_limit = 2;
	s.f.searches.diagnosed = 1;
	has_bound(&s, BOUND_NONE, "1 victim of 2 was simulated");
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) && !shortcuts_of(&s.q)->deficit,
		"then the probe is not looked at, either");
	s.f.searches.diagnosed = 2;
	has_bound(&s, INFEASIBLE_CAPACITY, "2 victims of 2: 4 < 2 + 3");
	is_probe(&s, true, 1, "1 is idle, and v gives nothing: 1 < 2");
	scene_close(&s);
}

static void counts_victims(struct scene *s, long simulated, long noted)
{
	struct searches *all = &s->f.searches;
	struct solution found = {0};

	s->q.validate = all_returned;
	ok(simulate(&s->q, &s->p, &s->nodes, false, &found) != SCENARIO_SOLVED, "it fails");
	ok(all->simulated == simulated && all->diagnosed == noted,
		"%ld victims simulated, %ld in simulations with noted ones", simulated, noted);
}

static void not_noted(void)
{
	struct scene s;

	scene_open(&s, ONE_VICTIM("4"));
	s.must = "v";
	add_victims(&s, &s.p.potential, "v1");
	record_notes(&s, 255);
	has_bound(&s, BOUND_NONE, "255 victims were simulated: bounds do not pay yet");
	record_notes(&s, 256);
	has_bound(&s, INFEASIBLE_CAPACITY, "256, and v is not noted: 4 < 2 + 3");
	is_probe(&s, true, 1, "1 is idle, and v gives nothing: 1 < 2");
	counts_victims(&s, 257, 0);
	s.f.searches.all_noted = true;
	counts_victims(&s, 258, 1);
	scene_close(&s);
}

/* Other pods of v wait. */
static void noted(void)
{
	struct scene s;

	scene_open(&s,
		CLUSTER(GPU_NODE("n0", "4"), LOW("v") "," PREEMPTOR("1"),
			RUNNING("v1", "v", "3", "n0") "," PENDING("v2", "v", "1") "," PENDING(
				"a1", "a", "2")));
	s.must = "v";
	add_victims(&s, &s.p.potential, "v1");
	record_notes(&s, 256);
	has_bound(&s, BOUND_NONE, "v is noted");
	ok(bounds_reversible(&s.q), "its simulation leaves nothing else behind");
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) &&
			is_exempt(&s.q, fixture_job(&s.f, "v")->index),
		"1 < 2, but v is exempt");
	s.p.recorded = s.p.potential;
	ok(!deficit_of_probe(&s.q, s.p.preemptor, &s.p.recorded) && !shortcuts_of(&s.q)->deficit,
		"a recorded victim is noted: all must be simulated");
	s.p.recorded = (struct batches){0};
	counts_victims(&s, 257, 1);
	s.f.searches.diagnosed = s.f.searches.diagnostics_limit;
	has_bound(&s, INFEASIBLE_CAPACITY, "nothing is recorded any more: 4 < 2 + 3");
	is_probe(&s, true, 1, "1 < 2");
	scene_close(&s);
}

int main(void)
{
	room();
	comes_back();
	several();
	pods();
	kept_away();
	domains();
	taken();
	elastic();
	stale_bookings();
	stale_lost("v", false, "it found no place, so the simulation is over: it must return");
	stale_lost("", true, "it may be lost");
	stale_bookings_without_room(false, true, BOUND_NONE, "2 + 2 >= 1 + 2");
	stale_bookings_without_room(true, true, INFEASIBLE_CAPACITY,
		"no pod can be placed by a stale booking on a node without room: 2 < 1 + 2");
	stale_bookings_without_room(false, false, INFEASIBLE_CAPACITY,
		"nor on a node that is not the probe's and has no victim: 2 < 1 + 2");
	gang_moved(true, INFEASIBLE_CAPACITY,
		"of the gang one pod may go home by its stale booking: 4 < 4 + 1");
	gang_moved(false, BOUND_NONE, "both may if facts do not last: 4 >= 4");
	gang_has_a_way();
	pipelined();
	not_reversible();
	victim_sequence();
	contributions();
	displaced();
	infeasible();
	next_probe();
	diagnostics();
	not_noted();
	noted();
	return tap_end();
}
