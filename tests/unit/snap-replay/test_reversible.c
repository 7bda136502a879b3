/* What makes every scenario of a search irreversible (rules/04 19.2): each guard alone. */
#include <math.h>

#include "cmd/snap-replay/shortcuts/repeated_victims.h"
#include "scene.h"

#define RAW \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "4") "," GPU_NODE( \
		"n1", "4") "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("a", "q", \
		"high", "02", \
		"1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," PENDING("a1", "a", "4") "]"

static void amounts_of_nodes(void)
{
	static const char *const names[] = {"idle", "used", "releasing"};

	for (int k = 0; k < 3; k++)
		for (int slot = 0; slot < 3; slot++) {
			struct scene s;
			struct node *n;

			scene_open(&s, RAW);
			n = fixture_node(&s.f, "n1");
			(k == 0 ? n->idle : k == 1 ? n->used : n->releasing)[slot] += 0.5;
			ok(reversibility_of(&s.q) == NEVER_REVERSIBLE, "half a unit is %s, slot %d",
				names[k], slot);
			scene_close(&s);
		}
}

#define WITH_A_PENDING_POD \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE( \
		"n0", "4") "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("a", "q", \
		"high", "02", "1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," PENDING("v2", \
		"v", "1") "," PENDING("a1", "a", "4") "]"

/* Sets one reason why a pod is not reversible; false: there is no such number. */
static bool spoil(struct task *t, int number)
{
	switch (number) {
	case 0: t->type = REQUEST_FRACTION; return true;
	case 1: t->type = REQUEST_GPU_MEMORY; return true;
	case 2: t->extends = true; return true;
	case 3: t->uses_claims = true; return true;
	case 4: t->gpu.dra = 1; return true;
	case 5: t->legacy_mig = true; return true;
	case 6: t->reservation = true; return true;
	default: return false;
	}
}

static void pods(void)
{
	struct scene s;
	struct task *v1, *v2, kept;

	scene_open(&s, WITH_A_PENDING_POD);
	v1 = pod(&s, "v1");
	v2 = pod(&s, "v2");
	ok(reversible_pod(&s.f.session, v1) && reversible_victim(&s.f.session, v1, REVERSIBLE),
		"a pod that runs, beside one that waits");
	ok(!reversible_victim(&s.f.session, v1, REVERSIBLE_IF_SMALLER),
		"not where only smaller jobs are reversible: the other pod may be placed, too");
	ok(!reversible_victim(&s.f.session, v2, REVERSIBLE), "a pod that waits is no victim");
	kept = *v1;
	for (int i = 0; spoil(v1, i); *v1 = kept, i++)
		ok(!reversible_pod(&s.f.session, v1) &&
				!reversible_victim(&s.f.session, v1, REVERSIBLE),
			"reason %d", i);
	kept = *v2;
	for (int i = 0; spoil(v2, i); *v2 = kept, i++)
		ok(!reversible_victim(&s.f.session, v1, REVERSIBLE),
			"reason %d of the pod beside it", i);
	v2->type = REQUEST_MIG;
	ok(reversible_victim(&s.f.session, v1, REVERSIBLE), "MIG profiles are no reason");
	*v2 = kept;
	kept = *v1;
	v1->node = NULL;
	ok(!reversible_victim(&s.f.session, v1, REVERSIBLE), "a pod on an unknown node");
	*v1 = kept;
	v1->status = POD_RELEASING;
	ok(!reversible_victim(&s.f.session, v1, REVERSIBLE), "a pod that is being deleted");
	*v1 = kept;
	scene_close(&s);
}

/* ---- inter-pod terms: a plugin skips a pod for good once nothing concerned it (settled) ---- */

#define TERM(key) "{'topologyKey':'" key "','labelSelector':{'matchLabels':{'app':'x'}}}"
#define REQUIRED(kind, key) \
	"'affinity':{'" kind \
	"':{'requiredDuringSchedulingIgnoredDuringExecution':[" TERM(key) "]}},"
#define PREFERRED(kind, key) \
	"'affinity':{'" kind \
	"':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,'podAffinityTerm':" TERM( \
		key) "}]}},"
#define ON(node) "'nodeName':'" node "',"
#define HOST "kubernetes.io/hostname"
/* v1 runs, and the term of k1 selects it; it does not select o1. */
#define WITH_TERM(term, where, phase) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "4") "," GPU_NODE( \
		"n1", "4") "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("a", "q", \
		"high", "02", "1") "],'pods':[" POD_MORE("v1", "v", "'app':'x'", "", ON("n0"), \
		GPUS("1"), "Running") "," POD_MORE("o1", "v", "'app':'y'", "", ON("n0"), \
		GPUS("1"), "Running") "," POD_MORE("k1", "v", "", "", term where, GPUS("1"), \
		phase) "," PENDING("a1", "a", "4") "]"

/* want: whether k1 is reversible; whether v1 is, before and after the session tried to place it. */
static void terms(const char *raw, const char *want, const char *what)
{
	struct scene s;
	struct task *v1;
	struct node_set none = {0};
	struct str text;
	char got[4] = "---";

	scene_open(&s, raw);
	v1 = pod(&s, "v1");
	got[0] = reversible_pod(&s.f.session, pod(&s, "k1")) ? 'y' : 'n';
	got[1] = reversible_pod(&s.f.session, v1) ? 'y' : 'n';
	ok(reversible_pod(&s.f.session, pod(&s, "o1")), "%s, but not the other one", what);
	session_pre_predicate(&s.f.session, v1, &text);
	session_node_pre_order(&s.f.session, v1, &none);
	got[2] = reversible_pod(&s.f.session, v1) ? 'y' : 'n';
	is_text(((struct str){got, 3}), want);
	scene_close(&s);
}

static void pods_with_terms(void)
{
	terms(WITH_TERM(REQUIRED("podAntiAffinity", HOST), "", "Pending"), "yny",
		"a pod that waits may keep it away later");
	terms(WITH_TERM(REQUIRED("podAntiAffinity", HOST), ON("n1"), "Running"), "yyy",
		"a pod that runs keeps it away");
	terms(WITH_TERM(REQUIRED("podAntiAffinity", "rack"), ON("n1"), "Running"), "yny",
		"a pod that runs, on a node without the label");
	terms(WITH_TERM(REQUIRED("podAffinity", HOST), "", "Pending"), "yyy",
		"affinity of another pod does not concern it");
	terms(WITH_TERM(PREFERRED("podAntiAffinity", HOST), "", "Pending"), "yny",
		"a pod that waits may prefer other nodes");
	terms(WITH_TERM(PREFERRED("podAffinity", HOST), "", "Pending"), "yny",
		"a pod that waits may prefer its node");
	terms(WITH_TERM(PREFERRED("podAffinity", HOST), ON("n1"), "Running"), "yyy",
		"a pod that runs prefers its node");
	terms(WITH_TERM(PREFERRED("podAffinity", "rack"), ON("n1"), "Running"), "nny",
		"a pod that runs, on a node without the label, prefers it");
}

/* ---- pods that stand in a scenario twice ---- */

/* v goes first, and comes back; then there is no place for a. */
#define ELASTIC_MORE(gpus, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		"5") "],'podGroups':[" JOB("v", "q", "high", "01", "1") "," JOB("a", "q", "low", \
		"02", "1") "],'pods':[" RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", \
		"n0") "," RUNNING("v3", "v", "1", "n0") pods "," PENDING("a1", "a", gpus) "]"
#define ELASTIC_FOR(gpus) ELASTIC_MORE(gpus, "")
#define ELASTIC ELASTIC_FOR("5")

static enum repeats judge(struct scene *s, const char *recorded, const char *victims)
{
	bounds_forecast(&s->q, &s->p, &s->nodes);
	s->p.recorded = s->p.potential = (struct batches){0};
	add_victims(s, &s->p.recorded, recorded);
	add_victims(s, &s->p.potential, victims);
	return judge_repeats(&s->q, shortcuts_of(&s->q)->bounds, &s->p);
}

/* What is left when it was simulated and undone. */
static void leaves(
	const char *recorded, const char *victims, enum repeats want, int drift, enum bound bound)
{
	struct solution found;
	struct scene s;
	const struct node *n;

	scene_open(&s, ELASTIC);
	n = fixture_node(&s.f, "n0");
	ok(judge(&s, recorded, victims) == want, "%s, then %s", recorded, victims);
	has_bound(&s, bound, victims);
	ok(bounds_reversible(&s.q) && bounds_drifts(&s.q) == (want == REPEATS_DRIFT),
		"reversible, with a drift of %d", drift);
	ok(simulate(&s.q, &s.p, &s.nodes, false, &found) == SCENARIO_NO_PLACE, "it fails");
	bounds_simulated(&s.q, &s.p);
	is_number(pod(&s, "v1")->job->active_drift, drift, "the drift");
	ok(shortcuts_of(&s.q)->drifted == (drift > 0) && !shortcuts_of(&s.q)->generation,
		"only drift is noted");
	is_number(fixture_figures(&s.f, "q").allocated[SLOT_GPU], 3, "q holds v's 3");
	ok(n->idle[SLOT_GPU] == 2 && n->releasing[SLOT_GPU] == 0 && n->used[SLOT_GPU] == 3,
		"the node is as before");
	for (int i = 0; i < 3; i++)
		ok(pod(&s, (const char *[]){"v1", "v2", "v3"}[i])->status == POD_RUNNING,
			"pod %d runs", i + 1);
	scene_close(&s);
}

static void no_event(void *ctx, struct task *t)
{
	(void)ctx, (void)t;
}

static void repeats(void)
{
	struct scene s;
	struct task *v3;

	leaves("v3", "v3 v2", REPEATS_REVERSIBLE, 0, INFEASIBLE_PACKING);
	leaves("v3", "v3 v2 v1", REPEATS_REVERSIBLE, 0, BOUND_NONE);
	leaves("v3 v2", "v1 v1", REPEATS_DRIFT, 1, BOUND_NONE);
	leaves("v3 v2 v1", "v3 v2", REPEATS_DRIFT, 2, BOUND_NONE);

	scene_open(&s, ELASTIC);
	v3 = pod(&s, "v3");
	v3->type = REQUEST_MIG;
	ok(judge(&s, "v3", "v3") == REPEATS_LEAVE_TRACES, "MIG profiles, twice");
	ok(judge(&s, "v3", "v2 v2") == REPEATS_REVERSIBLE, "or once");
	v3->type = REQUEST_REGULAR;
	v3->gpu.dra = 1;
	ok(judge(&s, "v3", "v3") == REPEATS_LEAVE_TRACES, "devices");
	v3->gpu.dra = 0;
	ok(judge(&s, "v3", "v3") == REPEATS_REVERSIBLE, "neither");
	hook_add_on_allocate(&s.f.session, no_event, NULL, "other");
	ok(judge(&s, "v3", "v3") == REPEATS_LEAVE_TRACES, "another plugin listens");
	scene_close(&s);

	scene_open(&s, ELASTIC);
	s.f.session.traits.has_fractional = true;
	ok(judge(&s, "v3", "v3") == REPEATS_LEAVE_TRACES, "pods share GPUs");
	scene_close(&s);
	scene_open(&s, ELASTIC);
	pod(&s, "v2")->uses_claims = true;
	ok(judge(&s, "v3", "v3 v2") == REPEATS_LEAVE_TRACES, "a victim that is not reversible");
	scene_close(&s);
}

static void bound_of(const char *raw, const char *recorded, const char *victims, const char *must,
	const char *stay, enum bound want, const char *what)
{
	struct scene s;

	scene_open(&s, raw);
	s.must = must;
	s.stay = stay;
	judge(&s, recorded, victims);
	has_bound(&s, want, what);
	record_notes(&s, 256);
	has_bound(&s, pod(&s, "v1")->job->n_tasks > 3 ? BOUND_NONE : want,
		"the same, unless v is noted");
	scene_close(&s);
}

static void bounds_of_repeats(void)
{
	bound_of(ELASTIC, "v3", "v3 v2 v1", "v", "", INFEASIBLE_CAPACITY,
		"v must return, and its 3 GPUs are missing then");
	bound_of(ELASTIC_FOR("2"), "v3", "v3 v2", "v", "", BOUND_NONE,
		"two pods of v must return, one of them twice: units are not counted");
	bound_of(ELASTIC, "v3 v1", "v3 v2", "", "", BOUND_NONE, "together they give 3 GPUs");
	bound_of(ELASTIC, "v3", "v3", "", "v", INFEASIBLE_PROTECTED, "v must not be moved");
	bound_of(
		ELASTIC_FOR("6"), "v3", "v3 v2", "", "", INFEASIBLE_PACKING, "6 GPUs are too many");
	bound_of(ELASTIC_MORE("6", "," PENDING("v4", "v", "1")), "v3", "v3 v2", "", "",
		INFEASIBLE_PACKING, "and another pod of v waits");
	bound_of(ELASTIC_FOR("6"), "v3 v2 v1", "v3", "", "", BOUND_NONE,
		"so they are here, but its simulation leaves drift");
}

int main(void)
{
	struct scene s;

	pods();
	repeats();
	bounds_of_repeats();
	pods_with_terms();

	scene_open(&s, RAW);
	ok(reversibility_of(&s.q) == REVERSIBLE, "whole amounts everywhere");
	s.f.session.traits.has_fractional = true;
	ok(reversibility_of(&s.q) == REVERSIBLE_IF_SMALLER, "pods share GPUs");
	s.f.session.traits.has_fractional = false;
	s.f.searches.leaked = true;
	ok(reversibility_of(&s.q) == NEVER_REVERSIBLE, "a leak before");
	scene_close(&s);
	amounts_of_nodes();
	ok(is_whole((const double[]){0, -3, 4503599627370495.0}, 3), "whole and exact");
	ok(!is_whole((const double[]){1, 4503599627370496.0}, 2), "too large to add to");
	ok(!is_whole((const double[]){1.25}, 1) && !is_whole((const double[]){NAN}, 1),
		"a quarter, and no number");
	return tap_end();
}
