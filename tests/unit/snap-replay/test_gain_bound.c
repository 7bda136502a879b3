/* Victims that must return because their loss would let the preemptor's queue gain on theirs
 * (shortcuts/gain_bound.h). All sums are of GPUs. */
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/gain_bound.h"
#include "scene.h"

/* Node n0 is full: v holds 2 and w 4 in r of o, x holds 2 in s of p, u holds 1 in q. Job a of q, in
 * p, too, asks for 2. */
#define WORLD(gpus, job, pod) \
	"'queues':[" QUEUE("o") "," QUEUE("p") "," QUEUE_GPUS( \
		"r", "o", UNLIMITED_RESOURCE) "," QUEUE_GPUS("s", "p", \
		UNLIMITED_RESOURCE) "," QUEUE_GPUS("q", "p", \
		UNLIMITED_RESOURCE) "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		gpus) "],'podGroups':[" JOB("v", "r", "low", "02", "1") "," JOB("w", "r", "low", \
		"03", "1") "," JOB("x", "s", "low", "02", "1") "," JOB("u", "q", "low", "02", \
		"1") "," JOB("a", "q", "low", "11", "1") job "],'pods':[" RUNNING("v1", "v", "2", \
		"n0") "," RUNNING("w1", "w", "4", "n0") "," RUNNING("x1", "x", "2", \
		"n0") "," RUNNING("u1", "u", "1", "n0") "," PENDING("a1", "a", "2") pod "]"

static const char without_z[] = WORLD("9", "", "");
/* In s, z holds 2. */
static const char with_z[] =
	WORLD("11", "," JOB("z", "s", "low", "03", "1"), "," RUNNING("z1", "z", "2", "n0"));
static const char *world = without_z;

/* A loss of one of these jobs, of this much, is refused if less than `enough` is lost below. */
static const char *judged;
static double least, enough;

static bool refuses_gain(struct search *q, struct job *preemptor, struct job *victim,
	const struct gain_losses *losses)
{
	(void)q, (void)preemptor;
	return lists(judged, victim) && losses->victim[SLOT_GPU] >= least &&
		losses->below[SLOT_GPU] < enough;
}

static void open_with(struct scene *s, const char *victims, const char *must)
{
	scene_open(s, world);
	s->q.refuses_gain = refuses_gain;
	s->must = must;
	add_victims(s, &s->p.potential, victims);
	enough_simulations(s);
}

static struct dry_input input_of(struct scene *s)
{
	struct bounds *f = shortcuts_of(&s->q)->bounds;
	struct dry_input in = {.chosen = f->dry_run->chosen,
		.usable = f->usable,
		.spare = f->spare,
		.slots = f->slots,
		.n_slots = f->n_slots};

	dry_run_scenario(&s->q, f, f->dry_run, &s->p, f->dry_run->chosen, &in);
	return in;
}

static double spare_gpus(const struct dry_input *in)
{
	for (int i = 0; i < in->n_slots; i++)
		if (in->slots[i] == SLOT_GPU)
			return in->spare[i];
	return -1;
}

static bool is_set(struct scene *s, const struct dry_input *in, const char *job)
{
	const struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;

	return in->must && bit_is_set(in->must, r->position[fixture_job(&s->f, job)->index]);
}

static void gives(const char *victims, const char *must, bool refuted, const char *what)
{
	struct dry_input in;
	struct scene s;

	open_with(&s, victims, must);
	has_bound(&s, refuted ? INFEASIBLE_UNFAIR : BOUND_NONE, what);
	in = input_of(&s);
	ok(gain_bound_refutes(shortcuts_of(&s.q)->bounds->dry_run->gains, &s.q, &in) == refuted &&
			(refuted || !in.must),
		"%s: %s", what, refuted ? "refuted" : "nothing is known");
	scene_close(&s);
}

static void refuted(const char *victims, const char *must, const char *what)
{
	gives(victims, must, true, what);
}

static void unknown(const char *victims, const char *must, const char *what)
{
	gives(victims, must, false, what);
}

static void levels(void)
{
	judged = "v", least = 2, enough = 1;
	refuted("v1", "", "v must return: a has no room");
	refuted("v1 x1", "x", "x must return, so nothing is lost below p");
	unknown("v1 x1", "", "x may be lost, 2 of 1");
	unknown("v1 u1", "", "u of a's own queue may be lost, 1 of 1");
	judged = "vx", enough = 3;
	refuted("v1 x1", "", "x must return by the same bound, so v must");
	judged = "x", enough = 9;
	unknown("v1", "", "v is not judged");
	judged = "v", least = 3;
	unknown("v1", "", "to lose 2 is fair");
}

/* What x may lose is not enough: v must return, x need not. */
static void too_little(void)
{
	struct dry_input in;
	struct scene s;

	judged = "v", least = 2, enough = 3;
	open_with(&s, "v1 x1", "");
	has_bound(&s, INFEASIBLE_DRY_RUN, "v or x takes the room of a");
	in = input_of(&s);
	ok(!gain_bound_refutes(shortcuts_of(&s.q)->bounds->dry_run->gains, &s.q, &in) &&
			is_set(&s, &in, "v") && !is_set(&s, &in, "x"),
		"2 of 3 are not enough: v must return");
	scene_close(&s);
}

/* w must return, v need not. */
static void one_of_two(void)
{
	struct dry_input in;
	struct dry_run *r;
	struct scene s;

	judged = "vw", least = 3, enough = 1;
	open_with(&s, "v1 w1", "");
	has_bound(&s, INFEASIBLE_DRY_RUN, "v takes the room of w, which must return");
	in = input_of(&s);
	r = shortcuts_of(&s.q)->bounds->dry_run;
	ok(!gain_bound_refutes(r->gains, &s.q, &in) && is_set(&s, &in, "w") &&
			!is_set(&s, &in, "v"),
		"w must return, v need not");
	ok(spare_gpus(&in) == 0, "6 less 2 of a and 4 of w: %g", spare_gpus(&in));
	r->jobs[r->position[fixture_job(&s.f, "w")->index]].accepted = false;
	in = input_of(&s);
	ok(!gain_bound_refutes(r->gains, &s.q, &in) && !in.must,
		"nothing is known of a pod that nobody accepted");
	scene_close(&s);
}

/* Nobody accepted the pod of z: it would lose nothing that counts. */
static void accept_none_of_z(struct scene *s)
{
	struct dry_run *r = shortcuts_of(&s->q)->bounds->dry_run;

	r->jobs[r->position[fixture_job(&s->f, "z")->index]].accepted = false;
	gain_bound_prepare(r->gains, &s->q);
}

static bool refutes(struct scene *s, struct dry_input *in)
{
	*in = input_of(s);
	return gain_bound_refutes(shortcuts_of(&s->q)->bounds->dry_run->gains, &s->q, in);
}

/* Of x and z, which hold the same, one must return anyway, or its loss does not count. */
static void of_a_kind(void)
{
	struct dry_input in;
	struct scene s;
	bool fails;

	judged = "xz", least = 2, enough = 1;
	open_with(&s, "x1 z1", "z");
	has_bound(&s, INFEASIBLE_UNFAIR, "both must return: a has no room");
	fails = refutes(&s, &in);
	ok(fails && is_set(&s, &in, "x") && !is_set(&s, &in, "z") && spare_gpus(&in) == -2,
		"4 less 2 of a, 2 of z and 2 of x: %g", spare_gpus(&in));
	scene_close(&s);
	open_with(&s, "x1 z1", "");
	has_bound(&s, INFEASIBLE_UNFAIR, "both must return by the bound");
	accept_none_of_z(&s);
	ok(!refutes(&s, &in) && is_set(&s, &in, "x") && !is_set(&s, &in, "z"),
		"x must return, z need not");
	scene_close(&s);
}

/* What is lost counts for queues beside shallower ones only. */
static void level_by_level(void)
{
	struct dry_input in;
	struct scene s;

	judged = "vwxz", least = 3, enough = 4;
	unknown("w1 x1 z1", "", "x and z may be lost, 4 of 4");
	judged = "vxz", least = 2, enough = 2;
	open_with(&s, "v1 x1 z1", "");
	has_bound(&s, INFEASIBLE_UNFAIR, "x and z must return, so v must");
	accept_none_of_z(&s);
	ok(!refutes(&s, &in) && !is_set(&s, &in, "v") && is_set(&s, &in, "x"),
		"the loss of z counts for v, not for x");
	scene_close(&s);
}

/* v must return, to a node that is not among the usable ones, or by a stale booking. */
static void takes_nothing(void)
{
	static const struct stale_booking stale = {0};
	uint64_t none = 0;
	struct dry_input in;
	struct dry_run *r;
	struct scene s;

	judged = "v", least = 2, enough = 1;
	open_with(&s, "v1", "");
	has_bound(&s, INFEASIBLE_UNFAIR, "v must return");
	r = shortcuts_of(&s.q)->bounds->dry_run;
	gain_bound_prepare(r->gains, &s.q);
	in = input_of(&s);
	in.usable = &none;
	ok(!gain_bound_refutes(r->gains, &s.q, &in) && is_set(&s, &in, "v") && spare_gpus(&in) == 0,
		"to a node that is not usable: it takes nothing");
	r->pods[r->jobs[r->position[fixture_job(&s.f, "v")->index]].first].stale = &stale;
	gain_bound_prepare(r->gains, &s.q);
	in = input_of(&s);
	ok(!gain_bound_refutes(r->gains, &s.q, &in) && is_set(&s, &in, "v") && spare_gpus(&in) == 0,
		"with a stale booking: it takes nothing");
	scene_close(&s);
}

int main(void)
{
	levels();
	too_little();
	one_of_two();
	takes_nothing();
	world = with_z;
	of_a_kind();
	level_by_level();
	return tap_end();
}
