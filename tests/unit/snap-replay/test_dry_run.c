/* Scenarios that are worked out on numbers before they are simulated (shortcuts/dry_run.c). All
 * sums are of GPUs. */
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/dry_run_private.h"
#include "scene.h"
#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/session/units.h"

#define WITH_QUOTA(name, parent, gpus) \
	QUEUE_GPUS(name, parent, "{'quota':" gpus ",'limit':-1,'overQuotaWeight':1}")
/* u keeps 1 GPU of u_queue, v loses `gpus` of r, and a of q asks for 2: the queue that stays within
 * its quota goes first. */
#define SIBLINGS(node, r_parent, r_quota, u_queue, gpus) \
	SIBLINGS_AND(node, r_parent, r_quota, u_queue, gpus, "")
#define SIBLINGS_AND(node, r_parent, r_quota, u_queue, gpus, more_pods) \
	"'queues':[" QUEUE("p") "," QUEUE("o") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA( \
		"r", r_parent, r_quota) "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		node) "],'podGroups':[" JOB("u", u_queue, "low", "01", "1") "," JOB("v", "r", \
		"low", "02", "1") "," JOB("a", "q", "low", "11", "1") "],'pods':[" RUNNING("u1", \
		"u", "1", "n0") "," RUNNING("v1", "v", gpus, "n0") "," PENDING("a1", "a", "2") \
		more_pods "]"

/* As if simulations had failed that evicted more pods than there are: then scenarios are run dry
 * first. */
static void have_tried(struct scene *s)
{
	bounds_forecast(&s->q, &s->p, &s->nodes);
	for (int i = 0; i < 8; i++)
		bounds_simulated(&s->q, &s->p);
}

#define dry_run_gives(raw, victims, must_return, want, what) \
	judges(raw, victims, must_return, have_tried, want, what)

static void dry_runs(void)
{
	static const char back_first[] = SIBLINGS("3", "p", "2", "q", "2");
	struct scene s;
	struct task *v;

	bounded(back_first, "v1", "", BOUND_NONE, "the first scenarios are simulated");
	dry_run_gives(back_first, "v1", "", INFEASIBLE_DRY_RUN,
		"q with 1 + 2 > 2, r with 0 + 2: r takes its 2 back, and a finds no place");
	dry_run_gives(SIBLINGS_AND("3", "p", "2", "q", "2",
			      "," POD_MORE("v2", "v", "", "", "'nodeName':'n0',", GPUS("1"),
				      "Succeeded")),
		"v1", "", INFEASIBLE_DRY_RUN, "the same with a pod of v that has ended");
	dry_run_gives(SIBLINGS("3", "p", "2", "r", "2"), "v1", "", BOUND_NONE,
		"q with 0 + 2, r with 1 + 2 > 2: q goes first");
	dry_run_gives(SIBLINGS("3", "p", "2", "r", "2"), "v1", "v", INFEASIBLE_CAPACITY,
		"but then v finds no place, and it must");
	dry_run_gives(SIBLINGS("5", "p", "2", "q", "2"), "v1", "", BOUND_NONE,
		"r goes first, but 5 - 1 - 2 = 2 are left");
	dry_run_gives(SIBLINGS("3", "o", "2", "q", "2"), "v1", "", INFEASIBLE_DRY_RUN,
		"r of department o with 0 + 2, q of p with 1 + 2: o first");
	dry_run_gives(SIBLINGS("4", "p", "3", "q", "3"), "v1", "", INFEASIBLE_DRY_RUN,
		"r goes first with 0 + 3: 4 - 1 - 3 = 0 are left");

	scene_open(&s, back_first);
	v = pod(&s, "v1");
	add_victims(&s, &s.p.potential, "v1");
	have_tried(&s);
	note_cached(&s, v->job);
	has_bound(&s, BOUND_NONE, "a job with a cache of its own takes no part in dry runs");
	scene_close(&s);

	scene_open(&s, back_first);
	v = pod(&s, "v1");
	add_victims(&s, &s.p.potential, "v1");
	have_tried(&s);
	has_bound(&s, INFEASIBLE_DRY_RUN, "what was tried for this is undone");
	ok(v->status == POD_RUNNING && v->node->idle[SLOT_GPU] == 0 &&
			v->node->releasing[SLOT_GPU] == 0,
		"v runs, and the node is full");
	is_number(fixture_figures(&s.f, "r").allocated[SLOT_GPU], 2, "r holds v's");
	is_number(fixture_figures(&s.f, "p").allocated[SLOT_GPU], 3, "p holds u's and v's");
	ok(session_tasks_to_allocate(&s.f.session, v->job, false).n == 0,
		"v's job waits for no pod");
	note_cached(&s, v->job); /* an empty list is not remembered */
	bounds_drop_caches(&s.q, &s.p);
	ok(!v->job->unit_cached, "what it waits for is forgotten, as a simulation would do");
	scene_close(&s);

	scene_open(&s, SIBLINGS("4", "p", "3", "q", "3"));
	v = pod(&s, "v1");
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "a simulation begins");
	ok(!bounds_may_succeed(&s.q, &v, 1),
		"and is over when the 3 come back, as 4 - 1 - 2 = 1 is spare");
	scene_close(&s);
}

/* As SIBLINGS("3", "p", "2", "q", "2"), where r goes first, but p has a limit. `gpus` are those of
 * the node. */
#define LIMITED(limit, gpus) \
	"'queues':[" QUEUE_GPUS("p", "", \
		"{'quota':-1,'limit':" limit ",'overQuotaWeight':1}") "," WITH_QUOTA("q", "p", \
		"2") "," WITH_QUOTA("r", "p", "2") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		gpus) "],'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB("v", "r", "low", \
		"02", "1") "," JOB("a", "q", "low", "11", "1") "],'pods':[" RUNNING("u1", "u", \
		"1", "n0") "," RUNNING("v1", "v", "2", "n0") "," PENDING("a1", "a", "2") "]"

static void limits(void)
{
	dry_run_gives(LIMITED("5", "5"), "v1", "", BOUND_NONE, "1 + 2 + 2 of a limit of 5");
	dry_run_gives(LIMITED("4", "5"), "v1", "", INFEASIBLE_DRY_RUN,
		"v comes back, then p holds 3 of 4: a stays out, though there is room");
	dry_run_gives(
		LIMITED("2", "5"), "v1", "", INFEASIBLE_DRY_RUN, "a limit that keeps v and a out");
	dry_run_gives(LIMITED("2", "5"), "v1", "v", INFEASIBLE_DRY_RUN, "v must return and cannot");
}

/* What else than the request may decide where a pod goes. */
enum { GPU_MEMORY, MANY_PARTS, OVERHEAD, NOMINATED, HALF_A_CORE, FEATURES };

static void give(struct task *t, int feature)
{
	struct pod *p = (struct pod *)(uintptr_t)t->pod;

	if (feature == GPU_MEMORY)
		t->gpu.memory = 1;
	else if (feature == MANY_PARTS)
		t->gpu.fraction = 2;
	else if (feature == OVERHEAD)
		((struct pod_spec *)(uintptr_t)p->spec)->overhead.n = 1;
	else if (feature == NOMINATED)
		p->nominated_node = STR("n0");
	else
		((double *)(uintptr_t)t->request)[SLOT_CPU] = 0.5;
}

static void takes_no_part(const char *name)
{
	for (int feature = 0; feature < FEATURES; feature++) {
		struct scene s;

		scene_open(&s, SIBLINGS("3", "p", "2", "q", "2"));
		add_victims(&s, &s.p.potential, "v1");
		have_tried(&s);
		give(pod(&s, name), feature);
		has_bound(&s, BOUND_NONE, "a pod that is more than its request");
		if (feature == OVERHEAD)
			((struct pod_spec *)(uintptr_t)pod(&s, name)->pod->spec)->overhead.n = 0;
		scene_close(&s);
	}
}

static bool has_position(struct scene *s, const char *name)
{
	const struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;

	return r->position[pod(s, name)->job->index] >= 0;
}

/* A job all pods of which no reversible scenario can evict. */
static void irreversible_jobs(void)
{
	for (int spoilt = 0; spoilt < 2; spoilt++) {
		struct scene s;

		scene_open(&s, SIBLINGS("3", "p", "2", "q", "2"));
		add_victims(&s, &s.p.potential, "v1");
		pod(&s, "u1")->uses_claims = spoilt;
		have_tried(&s);
		has_bound(&s, INFEASIBLE_DRY_RUN, "whatever u is");
		ok(has_position(&s, "v1") && has_position(&s, "u1") == !spoilt,
			"u may %sbe a victim of dry runs", spoilt ? "not " : "");
		scene_close(&s);
	}
}

static int no_order(void *ctx, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims)
{
	(void)ctx, (void)l, (void)r, (void)l_job, (void)r_job, (void)l_victims, (void)r_victims;
	return 0;
}

static bool no_refusal(void *ctx, struct task *t, struct node *n, struct verdict *why)
{
	(void)ctx, (void)t, (void)n, (void)why;
	return true;
}

static void no_event(void *ctx, struct task *t)
{
	(void)ctx, (void)t;
}

/* Another plugin with such a hook may decide otherwise: nothing is worked out. */
static void unknown_hooks(void)
{
	for (int hook = 0; hook < 4; hook++) {
		struct scenario none = {0};
		struct session *session;
		struct scene s;

		scene_open(&s, SIBLINGS("3", "p", "2", "q", "2"));
		session = &s.f.session;
		none.preemptor = s.p.preemptor;
		add_victims(&s, &s.p.potential, "v1");
		have_tried(&s);
		ok(shortcuts.scenario_begins(&s.q, &none), "the order of jobs is known");
		if (hook == 0)
			hook_add_queue_order(session, no_order, NULL, "other");
		else if (hook == 1)
			hook_add_predicate(session, no_refusal, NULL, "other");
		else if (hook == 2)
			hook_add_on_allocate(session, no_event, NULL, "other");
		else
			hook_add_on_deallocate(session, no_event, NULL, "other");
		ok(shortcuts.scenario_begins(&s.q, &none) == (hook > 0),
			"hook %d: the order of jobs is known", hook);
		has_bound(&s, BOUND_NONE, "no dry run");
		scene_close(&s);
	}
}

/* As a change of its books: GPUs become idle. */
static void add_idle(struct scene *s, struct node *n, int gpus)
{
	struct cluster *c = &s->f.cluster;

	n->idle[SLOT_GPU] += gpus;
	n->changed = c->n_changes;
	c->changes[c->n_changes++ % CHANGE_RING] = (uint32_t)n->index;
}

/* What is kept from one dry run to the next goes with a simulation that may leave a trace. */
static void traces(void)
{
	struct scene s;

	scene_open(&s, SIBLINGS("3", "p", "2", "q", "2"));
	add_victims(&s, &s.p.potential, "v1");
	have_tried(&s);
	has_bound(&s, INFEASIBLE_DRY_RUN, "r takes its 2 of 3 back");
	pod(&s, "v1")->gpu.dra = 1;
	add_victims(&s, &s.p.potential, "v1");
	has_bound(&s, BOUND_NONE, "a pod with devices twice: that simulation may leave a trace");
	bounds_simulated(&s.q, &s.p);
	pod(&s, "v1")->gpu.dra = 0;
	add_idle(&s, fixture_node(&s.f, "n0"), 2);
	s.p.potential.n = 1;
	has_bound(&s, BOUND_NONE, "it counts anew how many were tried");
	have_tried(&s);
	has_bound(&s, BOUND_NONE, "2 more are idle, which is enough for a");
	add_idle(&s, fixture_node(&s.f, "n0"), -2);
	scene_close(&s);
}

/* Each job stands where position says; the preemptor comes before u, or behind it. */
static void is_in_order(struct scene *s, bool before_u)
{
	const struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;
	const int *position = r->position;
	int u = position[pod(s, "u1")->job->index], v = position[pod(s, "v1")->job->index];

	ok(r->n_jobs == 3 && r->jobs[r->preemptor_position].job == s->p.preemptor &&
			r->in_walk[r->preemptor_position].job == s->p.preemptor,
		"the preemptor is where it should be");
	ok(r->jobs[u].job == pod(s, "u1")->job && r->in_walk[v].job == pod(s, "v1")->job,
		"and so are u and v");
	for (int i = 0; i < r->n_jobs; i++)
		ok(r->in_walk[i].request == r->jobs[i].amount, "job %d has its own request", i);
	ok((r->preemptor_position < u) == before_u, "it comes %s u",
		before_u ? "before" : "behind");
}

/* a asks for 2 + 1 GPUs, at first for 2 of them. */
static void next_probes(void)
{
	struct scene s;
	int whole;

	scene_open(&s, SIBLINGS_AND("4", "p", "2", "q", "2", "," PENDING("a2", "a", "1")));
	s.q.job->pod_sets[0]->min = 2;
	job_drop_cache(s.q.job);
	s.p.pending = search_unit(&s.q, s.q.job);
	whole = s.p.pending.n;
	s.p.pending.n = 1;
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, 1);
	add_victims(&s, &s.p.potential, "v1");
	have_tried(&s);
	has_bound(&s, INFEASIBLE_DRY_RUN, "r takes its 2 of 4 - 1 back");
	is_in_order(&s, false);
	ok(whole == 2, "the next probe is for 2 pods");
	for (int round = 0; round < 3; round++) {
		s.p.pending.n = whole - round % 2;
		s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
		s.p.preemptor->priority += round < 2 ? 1000 : 0;
		s.must = round == 1 ? "v" : "";
		has_bound(&s, round == 1 ? INFEASIBLE_CAPACITY : INFEASIBLE_DRY_RUN,
			"the jobs are known already");
		if (round != 1)
			is_in_order(&s, round == 0);
	}
	ok(!shortcuts_of(&s.q)->bounds->dry_run->by_amount, "whatever a asks for");
	scene_close(&s);
}

/* What a job's fate was for one preemptor, it need not be for the next one. */
static void next_fates(void)
{
	for (int first = 0; first < 2; first++) {
		const struct dry_run *r;
		struct scene s;
		int v;

		scene_open(&s, LIMITED("4", "5"));
		add_victims(&s, &s.p.potential, "v1");
		s.must = first ? "v" : "";
		have_tried(&s);
		has_bound(&s, INFEASIBLE_DRY_RUN, "r goes first, and fills p");
		s.must = first ? "" : "v";
		s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
		has_bound(&s, INFEASIBLE_DRY_RUN, "whether it must return or not");
		r = shortcuts_of(&s.q)->bounds->dry_run;
		v = r->position[pod(&s, "v1")->job->index];
		ok(r->jobs[v].must_return == (first ? RETURN_OPTIONAL : RETURN_REQUIRED) &&
				bit_is_set(r->required, v) == !first,
			"the fate is the present one");
		scene_close(&s);
	}
}

/* v holds 2 GPUs of n0, where 1 is idle, and 2 of n1. v's queue goes first; a asks for 2. */
#define TWO_ROOMS(n1) TWO_ROOMS_OF(n1, "2")
#define TWO_ROOMS_OF(n1, v_min) \
	"'queues':[" QUEUE("p") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA( \
		"r", "p", "4") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "4") "," GPU_NODE("n1", \
		n1) "],'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB("v", "r", "low", \
		"02", v_min) "," JOB("a", "q", "low", "11", "1") "],'pods':[" RUNNING("u1", "u", \
		"1", "n0") "," RUNNING("v1", "v", "2", "n0") "," RUNNING("v2", "v", "2", \
		"n1") "," PENDING("a1", "a", "2") "]"

/* Where the victims go decides. */
static void rooms(void)
{
	struct scene s;

	dry_run_gives(TWO_ROOMS("3"), "v1 v2", "", INFEASIBLE_DRY_RUN,
		"v comes back to 3 on n0 and 3 on n1: 1 and 1 are left, where 2 are asked for");
	dry_run_gives(TWO_ROOMS("4"), "v1 v2", "", BOUND_NONE,
		"2 are idle on n1, so that v's pods go there, first one, then both: 3 are left");
	dry_run_gives(
		TWO_ROOMS("3"), "v1 v2", "v", INFEASIBLE_DRY_RUN, "the same if v must return");
	scene_open(&s, TWO_ROOMS("3"));
	add_victims(&s, &s.p.potential, "v2");
	have_tried(&s);
	has_bound(&s, BOUND_NONE, "of a job that loses one of its two pods nothing is known");
	scene_close(&s);
	scene_open(&s, TWO_ROOMS("3"));
	add_victims(&s, &s.p.potential, "v1 v2");
	have_tried(&s);
	has_bound(&s, INFEASIBLE_DRY_RUN, "v comes back");
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	has_bound(&s, INFEASIBLE_DRY_RUN, "and once more: v was evicted once");
	scene_close(&s);
}

/* v is elastic: it may lose v2 and go on with v1. */
static void elastic_jobs(void)
{
	dry_run_gives(TWO_ROOMS_OF("3", "1"), "v2", "", INFEASIBLE_DRY_RUN,
		"v2 comes back to 3 on n1: 1 and 1 are left, where 2 are asked for");
	dry_run_gives(TWO_ROOMS_OF("3", "1"), "v2", "v", INFEASIBLE_DRY_RUN,
		"the same if it must return");
	dry_run_gives(TWO_ROOMS_OF("5", "1"), "v2", "", BOUND_NONE, "3 are left on n1");
	dry_run_gives(TWO_ROOMS_OF("3", "1"), "v1", "", BOUND_NONE, "v1 is not the first to go");
	dry_run_gives(TWO_ROOMS_OF("3", "1"), "v1 v2", "", BOUND_NONE, "nor do both go at once");
}

/* v and w are elastic. As dry jobs each loses its last pod: w then has its minimum, v more. */
#define ELASTIC(gpus) \
	"'queues':[" QUEUE("p") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA("r", "p", \
		"9") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "10") "],'podGroups':[" JOB("v", \
		"r", "low", "02", "1") "," JOB("w", "r", "low", "03", "1") "," JOB("a", "q", \
		"low", "11", "1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," RUNNING("v2", \
		"v", "2", "n0") "," RUNNING("v3", "v", "2", "n0") "," RUNNING("w1", "w", "2", \
		"n0") "," RUNNING("w2", "w", "2", "n0") "," PENDING("a1", "a", gpus) "]"

static const struct dry_job *dry_job_of(struct scene *s, const char *name, int *position)
{
	const struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;

	*position = r->position[pod(s, name)->job->index];
	return &r->jobs[*position];
}

/* v loses what is recorded of it, and gets one pod back. */
static void recorded_jobs(void)
{
	struct scene s;
	int v, w;

	for (int gpus = 4; gpus <= 5; gpus++) {
		scene_open(&s, gpus == 4 ? ELASTIC("4") : ELASTIC("5"));
		add_victims(&s, &s.p.recorded, "v1 v2 v3");
		enough_simulations(&s);
		has_bound(&s, gpus == 4 ? BOUND_NONE : INFEASIBLE_DRY_RUN,
			"of 6 that v gives, one pod takes 2 back");
		ok(dry_job_of(&s, "v1", &v)->n == 1 && dry_job_of(&s, "v1", &v)->n_evicted == 3,
			"v gets one of three pods back");
		dry_job_of(&s, "w1", &w);
		ok(v < w, "v is below its minimum, and comes before w");
		s.p.recorded.n = 0;
		s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
		add_victims(&s, &s.p.potential, "v3");
		has_bound(&s, INFEASIBLE_PACKING, "2 are not enough for a");
		add_victims(&s, &s.p.potential, "w2");
		has_bound(&s, gpus == 4 ? INFEASIBLE_DRY_RUN : INFEASIBLE_PACKING,
			"v3 and w2 come back first");
		if (gpus == 4)
			ok(dry_job_of(&s, "v1", &v)->surplus == pod(&s, "v3") &&
					dry_job_of(&s, "w1", &w)->n == 1 && w < v,
				"v is a dry job again, above its minimum, and comes behind w");
		scene_close(&s);
	}
	scene_open(&s, ELASTIC("5"));
	add_victims(&s, &s.p.recorded, "v1 v3");
	enough_simulations(&s);
	has_bound(&s, INFEASIBLE_PACKING, "4 are not enough");
	add_victims(&s, &s.p.potential, "v2");
	has_bound(&s, BOUND_NONE, "of more than is recorded of v nothing is known");
	scene_close(&s);
}

/* v, of which a pod is Pending that asks for 3 and comes first or last, and w, both elastic. */
#define PARTLY_RUNNING(pending, gpus) \
	"'queues':[" QUEUE("p") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA("r", "p", \
		"12") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "10") "],'podGroups':[" JOB("v", \
		"r", "low", "02", "1") "," JOB("w", "r", "low", "03", "1") "," JOB("a", "q", \
		"low", "11", "1") "],'pods':[" PENDING(pending, "v", "3") "," RUNNING("v1", "v", \
		"2", "n0") "," RUNNING("v2", "v", "2", "n0") "," RUNNING("w1", "w", "2", \
		"n0") "," RUNNING("w2", "w", "2", "n0") "," PENDING("a1", "a", gpus) "]"

/* v loses what is recorded of it, and gets one pod back. */
static void partly_running_job(const char *raw, enum bound want, const char *what)
{
	const struct dry_job *v;
	int at, w;
	struct scene s;

	scene_open(&s, raw);
	add_victims(&s, &s.p.recorded, "v1 v2");
	enough_simulations(&s);
	has_bound(&s, want, what);
	v = dry_job_of(&s, "v1", &at);
	dry_job_of(&s, "w1", &w);
	ok(v->n == 1 && v->n_evicted == 2 && v->first_evicted == v->first + 1,
		"v loses two pods, and gets one back");
	is_number(v->evicted[SLOT_GPU], 4, "it loses 4");
	ok(at < w, "v has less than its minimum, and comes before w");
	add_victims(&s, &s.p.potential, "w2");
	has_bound(&s, want, "the same with w2, which takes back the 2 that it gives");
	s.p.recorded.n = 0;
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	has_bound(&s, INFEASIBLE_DRY_RUN, "without v, 4 are left, and w2 takes 2 back");
	dry_job_of(&s, "w1", &w);
	is_number(shortcuts_of(&s.q)->bounds->dry_run->position[pod(&s, "v1")->job->index], -1,
		"v is no dry job any more");
	add_victims(&s, &s.p.potential, "v2");
	has_bound(&s, BOUND_NONE, "so nothing is known of a scenario with it");
	scene_close(&s);
}

/* How many fixed jobs the queue of the pod's job has in the walk of the last probe. */
static int fixed_beside(struct scene *s, const char *name)
{
	int n;

	scenario_walk_fixed(
		shortcuts_of(&s->q)->bounds->dry_run->lane->walk, pod(s, name)->job->queue, &n);
	return n;
}

/* While v1 and v2 are recorded, v is not like other partly running jobs. */
static void no_fixed_job(void)
{
	struct scene s;
	int v, w;

	scene_open(&s, PARTLY_RUNNING("v0", "4"));
	add_victims(&s, &s.p.recorded, "v1 v2");
	enough_simulations(&s);
	has_bound(&s, INFEASIBLE_DRY_RUN, "v is recorded");
	is_number(fixed_beside(&s, "v1"), 0, "and is no fixed job");
	ok(!dry_jobs_are_whole(shortcuts_of(&s.q)->bounds->dry_run), "nor a whole one");
	add_victims(&s, &s.p.recorded, "w1 w2");
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	has_bound(&s, BOUND_NONE, "w, too: v takes 3 of 10 back, and w 2");
	dry_job_of(&s, "v1", &v);
	dry_job_of(&s, "w1", &w);
	ok(v < w, "v, which has lost all it had, comes before w");
	s.p.recorded.n = 0;
	add_victims(&s, &s.p.potential, "w2");
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	has_bound(&s, INFEASIBLE_DRY_RUN, "no victim is recorded");
	is_number(fixed_beside(&s, "v1"), 1, "and v is a fixed job again");
	scene_close(&s);
}

/* v0 ran, and is evicted for good: v could get it back in place of what is recorded. */
static void evicted_before(void)
{
	struct statement before;
	struct scene s;

	scene_open(&s,
		"'queues':[" QUEUE("p") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA(
			"r", "p", "12") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
			"10") "],'podGroups':[" JOB("v", "r", "low", "02", "1") "," JOB("a", "q",
			"low", "11", "1") "],'pods':[" RUNNING("v0", "v", "3",
			"n0") "," RUNNING("v1", "v", "2", "n0") "," RUNNING("v2", "v", "2",
			"n0") "," PENDING("v9", "v", "3") "," PENDING("a1", "a", "9") "]");
	statement_begin(&before, &s.f.session);
	ok(statement_evict(&before, pod(&s, "v0"), &(struct eviction){.action = "reclaim"}),
		"v0 leaves n0");
	add_victims(&s, &s.p.recorded, "v1 v2");
	enough_simulations(&s);
	has_bound(
		&s, BOUND_NONE, "nothing is known of a job that may get back what it lost before");
	statement_discard(&before);
	statement_free(&before);
	scene_close(&s);
}

/* Of n0's 9, u and v have 2 each, and each waits for a pod of 3 that comes first or last; z has 1,
 * w waits. */
#define TWINS(pending) \
	"'queues':[" QUEUE("p") "," WITH_QUOTA("q", "p", "2") "," WITH_QUOTA( \
		"r", "p", "12") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		"9") "],'podGroups':[" JOB("u", "r", "low", "01", "1") "," JOB("v", "r", "low", \
		"02", "1") "," JOB("w", "r", "low", "03", "1") "," JOB("z", "r", "low", "04", \
		"1") "," JOB("a", "q", "low", "11", "1") "],'pods':[" RUNNING("u1", "u", "2", \
		"n0") "," PENDING("u" pending, "u", "3") "," RUNNING("v1", "v", "2", \
		"n0") "," PENDING("v" pending, "v", "3") "," PENDING("w1", "w", \
		"3") "," RUNNING("z1", "z", "1", "n0") "," PENDING("a1", "a", "4") "]"

static void open_twins(struct scene *s, const char *raw)
{
	scene_open(s, raw);
	add_victims(s, &s->p.potential, "u1 v1");
	have_tried(s);
}

static void is_twin(struct scene *s, const char *name, int number)
{
	const struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;
	const struct walk_job *j = &r->in_walk[r->position[pod(s, name)->job->index]];

	ok(j->fixed_before == 0 && j->twin == number,
		"%s's job comes first when it has lost %s, not behind %d fixed jobs", name, name,
		number - 1);
}

static void twins(void)
{
	struct scene s;
	struct job *v;
	int at, z;

	open_twins(&s, TWINS("9"));
	has_bound(&s, BOUND_NONE, "u1 and v1 come back: a has 8 - 2 - 2");
	ok(!bounds_forecast(&s.q, &s.p, &s.nodes).all_return, "which nobody has foretold");
	dry_job_of(&s, "v1", &at);
	dry_job_of(&s, "z1", &z);
	ok(at < z, "where all have lost their pods, v is before z");
	is_twin(&s, "u1", 2);
	is_twin(&s, "v1", 3);
	is_number(fixed_beside(&s, "w1"), 3, "w, u and v are fixed jobs");
	s.p.potential.n = 0;
	add_victims(&s, &s.p.recorded, "u1 v1");
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	has_bound(&s, BOUND_NONE, "the same, recorded");
	is_number(fixed_beside(&s, "w1"), 1, "only w is a fixed job");
	is_number(dry_run_twin(shortcuts_of(&s.q)->bounds->dry_run, pod(&s, "v1")->job), 0,
		"and v is not twinned any more");
	scene_close(&s);

	open_twins(&s, TWINS("0"));
	has_bound(&s, INFEASIBLE_DRY_RUN, "u0 and v0 come instead: a has 8 - 3 - 3");
	scene_close(&s);

	open_twins(&s, TWINS("0"));
	v = pod(&s, "v1")->job;
	ok(session_tasks_to_allocate(&s.f.session, v, false).n == 1 && v->unit_cached,
		"v has cached what it waits for");
	has_bound(&s, INFEASIBLE_DRY_RUN, "that is what it would read now");
	scene_close(&s);

	open_twins(&s, TWINS("0"));
	v = pod(&s, "v1")->job;
	session_tasks_to_allocate(&s.f.session, v, false);
	v->unit[0] = pod(&s, "v1");
	has_bound(&s, BOUND_NONE, "v has cached a pod that runs: it takes no part");
	scene_close(&s);
}

/* Jobs with more active pods first, then by name, the last one first. */
static int fullest_first(void *ctx, const struct job *l, const struct job *r)
{
	int order = pod_set_active(r->pod_sets[0]) - pod_set_active(l->pod_sets[0]);

	(void)ctx;
	return order ? order : str_cmp(r->name, l->name);
}

/* Fixed jobs are v, u and w then. */
static void behind_its_twin(void)
{
	struct scene s;

	scene_open(&s, TWINS("0"));
	s.f.session.hooks.job_order.n = 0;
	hook_add_job_order(&s.f.session, fullest_first, NULL, "other");
	add_victims(&s, &s.p.potential, "u1");
	have_tried(&s);
	has_bound(&s, BOUND_NONE, "u without its pod would come behind w: it takes no part");
	scene_close(&s);
}

/* How many GPUs the fixed job of the pod requests in the walk of the last probe. */
static double fixed_request(struct scene *s, const char *name)
{
	const struct job *j = pod(s, name)->job;
	const struct walk_job *fixed;
	int n;

	fixed = scenario_walk_fixed(shortcuts_of(&s->q)->bounds->dry_run->lane->walk, j->queue, &n);
	for (int i = 0; i < n; i++)
		if (fixed[i].job == j)
			return fixed[i].request[SLOT_GPU];
	return -1;
}

/* v has cached a pod that runs. */
static void old_unit(void)
{
	struct scene s;
	struct job *v;

	scene_open(&s, TWINS("9"));
	v = pod(&s, "v1")->job;
	session_tasks_to_allocate(&s.f.session, v, false);
	v->unit[0] = pod(&s, "v1");
	add_victims(&s, &s.p.potential, "z1");
	have_tried(&s);
	has_bound(&s, BOUND_NONE, "z1 comes back");
	is_number(fixed_request(&s, "v1"), 0, "of what v has cached, no pod needs a place");
	has_bound(&s, BOUND_NONE, "again");
	is_number(fixed_request(&s, "v1"), 0, "it still has");
	job_drop_unit(&s.f.cluster, v, v->index);
	has_bound(&s, BOUND_NONE, "that is forgotten");
	is_number(fixed_request(&s, "v1"), 3, "v9 needs 3");
	scene_close(&s);
}

static void partly_running_jobs(void)
{
	old_unit();
	twins();
	behind_its_twin();
	no_fixed_job();
	evicted_before();
	partly_running_job(PARTLY_RUNNING("v9", "4"), BOUND_NONE,
		"beside 2 that are idle, v gives 4, of which v1 takes 2 back");
	partly_running_job(PARTLY_RUNNING("v0", "4"), INFEASIBLE_DRY_RUN,
		"the same, but v0 is placed before v1, and takes 3");
}

/* Of n0's 3 GPUs v holds 2; of n1's 4 w and z hold 2 each. z is evicted for good; v and w are
 * victims, and a asks for 4. */
static void moved_pods(void)
{
	static const char raw[] = "'queues':[" QUEUE("p") "," WITH_QUOTA(
		"q", "p", "0") "," WITH_QUOTA("r", "p",
		"4") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "3") "," GPU_NODE("n1",
		"4") "],'podGroups':[" JOB("v", "r", "low", "02", "1") "," JOB("w", "q", "low",
		"12", "1") "," JOB("z", "r", "low", "04", "1") "," JOB("a", "q", "low", "11",
		"1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," RUNNING("w1", "w", "2",
		"n1") "," RUNNING("z1", "z", "2", "n1") "," PENDING("a1", "a", "4") "]";
	const struct eviction why = {.action = "reclaim"};

	for (int v_moves = 0; v_moves < 2; v_moves++) {
		struct statement before;
		struct scene s;

		scene_open(&s, raw);
		statement_begin(&before, &s.f.session);
		ok(statement_evict(&before, pod(&s, "z1"), &why), "z leaves n1");
		if (v_moves)
			ok(moved(&s, &before, "v1", "n1"), "and v moves there");
		add_victims(&s, &s.p.potential, "v1 w1");
		have_tried(&s);
		if (v_moves)
			has_bound(&s, INFEASIBLE_DRY_RUN,
				"v is sent to n0, where it still is in the books, and stays on n1: 2 are left for a");
		else
			has_bound(&s, BOUND_NONE,
				"v stays on n0, the fuller one: 4 are left on n1 for a");
		statement_discard(&before);
		statement_free(&before);
		scene_close(&s);
	}
}

int main(void)
{
	dry_runs();
	limits();
	takes_no_part("v1");
	irreversible_jobs();
	takes_no_part("a1");
	unknown_hooks();
	traces();
	next_probes();
	next_fates();
	rooms();
	elastic_jobs();
	recorded_jobs();
	partly_running_jobs();
	moved_pods();
	return tap_end();
}
