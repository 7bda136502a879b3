/* What domains have for the pods of one choice: rules/07 A6, A7 and A9. The pods are records made
 * here, the nodes' amounts are set here. */
#include "acts.h"
#include "cmd/snap-replay/plugins/topology/order.h"

#define NODE_IN(name, zone, rack) \
	NODE_LABELS( \
		name, "'zone':'" zone "','rack':'" rack "'", ",'nvidia.com/gpu':'4','x.io/a':'4'")
#define TWO_LEVELS \
	"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'zone'},{'nodeLabel':'rack'}]}}],"
#define AMOUNTS 8

struct world {
	struct fixture f;
	struct domain_tree tree;
	struct need need;
	double sum[AMOUNTS], most[AMOUNTS], requests[4][AMOUNTS];
	struct task tasks[4], *list[4];
	int slot; /* of x.io/a */
};

static void open_world(struct world *w, const char *nodes)
{
	struct strbuf raw = {0};

	*w = (struct world){0};
	strbuf_addf(&raw, TWO_LEVELS "'nodes':[%s]", nodes);
	fixture_open(&w->f, FIXTURE_PARAMS, "", raw.s);
	strbuf_free(&raw);
	tree_build(&w->tree, &w->f.session.arena, w->f.objects.topologies.items[0], &w->f.cluster);
	w->need = (struct need){.c = &w->f.cluster, .sum = w->sum, .most = w->most};
	w->slot = slots_find(&w->f.cluster.slots, STR("x.io/a"));
	for (int i = 0; i < 4; i++) {
		w->tasks[i].request = w->requests[i];
		w->list[i] = &w->tasks[i];
	}
}

/* Pod i requests milli-CPU, GPUs (fraction: of how many devices) and x.io/a. */
static void pod(struct world *w, int i, double cpu, double fraction, int devices, double others)
{
	w->tasks[i].gpu = (struct gpu_request){.fraction = fraction, .count = devices};
	w->requests[i][SLOT_CPU] = cpu;
	w->requests[i][SLOT_GPU] = fraction * devices;
	w->requests[i][SLOT_PODS] = 1;
	w->requests[i][w->slot] = others;
}

static void idle(struct world *w, int node, double cpu, double gpus, double pods)
{
	struct node *n = &w->f.cluster.nodes[node];

	n->idle[SLOT_CPU] = cpu;
	n->idle[SLOT_GPU] = gpus;
	n->idle[SLOT_PODS] = pods;
	n->idle[w->slot] = 4000;
}

/* The tests write into the books themselves. */
static void books_change(struct world *w)
{
	struct cluster *c = &w->f.cluster;

	for (int i = 0; i < c->n_nodes; i++)
		c->changes[c->n_changes++ % CHANGE_RING] = (uint32_t)i;
}

/* How many of the first n pods the root holds. */
static int64_t holds(struct world *w, int n)
{
	need_of(&w->need, w->list, n);
	books_change(w);
	room_compute(&w->tree, &w->need, w->tree.root, LEVEL_UNKNOWN);
	return room_pods(&w->tree, w->tree.root);
}

static void needs(void)
{
	struct world w;

	open_world(&w, NODE_IN("n1", "z", "r"));
	pod(&w, 0, 100, 1, 1, 0);
	pod(&w, 1, 300, 1, 2, 0);
	need_of(&w.need, w.list, 2);
	ok(w.sum[SLOT_CPU] == 400 && w.most[SLOT_CPU] == 300 && w.sum[SLOT_GPU] == 3 &&
			w.most[SLOT_GPU] == 2 && w.need.pods == 2,
		"sum and maximum");
	ok(w.need.alike && !w.need.pod_slot_only, "GPUs for both");
	pod(&w, 1, 50, 0, 0, 0);
	need_of(&w.need, w.list, 2);
	ok(w.most[SLOT_CPU] == 100 && !w.need.alike, "a GPU for one of them");
	w.requests[1][SLOT_GPU] = 1; /* through a claim */
	w.tasks[0].gpu.count = 0;
	w.requests[0][SLOT_GPU] = 0;
	need_of(&w.need, w.list, 2);
	ok(w.need.alike, "GPUs through claims do not count");
	pod(&w, 0, 100, 1, 1, 1000);
	pod(&w, 1, 100, 1, 1, 0);
	need_of(&w.need, w.list, 2);
	ok(!w.need.alike, "another resource for one of them");
	pod(&w, 0, 0, 0, 0, 0);
	need_of(&w.need, w.list, 1);
	ok(w.need.pod_slot_only, "nothing but a pod slot");
	fixture_close(&w.f);
}

static void pods_on_a_node(void)
{
	struct world w;
	struct node *n;

	open_world(&w, NODE_IN("n1", "z", "r"));
	n = &w.f.cluster.nodes[0];
	pod(&w, 0, 100, 1, 1, 0);
	idle(&w, 0, 250, 4, 10);
	ok(holds(&w, 1) == 2, "the scarcest resource decides, cut to whole pods");
	n->releasing[SLOT_CPU] = 150;
	ok(holds(&w, 1) == 4, "releasing amounts count");
	n->releasing[SLOT_CPU] = 0;
	idle(&w, 0, 99, 4, 10);
	ok(holds(&w, 1) == 0, "less than one");
	idle(&w, 0, 250, 4, 10);
	n->idle[SLOT_MEMORY] = -1;
	ok(holds(&w, 1) == 0, "what no pod requests must not be below zero");
	n->idle[SLOT_MEMORY] = 0;
	pod(&w, 1, 200, 1, 1, 0);
	ok(holds(&w, 2) == 1, "all count as much as the greatest");
	pod(&w, 0, 0, 0, 0, 0);
	idle(&w, 0, 0, 0, 0);
	ok(holds(&w, 1) == 1, "pods that request nothing fit on a full node");
	fixture_close(&w.f);
}

static void shared_devices(void)
{
	struct device_group groups[] = {{.id = 0, .used = 500, .allocated = 500},
		{.id = 1, .used = 500, .allocated = 700, .releasing = 200}, {.id = 2},
		{.id = 3, .used = 1, .allocated = 1500}};
	struct world w;
	struct node *n;

	open_world(&w, NODE_IN("n1", "z", "r"));
	n = &w.f.cluster.nodes[0];
	idle(&w, 0, 1000, 0, 100);
	n->gpu_memory = 1000;
	n->device_groups = groups;
	n->n_device_groups = 4;
	is_number(node_shared_gpus_free(n), 1, "of devices in use, not below nothing");
	pod(&w, 0, 1, 0.4, 1, 0);
	ok(holds(&w, 1) == 2, "fractions may use them");
	pod(&w, 0, 1, 0.5, 2, 0);
	ok(holds(&w, 1) == 0, "several devices may not");
	groups[0].allocated = 300;
	n->n_device_groups = 1;
	pod(&w, 0, 1, 0.1, 1, 0);
	ok(holds(&w, 1) == 6, "0.7 / 0.1 is 6, in doubles");
	n->gpu_memory = 0;
	is_number(node_shared_gpus_free(n), 0, "devices of unknown memory");
	n->device_groups = NULL;
	n->n_device_groups = 0;
	fixture_close(&w.f);
}

static void domains(void)
{
	struct world w;
	struct domain *zone, *other;

	open_world(&w,
		NODE_IN("n1", "z1", "r1") "," NODE_IN("n2", "z1", "r2") "," NODE_IN(
			"n3", "z2", "r1"));
	for (int i = 0; i < 3; i++)
		idle(&w, i, 1000, 4, 10);
	zone = w.tree.at_depth[1][0];
	other = w.tree.at_depth[1][1];
	pod(&w, 0, 500, 1, 1, 0);
	ok(holds(&w, 1) == 6, "the sum of all");
	room_compute(&w.tree, &w.need, zone, LEVEL_UNKNOWN);
	ok(room_pods(&w.tree, zone) == 4 && room_free(&w.tree, zone, SLOT_CPU) == 2000 &&
			room_pods(&w.tree, w.tree.at_depth[2][1]) == 2,
		"one zone and its racks");
	ok(room_pods(&w.tree, other) == PODS_UNKNOWN && room_free(&w.tree, other, SLOT_CPU) == 0 &&
			!room_fits(&w.tree, &w.need, other),
		"a zone elsewhere has no room");
	room_compute(&w.tree, &w.need, w.tree.root, 1);
	ok(room_pods(&w.tree, zone) == 4 &&
			room_pods(&w.tree, w.tree.at_depth[2][0]) == PODS_UNKNOWN,
		"down to a level");
	pod(&w, 1, 500, 0, 0, 0);
	ok(holds(&w, 2) == PODS_UNKNOWN, "pods that differ are not counted");
	is_number(room_ratio(&w.tree, &w.need, zone), 0.5, "the part that they take of a zone");
	is_number(room_ratio(&w.tree, &w.need, other), 1, "of the other zone");
	ok(room_fits(&w.tree, &w.need, other), "all of it fits");
	pod(&w, 1, 501, 0, 0, 0);
	need_of(&w.need, w.list, 2);
	ok(!room_fits(&w.tree, &w.need, other), "more does not");
	pod(&w, 1, 0, 0, 0, 1000);
	idle(&w, 2, 1000, 0, 0);
	holds(&w, 2);
	is_number(room_ratio(&w.tree, &w.need, other), 1000, "nothing free of what is requested");
	idle(&w, 2, 1000, 4, 0);
	holds(&w, 2);
	is_number(room_ratio(&w.tree, &w.need, other), 0.5, "pod slots do not count");
	fixture_close(&w.f);
}

/* rules/07 A3: the domain z.a.b holds both nodes and has two parents. */
static void divided(void)
{
	struct world w;

	open_world(&w, NODE_IN("n1", "z", "a.b") "," NODE_IN("n2", "z.a", "b"));
	idle(&w, 0, 100, 4, 10);
	idle(&w, 1, 100, 4, 10);
	pod(&w, 0, 100, 0, 0, 0);
	ok(holds(&w, 1) == 4, "pods of a domain with two parents count once for each");
	is_number(room_free(&w.tree, w.tree.root, SLOT_CPU), 600,
		"what is free is added up twice, and grew in between");
	room_compute(&w.tree, &w.need, w.tree.root, 1);
	is_number(room_free(&w.tree, w.tree.root, SLOT_CPU), 600, "down to any level");
	fixture_close(&w.f);
}

int main(void)
{
	needs();
	pods_on_a_node();
	shared_devices();
	domains();
	divided();
	return tap_end();
}
