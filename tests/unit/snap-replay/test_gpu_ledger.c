/* When nodes may be looked at by free GPUs alone (shortcuts/gpu_ledger.h). What is found then is
 * compared in test_node_ledger.c. */
#include "cmd/snap-replay/shortcuts/gpu_ledger.h"
#include "scene.h"

enum { N = 3, SLOTS = SLOT_OTHERS };

/* Three nodes with 8 GPUs, 80 CPU, 800 of memory and 20 pods free; nothing of it is idle. */
struct world {
	struct fixture f;
	struct arena arena;
	double free[N * SLOTS], idle[N * SLOTS];
	struct ledger_amounts start;
	struct gpu_ledger *ledger;
	uint64_t all;
};

static void set_free(struct world *w, int node, double cpu, double gpus)
{
	double *free = &w->free[node * SLOTS];

	free[SLOT_CPU] = cpu;
	free[SLOT_MEMORY] = 800;
	free[SLOT_GPU] = gpus;
	free[SLOT_PODS] = 20;
	if (w->ledger)
		gpu_ledger_start_changed(w->ledger, node);
}

static void world_open(struct world *w)
{
	*w = (struct world){.all = 7};
	fixture_open(&w->f, FIXTURE_PARAMS, EVICTING_PLUGINS,
		"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "8") "]");
	w->start = (struct ledger_amounts){N, SLOTS, w->free, w->idle};
	for (int i = 0; i < N; i++)
		set_free(w, i, 80, 8);
	w->ledger = gpu_ledger_new(&w->f.session, &w->arena, &w->start);
	gpu_ledger_load(w->ledger);
}

static void world_close(struct world *w)
{
	arena_free(&w->arena);
	fixture_close(&w->f);
}

static void add_class(struct world *w, double cpu, double gpus)
{
	double request[SLOTS] = {cpu, 100 * gpus, gpus, 1};

	gpu_ledger_add_class(w->ledger, request);
}

static bool begins(struct world *w, uint64_t set)
{
	static uint64_t kept;

	kept = set;
	return gpu_ledger_begin(w->ledger, &kept);
}

static int find(struct world *w, double gpus)
{
	double request[SLOTS] = {10 * gpus, 100 * gpus, gpus, 1};

	return gpu_ledger_find(w->ledger, request, &w->all);
}

static void ample_nodes(void)
{
	struct world w;

	world_open(&w);
	add_class(&w, 10, 1);
	ok(begins(&w, w.all), "as much CPU as the free GPUs may need");
	set_free(&w, 1, 79, 8);
	ok(!begins(&w, w.all), "a node with less");
	ok(begins(&w, 5), "which is not of the run");
	set_free(&w, 1, 9, 0);
	ok(begins(&w, w.all), "which has no free GPUs");
	set_free(&w, 1, 0, -2);
	ok(begins(&w, w.all) && gpu_ledger_free(w.ledger, 1) == -2, "or less than none");
	set_free(&w, 1, 80, -0.5);
	ok(!begins(&w, w.all), "but whole ones");
	set_free(&w, 1, 80, 0.5);
	ok(!begins(&w, w.all), "GPUs in parts");
	set_free(&w, 1, 80.5, 8);
	ok(!begins(&w, w.all), "CPU in parts");
	set_free(&w, 1, 8000, 32);
	ok(!begins(&w, w.all), "more GPUs than there are steps");
	world_close(&w);
}

static void classes(void)
{
	struct world w;

	world_open(&w);
	add_class(&w, 10, 1);
	ok(begins(&w, w.all) && find(&w, 8) == 0, "a pod finds a node");
	for (int i = 0; i < N; i++)
		set_free(&w, i, 85, 8);
	add_class(&w, 41, 4);
	ok(!begins(&w, w.all), "a class with more CPU for each GPU: 10.25 count as 11");
	gpu_ledger_load(w.ledger);
	add_class(&w, 40, 4);
	ok(begins(&w, w.all), "which is forgotten when all is read anew");
	add_class(&w, 1, 0);
	ok(!begins(&w, w.all), "a class without GPUs");
	gpu_ledger_load(w.ledger);
	add_class(&w, 10, 1);
	ok(begins(&w, w.all), "which is forgotten, too");
	add_class(&w, 10, 32);
	ok(!begins(&w, w.all), "a class with more GPUs than there are steps");
	world_close(&w);
}

/* A ledger that is opened as another one follows what that one follows. */
static void opened_as_another(void)
{
	struct world w, second;

	world_open(&w);
	world_open(&second);
	add_class(&second, 1, 1);
	ok(begins(&second, w.all), "its own class asks for little");
	add_class(&w, 11, 1);
	gpu_ledger_open_as(second.ledger, w.ledger);
	ok(!begins(&second, w.all), "that of the other ledger for more");
	gpu_ledger_load(w.ledger);
	add_class(&w, 1, 0);
	gpu_ledger_load(second.ledger);
	gpu_ledger_open_as(second.ledger, w.ledger);
	ok(!begins(&second, w.all), "that one knows a class without GPUs");
	world_close(&w);
	world_close(&second);
}

int main(void)
{
	ample_nodes();
	classes();
	opened_as_another();
	return tap_end();
}
