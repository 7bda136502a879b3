/* The filters, which add what is new to what they keep, against a second writing of rules/04 7 that
 * looks at the whole scenario anew: random clusters, racks, pods bound to nodes, and victims. */
#include "cmd/snap-replay/model/selectors.h"
#include "cmd/snap-replay/model/bits.h"
#include "scene.h"

enum { NODES = 12, VICTIMS = 30, PODS = 5, CLUSTERS = 250, STATES = 12 };

#define TERM_BY_NAME(names) \
	"'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[" names \
	"]}}},"
#define NAMED(names) \
	"{'matchFields':[{'key':'metadata.name','operator':'In','values':[" names "]}]}"
#define TWICE(names, more) \
	"{'matchFields':[{'key':'metadata.name','operator':'In','values':[" names \
	"]},{'key':'metadata.name','operator':'" more "}]}"
#define IN_ZONE(zone) "{'matchExpressions':[{'key':'zone','operator':'In','values':['" zone "']}]}"

static const char *const affinities[] = {"'nodeSelector':{'zone':'z1'},",
	"'nodeSelector':{'zone':'z2'},", TERM_BY_NAME(NAMED("'n1','n2'")),
	TERM_BY_NAME(NAMED("'nowhere'")), TERM_BY_NAME(NAMED("'n3'") "," IN_ZONE("z0")),
	TERM_BY_NAME(IN_ZONE("z3")), TERM_BY_NAME(IN_ZONE("z1")),
	TERM_BY_NAME(NAMED("'n3'") "," IN_ZONE("z1")),
	TERM_BY_NAME(NAMED("'n3'") "," NAMED("'n4'")),
	TERM_BY_NAME(TWICE("'n1','n2'", "In','values':['n2','n5']")),
	TERM_BY_NAME(TWICE("'n6'", "NotIn','values':['n2']") "," NAMED("'n7'"))};
enum { AFFINITIES = sizeof affinities / sizeof *affinities };
static const char *const needs[] = {
	"'nvidia.com/gpu':'1'", "'nvidia.com/gpu':'2'", "'nvidia.com/gpu':'3'", "'cpu':'1'"};
static const char *const constraints[] = {"", "",
	",'topologyConstraint':{'topology':'t','requiredTopologyLevel':'rack'}",
	",'topologyConstraint':{'topology':'t','requiredTopologyLevel':'zone'}",
	",'topologyConstraint':{'topology':'u','requiredTopologyLevel':'zone'}"};
enum { CONSTRAINTS = sizeof constraints / sizeof *constraints };

static struct probe_nodes nodes;
static bool in_probe[NODES];

static void scene_begin(struct scene *s, const char *snapshot)
{
	*s = (struct scene){0};
	fixture_open(&s->f, FIXTURE_PARAMS, EVICTING_PLUGINS, snapshot);
	s->q = (struct search){.session = &s->f.session, .job = fixture_job(&s->f, "a")};
	nodes = (struct probe_nodes){.in = in_probe, .n = NODES};
	for (int i = 0; i < NODES; i++)
		in_probe[i] = under(3) == 0;
	s->p.pending = session_tasks_to_allocate(&s->f.session, s->q.job, false);
	s->p.preemptor = partial_job(&s->q, s->q.job, s->p.pending.items, s->p.pending.n);
}

/* The preemptor has the two sub-groups x and y, with a pod set in each. In some clusters its pods
 * need the same, in some a victim holds less than no GPUs. */
static void cluster_open(struct scene *s)
{
	const char *same = under(2) ? needs[under(4)] : NULL;
	const char *odd = under(3) ? "" : ",'gpu-fraction-num-devices':'-8'";
	struct strbuf b = {0};

	strbuf_addz(&b,
		"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'zone'},{'nodeLabel':'rack'}]}},{'metadata':{'name':'u'},'spec':{'levels':[{'nodeLabel':'zone'}]}}],");
	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < NODES; i++)
		strbuf_addf(&b,
			"%s" NODE_LABELS("n%d", "'nvidia.com/gpu.memory':'1000'%s",
				",'nvidia.com/gpu':'%d'"),
			i ? "," : "", i, i,
			i % 4 == 3           ? ",'zone':'z1'"
				: i % 4 == 0 ? ",'zone':'z0','rack':'r0'"
				: i % 4 == 1 ? ",'zone':'z1','rack':'r1'"
					     : ",'zone':'z2','rack':''",
			1 + under(3));
	strbuf_addf(&b,
		"],'podGroups':[" JOB_MORE("a", "q", "high", "02",
			"%s,'subGroups':[{'name':'x'%s},{'name':'y'%s},{'name':'x1','parent':'x','minMember':1},{'name':'y1','parent':'y','minMember':1}]"),
		constraints[under(CONSTRAINTS)], constraints[under(CONSTRAINTS)],
		constraints[under(CONSTRAINTS)]);
	for (int i = 0; i < VICTIMS / 2; i++)
		strbuf_addf(&b, "," JOB("v%d", "q", "low", "01", "1"), i);
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < PODS; i++)
		strbuf_addf(&b,
			"%s" POD_MORE("a%d", "a", IN_GROUP("%s"), "", "%s", "%s", "Pending"),
			i ? "," : "", i, i, under(2) ? "x1" : "y1",
			under(3) ? "" : affinities[under(AFFINITIES)],
			same ? same : needs[under(4)]);
	for (int i = 0; i < VICTIMS; i++)
		if (under(5))
			strbuf_addf(&b,
				"," POD_MORE("v%d", "v%d", "", "", "'nodeName':'n%d',",
					"'nvidia.com/gpu':'%d'", "Running"),
				i, i, i / 2, under(NODES + 1), 1 + under(2));
		else
			strbuf_addf(&b,
				"," POD_MORE("v%d", "v%d", "'runai-gpu-group':'g%d'",
					",'gpu-fraction':'0.5'%s", "'nodeName':'n%d',", "'cpu':'1'",
					"Running"),
				i, i, i, i / 2, under(2) ? odd : "", under(NODES));
	strbuf_addz(&b, "]");
	scene_begin(s, b.s);
	strbuf_free(&b);
}

static void scene_end(struct scene *s)
{
	search_free(&s->q);
	fixture_close(&s->f);
}

/* ---- the second writing ---- */

static double freed(const struct task *t)
{
	return t->type == REQUEST_REGULAR ? t->request[SLOT_GPU] : 0.5 * (double)t->gpu.count;
}

struct flat { /* victims, a pod as often as it is listed */
	struct task *tasks[8 * VICTIMS];
	int n;
};

static void flatten(struct flat *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			f->tasks[f->n++] = b->items[i].tasks[k];
}

static bool stands_before(const struct flat *f, int from, int at)
{
	for (int i = from; i < at; i++)
		if (f->tasks[i] == f->tasks[at])
			return true;
	return false;
}

static bool by_name(const struct node_term *t)
{
	for (int i = 0; i < t->n_fields; i++)
		if (str_eq(t->fields[i].key, STR("metadata.name")) && t->fields[i].op == OP_IN)
			return true;
	return false;
}

/* The node is in all lists of names of one term. */
static bool is_named(const struct node_terms *terms, struct str name)
{
	for (int i = 0; i < terms->n; i++) {
		bool in_all = true;

		for (int k = 0; k < terms->items[i].n_fields; k++) {
			const struct requirement *r = &terms->items[i].fields[k];
			bool in = r->op != OP_IN;

			for (int v = 0; v < r->n_values; v++)
				in |= r->op == OP_IN && str_eq(r->values[v], name);
			in_all &= in;
		}
		if (in_all)
			return true;
	}
	return false;
}

static bool finds_node(struct scene *s, const struct flat *f, const struct task *t)
{
	const struct pod_spec *spec = t->pod->spec;
	bool all_named = spec->node_affinity.n > 0;

	if (!spec->node_selector.present && !spec->node_affinity.present)
		return true;
	for (int i = 0; i < spec->node_affinity.n; i++)
		all_named &= by_name(&spec->node_affinity.items[i]);
	for (int i = 0; i < NODES; i++) {
		const struct node *n = &s->f.cluster.nodes[i];
		bool offered = all_named ? is_named(&spec->node_affinity, n->name) : in_probe[i];

		for (int k = 0; !all_named && k < f->n; k++)
			offered |= f->tasks[k]->node == n;
		if (offered && node_affinity_matches(spec, n->object))
			return true;
	}
	return false;
}

/* Descending. */
static void sort(double *v, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && v[k - 1] < v[k]; k--) {
			double t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
}

static bool greedy(double *required, int n_required, double *holders, int n)
{
	double used[NODES] = {0};

	sort(required, n_required);
	sort(holders, n);
	for (int i = 0; i < n_required && required[i] > 0; i++) {
		int h = 0;

		while (h < n && holders[h] - used[h] < required[i])
			h++;
		if (h == n)
			return false;
		used[h] += required[i];
	}
	return true;
}

static bool enough_idle(struct scene *s, const struct flat *f, int n_recorded)
{
	double holders[NODES], required[PODS];

	for (int i = 0; i < n_recorded; i++)
		if (f->tasks[i]->node && stands_before(f, 0, i))
			return true;
	for (int i = 0; i < NODES; i++)
		holders[i] = node_avail(&s->f.session, &s->f.cluster.nodes[i]);
	for (int i = 0; i < f->n; i++)
		if ((i < n_recorded || !stands_before(f, n_recorded, i)) && f->tasks[i]->node)
			holders[f->tasks[i]->node->index] += freed(f->tasks[i]);
	for (int i = 0; i < s->p.pending.n; i++)
		required[i] = task_need(s->p.pending.items[i]);
	return greedy(required, s->p.pending.n, holders, NODES);
}

static double needs_of(const struct sub_group *g)
{
	double sum = 0;

	for (int i = 0; i < g->n_sets; i++)
		sum += needs_of(g->sets[i]);
	for (int i = 0; i < g->n_pod_sets; i++)
		for (int k = 0; k < g->pod_sets[i]->n_tasks; k++)
			sum += task_need(g->pod_sets[i]->tasks[k]);
	return sum;
}

static struct str level_of(const struct node *n, struct str level)
{
	const struct str *value = labels_get(&n->object->meta.labels, level);

	return value ? *value : (struct str){0};
}

/* Of each value of the label what its nodes hold. */
static int domains_of(struct scene *s, const struct flat *f, struct str level, double *capacity)
{
	struct str values[NODES];
	int n = 0;

	for (int i = 0; i < NODES; i++) {
		struct str value = level_of(&s->f.cluster.nodes[i], level);
		int at = 0;

		while (at < n && !str_eq(values[at], value))
			at++;
		if (!value.n)
			continue;
		if (at == n) {
			capacity[n] = 0;
			values[n++] = value;
		}
		capacity[at] += node_avail(&s->f.session, &s->f.cluster.nodes[i]);
		for (int k = 0; k < f->n; k++)
			if (f->tasks[k]->node == &s->f.cluster.nodes[i] && !stands_before(f, 0, k))
				capacity[at] += freed(f->tasks[k]);
	}
	return n;
}

static bool constrains(const struct sub_group *g, const char *topology, const char *level)
{
	return str_eq(g->constraint.topology, str_of(topology)) &&
		str_eq(g->constraint.required, str_of(level));
}

static bool enough_in_level(
	struct scene *s, const struct flat *f, const char *topology, const char *level)
{
	const struct sub_group *root = s->p.preemptor->root;
	double required[1 + PODS], capacity[NODES];
	int n = 0;

	if (constrains(root, topology, level))
		required[n++] = needs_of(root);
	for (int i = 0; i < root->n_sets; i++)
		if (constrains(root->sets[i], topology, level))
			required[n++] = needs_of(root->sets[i]);
	return greedy(required, n, capacity, domains_of(s, f, str_of(level), capacity));
}

/* FILTERS: the scenario is accepted. */
static enum filter judge(struct scene *s, const struct proposal *p)
{
	struct flat f = {.n = 0};
	int n_recorded;

	flatten(&f, &p->recorded);
	n_recorded = f.n;
	flatten(&f, &p->potential);
	for (int i = 0; i < p->pending.n; i++)
		if (!finds_node(s, &f, p->pending.items[i]))
			return FILTER_NODE_AFFINITIES;
	if (!enough_in_level(s, &f, "t", "zone") || !enough_in_level(s, &f, "t", "rack") ||
		!enough_in_level(s, &f, "u", "zone"))
		return FILTER_TOPOLOGY_GPUS;
	return enough_idle(s, &f, n_recorded) ? FILTERS : FILTER_IDLE_GPUS;
}

/* ---- random scenarios ---- */

/* One or two pods of a job, seldom both times the same. */
static void add_batch(struct scene *s, struct batches *b)
{
	struct job *j = NULL;
	struct task **tasks = ARENA_ARRAY(&s->q.arena, 2, struct task *);
	int n = 1 + under(2);

	while (!j || j == s->q.job)
		j = s->f.cluster.jobs[under(s->f.cluster.n_jobs)];
	tasks[0] = j->tasks[under(j->n_tasks)];
	tasks[1] = under(8) ? j->tasks[0] == tasks[0] ? j->tasks[j->n_tasks - 1] : j->tasks[0]
			    : tasks[0];
	batches_add(
		&s->q, b, (struct batch){.job = j, .tasks = tasks, .n = n, .job_index = j->index});
}

static enum filter answer(struct scene *s, struct filters *f)
{
	long *counts = s->q.counts.filtered, before[FILTERS];

	memcpy(before, counts, sizeof before);
	if (filters_accept(f, &s->p))
		return FILTERS;
	for (int i = 0; i < FILTERS; i++)
		if (counts[i] != before[i])
			return (enum filter)i;
	return FILTERS + 1;
}

/* ---- once IdleGpus has accepted a state ---- */

#define OF_61(name) NODE_LABELS(name, "'a':'b'", ",'nvidia.com/gpu':'61'")
#define QUEUE_AND_NODES(nodes) "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],"
#define JOBS(min) \
	"'podGroups':[" JOB("a", "q", "high", "02", min) "," JOB( \
		"v", "q", "low", "01", "1") "],'pods':["

/* Whether it accepts the scenario without victims, and the one with all. */
static void accepts(const char *snapshot, bool at_first, bool at_last, const char *what)
{
	struct scene s;
	struct filters *f;
	bool first, last;

	scene_begin(&s, snapshot);
	f = filters_new(&s.q, &s.p, &nodes);
	first = answer(&s, f) == FILTERS;
	for (int i = 0; i < s.f.cluster.n_jobs; i++) {
		struct job *j = s.f.cluster.jobs[i];

		if (j != s.q.job)
			batches_add(&s.q, &s.p.potential,
				(struct batch){.job = j,
					.tasks = j->tasks,
					.n = j->n_tasks,
					.job_index = j->index});
	}
	last = answer(&s, f) == FILTERS;
	ok(first == at_first && last == at_last, "%s: %d, then %d", what, first, last);
	scene_end(&s);
}

static void test_less_than_none(void)
{
	accepts(QUEUE_AND_NODES(NODE_LABELS(
			"m", "'nvidia.com/gpu.memory':'1000'", ",'nvidia.com/gpu':'2'")) JOBS("1")
			PENDING("a1", "a", "1") "," POD_MORE("v1", "v", "'runai-gpu-group':'g'",
				",'gpu-fraction':'0.5','gpu-fraction-num-devices':'-8'",
				"'nodeName':'m',", "'cpu':'1'", "Running") "]",
		true, false, "a victim that holds less than no GPUs");
}

/* 60 GPUs on each node are used up: 44 + 8 + 8, 24 + 24 + 6 + 6, 22 + 21 + 17. With 61, the first
 * node takes 44 + 17, and one pod is left over in the end. */
static void test_more_room(void)
{
	static const int wanted[] = {44, 24, 24, 22, 21, 17, 8, 8, 6, 6};
	struct strbuf b = {0};

	strbuf_addz(&b, QUEUE_AND_NODES(OF_61("m") "," OF_61("n") "," OF_61("o")) JOBS("10"));
	for (int i = 0; i < 10; i++)
		strbuf_addf(&b, PENDING("a%d", "a", "%d") ",", i, i, wanted[i]);
	strbuf_addz(&b, RUNNING("v1", "v", "1", "m") "," RUNNING("v2", "v", "1", "n") ",");
	strbuf_addz(&b, RUNNING("v3", "v", "1", "o") "]");
	accepts(b.s, true, false, "more room, in which fewer pods find a place");
	strbuf_free(&b);
}

int main(void)
{
	int different = 0, answers[FILTERS + 1] = {0};

	for (int i = 0; i < CLUSTERS; i++) {
		struct scene s;
		struct filters *f;

		cluster_open(&s);
		for (int k = under(5); k > 0; k--)
			add_batch(&s, &s.p.recorded);
		f = filters_new(&s.q, &s.p, &nodes);
		for (int k = 0; k < STATES; k++) {
			enum filter want = judge(&s, &s.p), got = answer(&s, f);

			different += got != want;
			answers[want]++;
			for (int more = 1 + under(2); more > 0; more--)
				add_batch(&s, &s.p.potential);
		}
		scene_end(&s);
	}
	ok(different == 0, "%d states, %d answers differ", CLUSTERS * STATES, different);
	for (int i = 0; i <= FILTERS; i++)
		ok(answers[i] > STATES, "answer %d comes %d times", i, answers[i]);
	test_less_than_none();
	test_more_room();
	return tap_end();
}
