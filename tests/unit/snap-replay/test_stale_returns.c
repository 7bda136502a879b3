/* Victims that may go home by a stale booking, until they cannot (shortcuts/stale_returns.h). All
 * sums are of GPUs. */
#include <math.h>

#include "cmd/snap-replay/shortcuts/dry_run_private.h"
#include "cmd/snap-replay/shortcuts/stale_returns.h"
#include "scene.h"

/* Node n0 is full: v holds 2 and 1, x 2, w 4; the order of jobs is x, w, v. On n1, 1 is
 * free, on n2, where only one scenario may place pods, 2. Job a asks for 2. */
static const char world[] =
	"'queues':[" QUEUE("p") "," QUEUE_GPUS("r", "p", UNLIMITED_RESOURCE) "," QUEUE_GPUS(
		"q", "p", UNLIMITED_RESOURCE) "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
		"9") "," GPU_NODE("n1", "1") "," GPU_NODE("n2", "2") "],'podGroups':[" JOB("v", "r",
		"low", "04", "2") "," JOB("w", "r", "low", "03", "1") "," JOB("x", "r", "low", "02",
		"1") "," JOB("a", "q", "low", "11", "1") "],'pods':[" RUNNING("v1", "v", "2",
		"n0") "," RUNNING("v2", "v", "1", "n0") "," RUNNING("w1", "w", "4",
		"n0") "," RUNNING("x1", "x", "2", "n0") "," PENDING("a1", "a", "2") "]";

struct stale_scene {
	struct scene s;
	struct bounds *f;
	struct dry_run *r;
	struct stale_booking booking, second; /* of v1; second: not used yet */
	uint64_t must;                        /* of in */
	double spare[8];
	struct dry_input in;
};

static int position_of(struct stale_scene *t, const char *job)
{
	return t->r->position[fixture_job(&t->s.f, job)->index];
}

static void spare_gpus(struct stale_scene *t, double gpus)
{
	for (int i = 0; i < t->in.n_slots; i++)
		t->spare[i] = t->in.slots[i] == SLOT_GPU ? gpus : INFINITY;
}

/* The pod of v that asks for so many. */
static struct dry_pod *pod_of_v(struct stale_scene *t, double gpus)
{
	const struct dry_job *v = &t->r->jobs[position_of(t, "v")];
	struct dry_pod *pods = &t->r->pods[v->first];

	return node_ledger_request(t->r->lane->nodes, pods->class)[SLOT_GPU] == gpus ? pods
										     : pods + 1;
}

static struct dry_pod *v1_of(struct stale_scene *t)
{
	return pod_of_v(t, 2);
}

/* A scenario of these victims: v must return in it, and v1 has a stale booking on the node. */
static void open_scene(
	struct stale_scene *t, const char *victims, const char *must, const char *node)
{
	scene_open(&t->s, world);
	t->s.in[2] = false;
	t->s.bits = 3;
	t->s.must = must;
	add_victims(&t->s, &t->s.p.potential, victims);
	enough_simulations(&t->s);
	bounds_forecast(&t->s.q, &t->s.p, &t->s.nodes);
	t->f = shortcuts_of(&t->s.q)->bounds;
	t->r = t->f->dry_run;
	t->booking = (struct stale_booking){fixture_node(&t->s.f, node)->index, NULL};
	t->second = (struct stale_booking){fixture_node(&t->s.f, "n0")->index, NULL};
	v1_of(t)->stale = &t->booking;
	stale_returns_prepare(t->r->stale);
	t->must = 0;
	bit_set(&t->must, position_of(t, "v"));
	t->in = (struct dry_input){.chosen = t->r->chosen,
		.nodes = &t->s.bits,
		.usable = t->f->usable,
		.spare = t->spare,
		.must = &t->must,
		.slots = t->f->slots,
		.n_slots = t->f->n_slots};
	dry_run_scenario(&t->s.q, t->f, t->r, &t->s.p, t->r->chosen, &t->in);
}

static bool is_refuted(struct stale_scene *t, double gpus)
{
	spare_gpus(t, gpus);
	return stale_returns_refute(t->r->stale, t->f, &t->s.nodes, &t->in);
}

/* dry_input.stale has v. */
static bool is_stale_return(struct stale_scene *t)
{
	return t->in.stale && bit_is_set(t->in.stale, position_of(t, "v"));
}

static void before_the_dry_run(void)
{
	struct stale_scene t;

	open_scene(&t, "v1 v2", "", "n1");
	ok(is_refuted(&t, 1), "v1 does not fit on n1, and takes 2 of 1");
	ok(!is_refuted(&t, 2) && is_stale_return(&t), "v1 takes 2 of 2; v2 has no stale booking");
	t.booking.next = &t.second;
	ok(!is_refuted(&t, 1) && is_stale_return(&t), "v1 may go home by another booking");
	scene_close(&t.s);
	open_scene(&t, "v1 v2", "", "n0");
	ok(!is_refuted(&t, 1) && is_stale_return(&t), "v1 fits on n0, which it has left");
	scene_close(&t.s);
}

static void not_one(void)
{
	uint64_t none = 0;
	struct stale_scene t;

	open_scene(&t, "v1 v2 x1", "", "n1");
	t.in.must = &none;
	ok(!is_refuted(&t, 1) && !t.in.stale, "v need not return");
	t.in.must = &t.must;
	t.in.usable = &none;
	ok(!is_refuted(&t, 1) && !t.in.stale, "v may go to a node that is not usable");
	t.in.usable = t.f->usable;
	stale_returns_prepare(t.r->stale);
	ok(is_refuted(&t, 1) && is_stale_return(&t), "not so once that was forgotten");
	stale_returns_prepare(t.r->stale);
	t.in.usable = &none;
	ok(!is_refuted(&t, 1) && !t.in.stale, "nor the other way round");
	t.in.usable = t.f->usable;
	v1_of(&t)->stale = NULL;
	stale_returns_prepare(t.r->stale);
	ok(!is_refuted(&t, 1) && !t.in.stale, "v has no stale booking");
	scene_close(&t.s);
}

static void by_its_queue(void)
{
	struct stale_scene t;

	open_scene(&t, "v1 v2 x1", "v", "n1");
	t.in.must = NULL;
	ok(!is_refuted(&t, 1) && is_stale_return(&t), "the bound on capacity has asked about v");
	scene_close(&t.s);
}

/* A dry run with this much to spare, and a look every so many turns. */
static struct dry_result run_looking(struct stale_scene *t, double gpus, int look)
{
	is_refuted(t, 9);
	spare_gpus(t, gpus);
	t->r->lane->look = look;
	return dry_lane_run(t->r->lane, &t->in);
}

static struct dry_result run(struct stale_scene *t, double gpus)
{
	return run_looking(t, gpus, 1);
}

/* With what is left to spare behind a dry run. */
static bool lacks_room(struct stale_scene *t, double gpus)
{
	spare_gpus(t, gpus);
	memcpy(t->r->lane->spare, t->spare, (size_t)t->in.n_slots * sizeof *t->spare);
	return stale_returns_lack_room(t->r->lane, &t->in);
}

/* a takes room that v and x leave, x takes its own back, and v finds none. */
static void while_it_lasts(void)
{
	struct dry_result result;
	struct stale_scene t;
	struct dry_lane *l;

	open_scene(&t, "v1 v2 x1", "", "n0");
	result = run(&t, 3);
	l = t.r->lane;
	ok(result.fails && l->n_returns == 1 && bit_is_set(l->popped, position_of(&t, "x")) &&
			!bit_is_set(l->popped, position_of(&t, "v")),
		"it fails behind x's turn, before v's");
	ok(lacks_room(&t, 1), "v1 cannot go home any more, and takes 2 of 1");
	ok(!lacks_room(&t, 2), "v1 takes 2 of 2");
	bit_set(l->popped, position_of(&t, "v"));
	ok(!lacks_room(&t, 1) && !l->n_returns, "v has had its turn");
	scene_close(&t.s);
}

/* a takes room that v leaves: v1 cannot go home any more. */
static void behind_the_preemptor(void)
{
	struct stale_scene t;
	struct dry_lane *l;
	bool fails;

	open_scene(&t, "v1 v2", "", "n0");
	l = t.r->lane;
	fails = run_looking(&t, 1, 100).fails;
	ok(fails && l->n_returns == 1 && !bit_is_set(l->popped, position_of(&t, "v")),
		"it fails behind a's turn, before v's");
	fails = run_looking(&t, 2, 100).fails;
	ok(fails && bit_is_set(l->popped, position_of(&t, "v")), "with 2 to spare at v's");
	scene_close(&t.s);
}

/* a goes to n2, and v back to n0. */
static void comes_back(void)
{
	struct stale_scene t;

	open_scene(&t, "v1 v2", "", "n0");
	t.s.bits = 7;
	ok(!run(&t, 2).fails && t.r->lane->n_returns == 0, "v takes 2 of 2 once");
	ok(run(&t, 1).fails, "and 2 of 1");
	scene_close(&t.s);
}

static void take_one(struct stale_scene *t)
{
	node_ledger_put(t->r->lane->nodes, pod_of_v(t, 1)->class, t->booking.node, false);
}

/* n0 has 3, less what is put there. claimless: the ledger counts GPUs alone. */
static void may_still_go_home(bool claimless)
{
	struct stale_scene t;
	struct dry_lane *l;

	open_scene(&t, "v1 v2", "", "n0");
	run(&t, 9);
	l = t.r->lane;
	node_ledger_reset(l->nodes, l->node_set, claimless);
	stale_returns_begin(l, &t.in);
	take_one(&t);
	ok(!lacks_room(&t, 1), "v1 may go home while 2 are left there");
	take_one(&t);
	ok(lacks_room(&t, 1), "1 is too little");
	scene_close(&t.s);
}

/* The dry run may not use the node of one booking, and the other has room. */
static void one_of_two_nodes(void)
{
	struct stale_scene t;
	struct dry_lane *l;

	open_scene(&t, "v1 v2", "", "n1");
	t.booking.next = &t.second;
	run(&t, 9);
	l = t.r->lane;
	node_ledger_reset(l->nodes, l->node_set, false);
	stale_returns_begin(l, &t.in);
	ok(!lacks_room(&t, 1), "v1 may go home by the second booking");
	bit_clear(l->node_set, t.second.node);
	ok(lacks_room(&t, 1), "not if the run may not use that node");
	t.in.stale = NULL;
	stale_returns_begin(l, &t.in);
	ok(!l->n_returns, "no pod is one");
	scene_close(&t.s);
}

/* Its queue makes v return, so v1's clique decides whether it is spared. */
static void of_a_gang(void)
{
	struct stale_scene t;

	open_scene(&t, "v1 v2 x1", "v", "n1");
	ok(!is_refuted(&t, 1), "v1 is not spared: what it requests is counted already");
	v1_of(&t)->ways = &t.booking;
	ok(is_refuted(&t, 1), "it is, but no pod that it stands for can go home");
	t.second.next = &t.booking;
	v1_of(&t)->ways = &t.second;
	ok(!is_refuted(&t, 1), "one of them can");
	scene_close(&t.s);
}

/* a goes to n2, x and v back to n0. */
static void gang_comes_back(void)
{
	struct stale_scene t;

	open_scene(&t, "v1 v2 x1", "v", "n0");
	t.s.bits = 7;
	ok(run(&t, 3).fails, "x and v1 take 4 of 3");
	v1_of(&t)->in_clique = true;
	ok(!run(&t, 3).fails, "what v1 takes is counted already");
	v1_of(&t)->ways = &t.booking;
	ok(!run(&t, 3).fails, "with the others of its clique, even if it is spared");
	t.r->jobs[position_of(&t, "v")].must_return = RETURN_OPTIONAL;
	ok(run(&t, 3).fails, "but not if v returns only for the sake of fairness");
	scene_close(&t.s);
}

int main(void)
{
	before_the_dry_run();
	not_one();
	by_its_queue();
	while_it_lasts();
	behind_the_preemptor();
	comes_back();
	may_still_go_home(false);
	may_still_go_home(true);
	one_of_two_nodes();
	of_a_gang();
	gang_comes_back();
	return tap_end();
}
