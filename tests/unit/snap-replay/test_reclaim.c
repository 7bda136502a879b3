/* Reclaim: rules/05 12 with its examples (GPUs; CPU and memory 0), and rules/05 ideas 23 to 27. */
#include "common/mem.h"
#include "tests/unit/snap-replay/share_tree.h"
#include "tests/unit/tap.h"

enum { QUEUES = 8, VICTIMS = 4, TASKS = 4, VECTOR = 4 };
struct level { /* one queue; limits are unlimited */
	const char *name;
	int parent; /* -1: top */
	double deserved, fair_share, allocated;
};
struct victim_input {
	int queue, min;
	double gpus[TASKS]; /* 0 ends */
};
struct world {
	struct share_tree t;
	struct job reclaimer, jobs[VICTIMS];
	struct pod_set sets[VICTIMS];
	struct task tasks[VICTIMS][TASKS], *lists[VICTIMS][TASKS];
	struct scenario_victims victims[VICTIMS];
	double request[VECTOR];
	int n_victims;
};

static void world_open(
	struct world *w, const struct level *levels, int n, int reclaimer, double request)
{
	*w = (struct world){0};
	share_tree_open(&w->t, VECTOR);
	for (int i = 0; i < n; i++) {
		struct queue_share *share =
			share_tree_add(&w->t, str_of(levels[i].name), levels[i].parent);

		for (int k = 0; k < TRIPLE; k++)
			share->r[k].limit = UNLIMITED;
		share->r[SLOT_GPU] = (struct share){.deserved = levels[i].deserved,
			.fair_share = levels[i].fair_share,
			.allocated = levels[i].allocated,
			.limit = UNLIMITED};
	}
	w->request[SLOT_GPU] = request;
	w->reclaimer = (struct job){.queue = &w->t.queues[reclaimer],
		.preemptible = true,
		.unit_request = w->request,
		.unit_sums = {[SLOT_GPU] = request},
		.unit_request_cached = true};
	reclaimable_open(&w->t.p);
	reclaim_validator_open(&w->t.p);
}

static void world_close(struct world *w)
{
	session_close(&w->t.s);
}

static void world_victim(struct world *w, struct victim_input in)
{
	static const char *const names[VICTIMS] = {"v1", "v2", "v3", "v4"};
	int v = w->n_victims++;

	w->sets[v] = (struct pod_set){.name = STR("default"), .min = in.min};
	w->jobs[v] = (struct job){
		.name = str_of(names[v]), .queue = &w->t.queues[in.queue], .preemptible = true};
	w->victims[v] = (struct scenario_victims){&w->jobs[v], w->lists[v], 0};
	for (int i = 0; i < TASKS && in.gpus[i] > 0; i++) {
		struct task *t = w->lists[v][i] = &w->tasks[v][i];
		double gpus = in.gpus[i];

		t->status = POD_RELEASING;
		t->pod_set = &w->sets[v];
		t->job = &w->jobs[v];
		t->request = w->request;
		t->accepted_set = true;
		t->accepted = gpus >= 1
			? (struct gpu_request){.count = (int64_t)(gpus * 100), .fraction = 0.01}
			: (struct gpu_request){.count = 1, .fraction = gpus};
		w->victims[v].n++;
	}
}

static void begin_search(struct world *w)
{
	session_job_solution_start(&w->t.s, &w->reclaimer);
}

static bool accepts(struct world *w)
{
	struct scenario scenario = {&w->reclaimer, w->victims, w->n_victims};

	begin_search(w);
	return session_reclaim_validator(&w->t.s, &scenario);
}

static void try(const char *what, bool want, const struct level *levels, int n, int reclaimer,
	double request, const struct victim_input *victims, int n_victims)
{
	struct world w;

	world_open(&w, levels, n, reclaimer, request);
	for (int i = 0; i < n_victims; i++)
		world_victim(&w, victims[i]);
	ok(accepts(&w) == want, "%s: %s", what, want ? "accepted" : "rejected");
	world_close(&w);
}

static void siblings(void)
{
	struct level q[] = {{"default", -1, 5, 5, 5}, {"p1", 0, 3, 3, 2}, {"p2", 0, 2, 2, 3}};
	const struct victim_input one = {2, 1, {1}};

	try("above its share", true, q, 3, 1, 1, &one, 1);
	q[2].allocated = 2;
	try("at its share", false, q, 3, 1, 1, &one, 1);
	q[2].allocated = 3;
	q[2].fair_share = 3;
	try("quota is guaranteed against a queue over quota", true, q, 3, 1, 1, &one, 1);
	q[2].fair_share = 2;
	q[1].allocated = 3;
	try("the reclaimer would be above a sibling at its share", false, q, 3, 1, 1, &one, 1);
}

static void levels(void)
{
	const struct level q[] = {{"top", -1, 0, 2, 2}, {"mid1", 0, 0, 1, 0.5},
		{"leaf1", 1, 0, 1, 0}, {"leaf2", 1, 0, 0, 0.5}, {"mid2", 0, 0, 1, 1.5},
		{"leaf3", 4, 0, 1, 1.5}};
	const struct victim_input victims[] = {{5, 1, {1.5}}, {3, 1, {0.5}}};

	try("mid1 would be above, mid2 empty", false, q, 6, 2, 1, victims, 1);
	try("with leaf2's half mid1 gets exactly 1", true, q, 6, 2, 1, victims, 2);
}

/* Two leaves below one department: what the first victims leave of it decides about the next, so
 * their order counts. It is that of the scenario, whatever the queues are called, but for one
 * queue's victims, which go together. */
static void order_matters(void)
{
	struct level q[] = {
		{"r", -1, 0, 6, 0}, {"e", -1, 0, 8, 10}, {"a", 1, 0, 4, 5}, {"b", 1, 0, 4, 5}};
	const struct victim_input up[] = {{2, 1, {1}}, {3, 1, {5}}},
				  down[] = {{3, 1, {5}}, {2, 1, {1}}};
	const struct victim_input other_names[] = {{3, 1, {1}}, {2, 1, {5}}};
	const struct victim_input apart[] = {{3, 1, {1}}, {2, 1, {5}}, {3, 1, {0.5}}},
				  together[] = {{3, 1, {1}}, {3, 1, {0.5}}, {2, 1, {5}}};

	try("1 then 5", true, q, 4, 0, 4, up, 2);
	try("5 then 1", false, q, 4, 0, 4, down, 2);
	try("1 then 5 of the queue that comes first by name", true, q, 4, 0, 4, other_names, 2);
	try("a queue's victims one after another", true, q, 4, 0, 4, together, 3);
	try("a queue's victims with another's between", true, q, 4, 0, 4, apart, 3);
}

static void order_without_those_placed_again(void)
{
	struct level q[] = {
		{"r", -1, 0, 6, 0}, {"e", -1, 0, 8, 10}, {"a", 1, 0, 4, 5}, {"b", 1, 0, 4, 5}};
	const struct victim_input victims[] = {{2, 1, {0.5}}, {3, 1, {1}}, {2, 1, {5}}};
	struct world w;

	world_open(&w, q, 4, 0, 4);
	for (int i = 0; i < 3; i++)
		world_victim(&w, victims[i]);
	w.t.params.allow_consolidating_reclaim = true;
	ok(!accepts(&w), "0.5 and 5 of a, then 1 of b");
	w.tasks[0][0].status = POD_PIPELINED;
	ok(accepts(&w), "the half is placed again: 1 of b, then 5 of a");
	world_close(&w);
}

/* Sub-groups in the order of their first evicted pod: a small elastic surplus before a big one
 * leaves the queue above its share. */
static void order_of_sub_groups(void)
{
	const struct level q[] = {{"r", -1, 0, 6, 0}, {"s", -1, 0, 2, 5}};
	const struct victim_input pods = {1, 0, {1, 3}};
	struct pod_set other = {.name = STR("another"), .min = 0};
	struct world w;

	world_open(&w, q, 2, 0, 4);
	world_victim(&w, pods);
	w.tasks[0][1].pod_set = &other; /* first by name, second to be evicted */
	ok(accepts(&w), "1 of one sub-group, then 3 of another");
	w.lists[0][0] = &w.tasks[0][1];
	w.lists[0][1] = &w.tasks[0][0];
	ok(!accepts(&w), "3 of one sub-group, then 1 of another");
	world_close(&w);
}

static void saturation(void)
{
	const struct level q[] = {{"r", -1, 0, 5, 0}, {"s", -1, 0, 2, 5}};
	const struct victim_input two = {1, 1, {2}};
	struct world w;

	world_open(&w, q, 2, 0, 6); /* 6/5 = 1.2 against (5 - 2)/2 = 1.5 */
	world_victim(&w, two);
	ok(accepts(&w), "1.2 against 1.5 at multiplier 1");
	w.t.p.multiplier = 1.5;
	ok(!accepts(&w), "1.8 against 1.5 at multiplier 1.5");
	world_close(&w);
}

static void elastic_and_replaced(void)
{
	const struct level q[] = {{"r", -1, 0, 9, 0}, {"s", -1, 0, 2, 4}};
	const struct victim_input gang = {1, 3, {1, 1, 1}}, elastic = {1, 1, {1, 1, 1}};
	struct world w;

	try("a core vector may take the queue far below its share", true, q, 2, 0, 3, &gang, 1);
	try("elastic pods count one by one, the core last", false, q, 2, 0, 3, &elastic, 1);
	world_open(&w, q, 2, 0, 3);
	world_victim(&w, elastic);
	for (int i = 0; i < 3; i++)
		w.tasks[0][i].status = POD_PIPELINED;
	ok(!accepts(&w), "placed again, but that does not count");
	w.t.params.allow_consolidating_reclaim = true;
	ok(accepts(&w), "placed again: nothing is taken");
	world_close(&w);
}

static bool may_reclaim(struct world *w)
{
	return session_can_reclaim(&w->t.s, &w->reclaimer);
}

static bool keeps(struct world *w, int queue)
{
	struct job victim = {.queue = &w->t.queues[queue]};

	begin_search(w);
	return session_reclaim_victim_filter(&w->t.s, &w->reclaimer, &victim);
}

static void who_and_whom(void)
{
	const struct level q[] = {{"d1", -1, 2, 4, 2}, {"d2", -1, -1, -1, 50}, {"r", 0, 2, 3, 2},
		{"x", 1, 1, 1, 9}, {"d3", -1, 4, 4, 3}, {"y", 4, 0, 0, 3}};
	struct world w;

	world_open(&w, q, 6, 2, 1);
	ok(may_reclaim(&w), "3 of a fair share of 3");
	w.request[SLOT_MEMORY] = w.reclaimer.unit_sums[SLOT_MEMORY] = 5;
	ok(!may_reclaim(&w), "memory does not fit the fair share");
	w.request[SLOT_MEMORY] = w.reclaimer.unit_sums[SLOT_MEMORY] = 0;
	w.reclaimer.preemptible = false;
	w.t.shares[2].r[SLOT_GPU].allocated_np = 2;
	ok(!may_reclaim(&w), "a non-preemptible job needs quota");
	w.reclaimer.preemptible = true;
	ok(!keeps(&w, 5), "over quota only: a department within what is allocatable to it stays");
	w.t.shares[4].r[SLOT_GPU].allocated = 5;
	ok(keeps(&w, 5), "one above it is looked at");
	w.t.shares[0].r[SLOT_GPU].deserved = 3;
	ok(keeps(&w, 3), "within quota: an unlimited department is kept whatever it holds");
	ok(keeps(&w, 5), "within quota: above quota is kept");
	w.t.shares[4].r[SLOT_GPU].allocated = 3;
	ok(!keeps(&w, 5), "within quota: below quota is dropped");
	w.t.shares[4].r[SLOT_GPU].allocated = 4;
	ok(keeps(&w, 5), "within quota: exactly at quota is kept");
	world_close(&w);
}

int main(void)
{
	siblings();
	levels();
	order_matters();
	order_without_those_placed_again();
	order_of_sub_groups();
	saturation();
	elastic_and_replaced();
	who_and_whom();
	return tap_end();
}
