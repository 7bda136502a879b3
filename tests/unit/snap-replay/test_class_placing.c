/* Placing with the fit cache and the class order against place_exhaustive: the same random pods,
 * sets of nodes, evictions and rollbacks in sessions that differ in nothing else. Compared are the
 * nodes, and what is recorded of the nodes that refuse. */
#include "acts.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/session/statement.h"
#include "cmd/snap-replay/shortcuts/fit_cache.h"

enum { NODES = 70, PODS = 60, RUNNING_PODS = 260, STEPS = 300 };
enum way { EXHAUSTIVE, FAST, PROVED, WAYS };

#define SCORES(placement) \
	"{'name':'predicates'},{'name':'proportion'},{'name':'nodeavailability'}," \
	"{'name':'resourcetype'},{'name':'podaffinity'},{'name':'nominatednode'}," \
	"{'name':'gpusharingorder'}" placement
#define PLACEMENT(cpu, gpu) \
	",{'name':'nodeplacement','arguments':{'cpu':'" cpu "','gpu':'" gpu "'}}"
#define PREFERS \
	"'affinity':{'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':9,'podAffinityTerm':" \
	"{'topologyKey':'zone','labelSelector':{'matchLabels':{'app':'x'}}}}]}},"

struct kind_of_cluster {
	const char *name, *plugins;
	int gpus;     /* of a node */
	bool shared;  /* some GPUs are used in parts */
	bool prefers; /* some pods prefer others */
	int limit;    /* of classes in the fit cache; 0: as it is */
	bool rare;    /* the fit cache takes its classes for many */
	bool plain;   /* no other plugin than those named scores */
	bool memory;  /* CPU-only pods lack memory, not CPU */
	int extra;    /* so many different scores does one more plugin give; 0: one */
	long scores;  /* so many does FAST ask for; a slower short cut asks for more */
};
static const char *const requests[] = {"'nvidia.com/gpu':'1'", "'nvidia.com/gpu':'2'",
	"'nvidia.com/gpu':'1','cpu':'30'", "'nvidia.com/gpu':'3','memory':'40Gi'", "'cpu':'1'",
	"'cpu':'20','memory':'1Gi'", "'cpu':'7500m'", "'cpu':'0'", "'memory':'30Gi'",
	"'nvidia.com/gpu':'9','cpu':'99'"};
enum { REQUESTS = sizeof requests / sizeof *requests };

/* One of the first n. */
static const char *some_request(const struct kind_of_cluster *k, int n)
{
	int i = under(n);

	return k->memory && i > 3 && i < 8 ? "'cpu':'9','memory':'45Gi'" : requests[i];
}

static void add_nodes(struct strbuf *b, const struct kind_of_cluster *k)
{
	for (int i = 0; i < NODES; i++) {
		if (i)
			strbuf_addc(b, ',');
		if (i % 5 == 0)
			strbuf_addf(b, CPU_NODE("n%d"), i, i);
		else
			strbuf_addf(b,
				NODE_LABELS("n%d", "'nvidia.com/gpu.memory':'1000','zone':'z%d'",
					",'nvidia.com/gpu':'%d'"),
				i, i, i % 4, i % 7 == 0 ? 1 : k->gpus);
	}
}

static void add_pods(struct strbuf *b, const struct kind_of_cluster *k)
{
	for (int i = 0; i < PODS; i++)
		strbuf_addf(b,
			"%s{'metadata':{'name':'a%d','namespace':'n','uid':'a%d','labels':{'app':'%s'},'annotations':{'pod-group-name':'a'%s}},"
			"'spec':{%s%s%s'containers':[{'name':'c','resources':{'requests':{%s}}}]},'status':{'phase':'Pending'%s}}",
			i ? "," : "", i, i, under(3) ? "x" : "y",
			k->shared && under(8) == 0 ? ",'gpu-fraction':'0.5'" : "",
			k->prefers && under(4) == 0 ? PREFERS : "",
			under(6) ? "" : "'nodeSelector':{'zone':'z1'},",
			under(9) ? "" : "'overhead':{'cpu':'9'},", some_request(k, REQUESTS),
			under(20) ? "" : ",'nominatedNodeName':'n6'");
	for (int i = 0; i < RUNNING_PODS; i++) {
		bool part = k->shared && under(3) == 0;

		strbuf_addf(b,
			",{'metadata':{'name':'v%d','namespace':'n','uid':'v%d','labels':{'app':'x'%s},'annotations':{'pod-group-name':'v'%s}},"
			"'spec':{'nodeName':'n%d','containers':[{'name':'c','resources':{'requests':{%s}}}]},'status':{'phase':'Running'}}",
			i, i, part ? ",'runai-gpu-group':'g'" : "",
			part ? ",'gpu-fraction':'0.5'" : "", 1 + under(NODES - 1),
			part ? "'cpu':'1'" : some_request(k, REQUESTS - 1));
	}
}

static char *cluster_text(const struct kind_of_cluster *k)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	add_nodes(&b, k);
	strbuf_addz(&b,
		"],'podGroups':[" JOB("a", "q", "high", "02", "1") "," JOB(
			"v", "q", "low", "01", "1") "],'pods':[");
	add_pods(&b, k);
	strbuf_addz(&b, "]");
	return b.s;
}

/* ---- one step in all sessions ---- */

struct run {
	struct fixture f[WAYS];
	struct statement st[WAYS];
	struct counter {
		long scores;
		int extra;
	} counts[WAYS];
	int different, placed[WAYS];
};

static bool count_score(void *ctx, struct task *t, struct node *n, double *score)
{
	struct counter *c = ctx;

	(void)t;
	c->scores++;
	*score = c->extra ? n->index * 7 % c->extra * 20 : 0;
	return true;
}

struct step {
	int pod, kind;
	bool pipeline_only, with_bits;
	uint64_t set[(NODES + 63) / 64];
};

static void place(struct run *r, enum way way, const struct step *x)
{
	struct session *s = &r->f[way].session;
	struct node *items[NODES];
	uint64_t bits[(NODES + 63) / 64];
	struct node_set set = {items, 0, x->with_bits ? bits : NULL};
	char name[32];

	memcpy(bits, x->set, sizeof bits);
	for (int i = 0; i < NODES; i++)
		if (bit_is_set(bits, i))
			items[set.n++] = &s->c->nodes[i];
	snprintf(name, sizeof name, "n/a%d", x->pod);
	if (fixture_task(&r->f[way], name)->status == POD_PENDING)
		r->placed[way] += place_task(
			&r->st[way], fixture_task(&r->f[way], name), &set, x->pipeline_only);
}

static void evict(struct run *r, enum way way, const struct step *x)
{
	char name[32];
	struct task *t;

	snprintf(name, sizeof name, "n/v%d", x->pod % RUNNING_PODS);
	t = fixture_task(&r->f[way], name);
	if (t->status == POD_RUNNING)
		statement_evict(&r->st[way], t, &(struct eviction){.action = "reclaim"});
}

static void take(struct run *r, enum way way, const struct step *x, const struct kind_of_cluster *k)
{
	if (x->kind < 7)
		place(r, way, x);
	else if (x->kind < 9)
		evict(r, way, x);
	else
		statement_rollback(&r->st[way], r->st[way].n / 2);
	if (k->limit && r->f[way].session.fit_cache)
		r->f[way].session.fit_cache->limit = k->limit;
}

static struct step random_step(void)
{
	struct step x = {.pod = under(PODS),
		.kind = under(10),
		.pipeline_only = under(3) == 0,
		.with_bits = under(4) > 0};
	int all = under(3);

	for (int i = 0; i < NODES; i++)
		if (!all || under(3))
			bit_set(x.set, i);
	return x;
}

static void add_record(struct strbuf *b, struct fixture *f, const struct task *t)
{
	const struct task_errors *e = fit_task_errors(&f->session, t->job, t);

	strbuf_addf(b, STR_FMT " %d " STR_FMT "\n", STR_ARG(t->key), (int)t->status,
		STR_ARG(t->node ? t->node->name : STR("-")));
	if (e)
		fit_task_text(b, e, ' ');
}

static struct strbuf outcome(struct fixture *f)
{
	struct strbuf b = {0};

	for (int i = 0; i < f->cluster.n_tasks; i++)
		add_record(&b, f, &f->cluster.tasks[i]);
	return b;
}

static void compare_all(struct run *r)
{
	struct strbuf want = outcome(&r->f[EXHAUSTIVE]);

	for (enum way way = FAST; way < WAYS; way++) {
		struct strbuf got = outcome(&r->f[way]);

		r->different += !str_eq(strbuf_str(&got), strbuf_str(&want)) ||
			r->placed[way] != r->placed[EXHAUSTIVE];
		strbuf_free(&got);
	}
	strbuf_free(&want);
}

static void runs(const struct kind_of_cluster *k)
{
	static const struct fast_placing *const tables[WAYS] = {
		[FAST] = &class_placing, [PROVED] = &class_placing_proved};
	struct run r = {.different = 0};
	char *raw = cluster_text(k);

	for (enum way way = 0; way < WAYS; way++) {
		struct session *s = &r.f[way].session;

		fixture_open(&r.f[way], FIXTURE_PARAMS, k->plugins, raw);
		s->fast_placing = tables[way];
		r.counts[way].extra = k->extra;
		if (!k->plain) {
			hook_add_node_order(s, count_score, &r.counts[way], "count");
			s->known_scores.by_class++;
		}
		if (k->rare)
			fit_cache(s)->few = 0;
		statement_begin(&r.st[way], s);
	}
	for (int i = 0; i < STEPS; i++) {
		struct step x = random_step();

		if (k->plain) /* the short cut is for simulations */
			x.pipeline_only = x.with_bits = true;

		for (enum way way = 0; way < WAYS; way++)
			take(&r, way, &x, k);
		compare_all(&r);
	}
	ok(r.different == 0, "%s: %d of %d steps end otherwise", k->name, r.different, STEPS);
	ok(r.f[PROVED].warnings.n == 0, "%s: no short cut would have been wrong", k->name);
	ok(r.counts[FAST].scores == k->scores, "%s: %ld scores, of %ld without short cuts", k->name,
		r.counts[FAST].scores, r.counts[EXHAUSTIVE].scores);
	ok(r.placed[EXHAUSTIVE] > STEPS / 5, "%s: %d pods were placed", k->name,
		r.placed[EXHAUSTIVE]);
	for (enum way way = 0; way < WAYS; way++) {
		statement_discard(&r.st[way]);
		statement_free(&r.st[way]);
		fixture_close(&r.f[way]);
	}
	free(raw);
}

int main(void)
{
	static const struct kind_of_cluster kinds[] = {
		{"packed", SCORES(PLACEMENT("binpack", "binpack")), 8, .scores = 4222},
		{"many GPUs", SCORES(PLACEMENT("binpack", "binpack")), 40, .scores = 4617},
		{"spread", SCORES(PLACEMENT("spread", "binpack")), 8, .scores = 4709},
		{"spread GPUs", SCORES(PLACEMENT("binpack", "spread")), 8, .scores = 5311},
		{"no placement", SCORES(""), 8, .scores = 4808},
		{"shared", SCORES(PLACEMENT("binpack", "binpack")), 8, .shared = true,
			.scores = 6118},
		{"preferences", SCORES(PLACEMENT("binpack", "binpack")), 8, .prefers = true,
			.scores = 7194},
		{"many scores", SCORES(PLACEMENT("binpack", "binpack")), 8, .extra = 2,
			.scores = 4114},
		{"too many scores", SCORES(PLACEMENT("binpack", "binpack")), 8, .extra = 9,
			.scores = 6766},
		{"few classes", SCORES(PLACEMENT("binpack", "binpack")), 8, .limit = 3,
			.scores = 6199},
		{"rare classes", SCORES(PLACEMENT("binpack", "binpack")), 8, .rare = true,
			.scores = 6172},
		{"rare classes, many scores", SCORES(PLACEMENT("binpack", "binpack")), 8,
			.rare = true, .extra = 9, .scores = 6139},
		{"rare classes, no placement", SCORES(""), 8, .rare = true, .scores = 3735},
		{"rare classes, spread", SCORES(PLACEMENT("binpack", "spread")), 8, .rare = true,
			.scores = 5726},
		{"rare classes, shared", SCORES(PLACEMENT("binpack", "binpack")), 8, .shared = true,
			.rare = true, .scores = 6563},
		{"rare classes, many GPUs", SCORES(PLACEMENT("binpack", "binpack")), 40,
			.rare = true, .scores = 4447},
		{"rare classes, plain", SCORES(PLACEMENT("binpack", "binpack")), 3, .rare = true,
			.plain = true},
		{"rare classes, plain, little memory", SCORES(PLACEMENT("binpack", "binpack")), 3,
			.rare = true, .plain = true, .memory = true},
		{"rare classes, plain, shared", SCORES(PLACEMENT("binpack", "binpack")), 3,
			.rare = true, .plain = true, .shared = true},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (int k = 0; k < (kinds[i].plain ? 6 : 1); k++)
			runs(&kinds[i]);
	return tap_end();
}
