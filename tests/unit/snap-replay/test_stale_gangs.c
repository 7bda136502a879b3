/* Which pods with stale bookings stand for a clique of their gang (shortcuts/stale_gangs.h). */
#include <stdlib.h>

#include "cmd/snap-replay/shortcuts/bounds_kept.h"
#include "cmd/snap-replay/shortcuts/dry_units.h"
#include "cmd/snap-replay/shortcuts/stale_gangs.h"
#include "scene.h"

/* The pods of a job are placed in the order of their names. Gang v has five pods, on n0, n1, n2, n3
 * and n0; e is elastic. */
static const char *const pods[][3] = {{"v1", "v", "n0"}, {"v2", "v", "n1"}, {"v3", "v", "n2"},
	{"v4", "v", "n3"}, {"v5", "v", "n0"}, {"e1", "e", "n0"}, {"e2", "e", "n1"}};

static char *world(void)
{
	struct strbuf b = {0};

	strbuf_addz(&b,
		"'queues':[" QUEUE("p") "," QUEUE_GPUS("r", "p", UNLIMITED_RESOURCE) "," QUEUE_GPUS(
			"q", "p", UNLIMITED_RESOURCE) "]," PRIORITIES ",'nodes':[");
	for (int n = 0; n < 4; n++)
		strbuf_addf(&b, "%s" GPU_NODE("n%d", "8"), n ? "," : "", n, n);
	strbuf_addz(&b,
		"],'podGroups':[" JOB("v", "r", "low", "01", "5") "," JOB("e", "r", "low", "02",
			"1") "," JOB("a", "q", "low", "11", "1") "],'pods':[");
	for (size_t i = 0; i < sizeof pods / sizeof *pods; i++)
		strbuf_addf(&b, RUNNING("%s", "%s", "1", "%s") ",", pods[i][0], pods[i][0],
			pods[i][1], pods[i][2]);
	strbuf_addz(&b, PENDING("a1", "a", "2") "]");
	return b.s;
}

enum { BOOKINGS_MOST = 32 };
struct gang_scene {
	struct scene s;
	struct bounds *f;
	struct bounds_kept *kept;
	struct stale_booking bookings[BOOKINGS_MOST];
	int n;
};

static struct task *task_of(struct gang_scene *t, const char *pod)
{
	char key[] = "n/..";

	memcpy(key + 2, pod, 2);
	return fixture_task(&t->s.f, key);
}

static bool is_in_clique(struct gang_scene *t, const char *pod)
{
	return bit_is_set(t->f->in_clique, task_of(t, pod)->index);
}

static void open_scene(struct gang_scene *t)
{
	char *raw = world();

	*t = (struct gang_scene){0};
	scene_open(&t->s, raw);
	free(raw);
	add_victims(&t->s, &t->s.p.potential, "v1 v2 v3 v4 v5");
	enough_simulations(&t->s);
	bounds_forecast(&t->s.q, &t->s.p, &t->s.nodes);
	t->kept = shortcuts_of(&t->s.q)->kept;
	t->f = &t->kept->bounds;
}

/* The pod, of which the first two letters count, has a stale booking on the node with this number.
 */
static void book(struct gang_scene *t, const char *pod, int node)
{
	int task = task_of(t, pod)->index;
	struct stale_booking *b = &t->bookings[t->n++];

	*b = (struct stale_booking){node, t->f->first_stale[task]};
	t->f->first_stale[task] = b;
	bit_set(t->f->stale, task);
}

static void forget_bookings(struct gang_scene *t)
{
	int n = t->s.f.cluster.n_tasks;

	for (int i = 0; i < n; i++) {
		t->f->first_stale[i] = t->f->ways[i] = NULL;
		bit_clear(t->f->stale, i);
	}
	t->n = 0;
}

/* Bookings like "v1:2 v2:3". */
static void find(struct gang_scene *t, const char *bookings)
{
	forget_bookings(t);
	for (const char *b = bookings; *b; b += b[4] ? 5 : 4)
		book(t, b, b[3] - '0');
	stale_gangs_find(&t->s.q, t->kept);
}

/* The spared pods with the nodes of their ways, each digit once and in order: "v1:23 v4:0". */
static const char *spared(struct gang_scene *t)
{
	static char text[256];
	const struct cluster *c = &t->s.f.cluster;
	size_t at = 0;

	text[0] = 0;
	for (int i = 0; i < c->n_tasks; i++) {
		unsigned nodes = 0;

		if (!bit_is_set(t->f->spared, i))
			continue;
		for (const struct stale_booking *b = t->f->ways[i]; b; b = b->next)
			nodes |= 1u << b->node;
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%.2s:", at ? " " : "",
			c->tasks[i].key.p + 2); /* behind the namespace n */
		for (int n = 0; n < 4; n++)
			if (nodes >> n & 1)
				at += (size_t)snprintf(text + at, sizeof text - at, "%d", n);
	}
	return text;
}

static void check(
	struct gang_scene *t, const char *bookings, const char *expected, const char *what)
{
	find(t, bookings);
	ok(!strcmp(spared(t), expected), "%s (%s)", what, spared(t));
}

static void cliques(struct gang_scene *t)
{
	check(t, "v1:2", "v1:2", "one pod stands for itself");
	check(t, "v1:2 v2:3", "v1:23", "behind v1, n2 is the first node for v2");
	check(t, "v1:2 v2:2", "v1:2 v2:2", "v2 goes home by n2, too");
	check(t, "v1:2 v1:3 v2:3", "v1:23 v2:3", "or by n3, the other way of v1");
	check(t, "v1:2 v3:0", "v1:02", "v1's node, n0, has no room left when v1 is home");
	check(t, "v1:2 v3:1", "v1:2 v3:1", "v2 may have taken the room on n2");
	check(t, "v1:2 v3:0 v3:3", "v1:2 v3:03", "v3 may go home by n3");
	check(t, "v3:0 v1:2", "v1:02", "the order of pods counts, not that of bookings");
	check(t, "v1:2 v2:3 v3:0", "v1:023", "each two of three are a pair");
	check(t, "v1:2 v2:3 v3:3", "v1:23 v3:3", "v3 and v1 are none");
	check(t, "v1:2 v2:3 v4:1 v5:2", "v1:23 v4:12", "two cliques");
	check(t, "v2:3 v4:2 v4:1 v5:1", "v2:13 v4:12", "v5 joins the older one, of v2");
	check(t, "v1:2 v2:3 v3:0 v4:0", "v1:023 v4:0", "v4 shares n0 with v3");
	check(t, "v1:2 v2:3 v4:0", "v1:23 v4:0", "v2 and v4 are no pair");
}

static void whose_pods(struct gang_scene *t)
{
	find(t, "v1:2 v2:3");
	ok(is_in_clique(t, "v1") && is_in_clique(t, "v2") && !is_in_clique(t, "v3"),
		"v1 and v2 are in a clique");
	find(t, "v1:2");
	ok(!is_in_clique(t, "v1") && !is_in_clique(t, "v2"), "a pod alone is in none");
	check(t, "e1:2 e2:3", "e1:2 e2:3", "e loses one pod at a time");
	check(t, "e1:2 v1:2 v2:3", "v1:23 e1:2", "each job by itself");
}

/* Changes what is known of the gang v, and looks whether v1 and v2 form a pair. */
static void pods_differ(struct gang_scene *t)
{
	struct task *v2 = task_of(t, "v2");
	const uint64_t **nodes = &t->kept->units->nodes[v2->index], *before = *nodes;
	uint64_t same = before[0], fewer = same & ~UINT64_C(1);

	*nodes = &same;
	check(t, "v1:2 v2:3", "v1:23", "v2 may go to the same nodes");
	*nodes = &fewer;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v2 may not go to n0");
	*nodes = NULL;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "more than nodes and request decide for v2");
	*nodes = before;
	v2->request_class++;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v2 requests more");
	check(t, "v2:3 v3:1", "v2:3 v3:1", "v3 does not request what v2 does");
	v2->request_class--;
}

static void jobs_differ(struct gang_scene *t)
{
	struct job *v = task_of(t, "v1")->job;

	v->pod_sets[0]->min = 4;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v has one pod above its minimum");
	v->pod_sets[0]->min = 6;
	check(t, "v1:2 v2:3", "v1:23", "v has one below it");
	v->pod_sets[0]->min = 5;
	t->kept->lasting = false;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "facts do not last");
	t->kept->lasting = true;
	v->n_pod_sets = 2;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v has several pod sets");
	v->n_pod_sets = 1;
}

static void nodes_differ(struct gang_scene *t)
{
	static const int slots[] = {SLOT_CPU, SLOT_GPU};

	for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
		double *has = &t->s.f.cluster.nodes[0].allocatable[slots[i]], before = *has;

		*has = before + 0.5;
		check(t, "v1:2 v2:3", "v1:2 v2:3", "scores may not tell nodes apart");
		*has = before;
	}
	check(t, "v1:2 v2:3", "v1:23", "they do again");
}

static void other_pods(struct gang_scene *t)
{
	struct task *v2 = task_of(t, "v2"), *v4 = task_of(t, "v4");
	struct node *home = v4->node;

	job_set_status(&t->s.f.cluster, v4, POD_PENDING);
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v4 waits");
	job_set_status(&t->s.f.cluster, v4, POD_RELEASING);
	check(t, "v1:2 v2:3", "v1:23", "v4 goes");
	v4->virtual_status = true;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "v4 may come back");
	v4->virtual_status = false;
	job_set_status(&t->s.f.cluster, v2, POD_RELEASING);
	check(t, "v1:2 v3:3", "v1:23", "v3 comes behind v1 without v2");
	job_set_status(&t->s.f.cluster, v2, POD_RUNNING);
	job_set_status(&t->s.f.cluster, v4, POD_PIPELINED);
	check(t, "v1:2 v2:3", "v1:23", "v4 has moved");
	v4->node = NULL;
	check(t, "v1:2 v2:3", "v1:2 v2:3", "to a node outside the session");
	v4->node = home;
}

int main(void)
{
	struct gang_scene t;

	open_scene(&t);
	cliques(&t);
	whose_pods(&t);
	pods_differ(&t);
	jobs_differ(&t);
	nodes_differ(&t);
	other_pods(&t);
	forget_bookings(&t);
	scene_close(&t.s);
	return tap_end();
}
