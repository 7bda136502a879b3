/* Dry runs that fail by what comes back before the preemptor's turn (shortcuts/turn_bound.h). All
 * sums are of GPUs. */
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/turn_bound.h"
#include "scene.h"

#define WITH(name, parent, quota, limit) \
	QUEUE_GPUS(name, parent, "{'quota':" quota ",'limit':" limit ",'overQuotaWeight':1}")
/* u holds 1 of q, v and w hold theirs of r, and a of q, with a quota of 3, asks for `pods`. q
 * and r are in p, where r goes first with what it holds within its quota. */
#define WORLD(gpus, r_parent, r, v, w, more_jobs, pods) \
	WORLD_MIN(gpus, r_parent, r, v, w, more_jobs, "1", pods)
#define WORLD_MIN(gpus, r_parent, r, v, w, more_jobs, min, pods) \
	"'queues':[" QUEUE("p") "," QUEUE("o") "," QUEUE("f") "," WITH("q", "p", "3", "-1") "," r( \
		r_parent) "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", gpus) "," GPU_NODE("n1", \
		"8") "],'podGroups':[" JOB("u", "q", "build", "01", "1") "," JOB("z", "f", \
		"build", "01", "1") "," JOB("v", "r", "low", "02", "1") "," JOB("w", "r", "low", \
		"04", "1") "," JOB("a", "q", "low", "11", min) more_jobs \
		"],'pods':[" RUNNING("u1", "u", "1", "n0") "," RUNNING( \
			"z1", "z", "8", "n1") "," v "," w "," pods "]"
#define QUOTA_6(parent) WITH("r", parent, "6", "-1")
#define QUOTA_3(parent) WITH("r", parent, "3", "-1")
#define LIMIT_3(parent) WITH("r", parent, "6", "3")
#define ALL_IN_R(parent) WITH("r", parent, "-1", "-1") "," WITH("s", "r", "6", "-1")
#define V(gpus) RUNNING("v1", "v", gpus, "n0")
#define W(gpus) RUNNING("w1", "w", gpus, "n0")
#define ON_N0 "'nodeSelector':{'kubernetes.io/hostname':'n0'},"
#define A(name, gpus) PENDING(name, "a", gpus)

/* What r may lose besides one job. */
static double may_lose;
static const char *must;

static bool loss_room(
	struct search *q, struct job *preemptor, struct job *victim, struct loss_room *room)
{
	(void)q, (void)preemptor;
	*room = (struct loss_room){victim->queue, SLOT_GPU, may_lose};
	return may_lose > 0;
}

static bool refutes(struct scene *s)
{
	struct bounds *f = shortcuts_of(&s->q)->bounds;
	struct dry_run *r = f->dry_run;
	struct dry_input in = {.chosen = r->chosen,
		.nodes = s->nodes.bits,
		.usable = f->usable,
		.spare = f->spare,
		.slots = f->slots,
		.n_slots = f->n_slots};

	return dry_run_scenario(&s->q, f, r, &s->p, r->chosen, &in) &&
		turn_bound_refutes(r->turns, &in);
}

/* dry: what the dry run finds. */
static void gives(const char *raw, const char *victims, bool want, enum bound dry, const char *what)
{
	struct scene s;

	scene_open(&s, raw);
	s.q.loss_room = loss_room;
	s.must = must;
	add_victims(&s, &s.p.potential, victims);
	enough_simulations(&s);
	has_bound(&s, dry, what);
	ok(refutes(&s) == want, "%s: %s", what, want ? "refuted" : "unknown");
	scene_close(&s);
}

static void turns(void)
{
	gives(WORLD("5", "p", QUOTA_6, V("2"), W("2"), "", A("a1", "2")), "v1 w1", true,
		INFEASIBLE_DRY_RUN, "r takes 2 + 2 back, where 5 - 1 - 2 = 2 are to spare");
	gives(WORLD("7", "p", QUOTA_6, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "4 to spare");
	must = "v";
	gives(WORLD("7", "p", QUOTA_6, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "2 to spare besides v, which must return: w takes 2");
	must = NULL;
	gives(WORLD("5", "p", QUOTA_3, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "r with 2 + 2 of 3 comes behind q: a goes before w");
	gives(WORLD("5", "o", QUOTA_6, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "of r in another department nothing is known");
	gives(WORLD("5", "p", QUOTA_6, V("2"), W("2"), "," JOB("x", "r", "low", "03", "1"),
		      PENDING("x1", "x", "9") "," A("a1", "2")),
		"v1 w1", false, BOUND_NONE,
		"r with x, which waits before w, 2 + 9 of 6, comes behind q");
}

static void guards(void)
{
	gives(WORLD("5", "p", LIMIT_3, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "r has a limit of 3: w does not come back");
	gives(WORLD("5", "p", ALL_IN_R, V("2"), W("2"), "", A("a1", "2")), "v1 w1", false,
		BOUND_NONE, "r is no leaf: its jobs are in no walk");
	gives(WORLD("5", "p", QUOTA_6, V("2"), W("2"), "",
		      POD_MORE("a1", "a", "", "", ON_N0, GPUS("2"), "Pending")),
		"v1 w1", false, INFEASIBLE_DRY_RUN,
		"v and w might go to n1, where a may not: they take nothing from it");
	gives(WORLD("5", "p", QUOTA_6,
		      POD_MORE("v1", "v", "", "", ON_N0 "'nodeName':'n0',", GPUS("2"), "Running"),
		      POD_MORE("w1", "w", "", "", ON_N0 "'nodeName':'n0',", GPUS("2"), "Running"),
		      "", A("a1", "2")),
		"v1 w1", false, INFEASIBLE_DRY_RUN,
		"v and w are bound to n0, a might take its place on n1");
}

/* With claims of storage v and w may find no place though a does. */
static void with_claims(void)
{
	struct bounds *f;
	struct scene s;

	scene_open(&s, WORLD("5", "p", QUOTA_6, V("2"), W("2"), "", A("a1", "2")));
	s.q.loss_room = loss_room;
	add_victims(&s, &s.p.potential, "v1 w1");
	enough_simulations(&s);
	bounds_forecast(&s.q, &s.p, &s.nodes);
	ok(refutes(&s), "without claims: refuted");
	f = shortcuts_of(&s.q)->bounds;
	for (int i = 0; i < f->dry_run->n_pods; i++)
		f->dry_run->pods[i].claiming = pod(&s, "v1");
	turn_bound_prepare(f->dry_run->turns, &s.q, f);
	ok(!refutes(&s), "with claims: unknown");
	scene_close(&s);
}

/* Jobs that may find no place though a does. */
static void greater(void)
{
	static const char wide[] = WORLD_MIN(
		"7", "p", QUOTA_6, V("3"), W("3"), "", "2", A("a1", "2") "," A("a2", "2"));

	gives(WORLD_MIN("5", "p", QUOTA_6, V("2"), W("2"), "", "2", A("a1", "1") "," A("a2", "1")),
		"v1 w1", false, INFEASIBLE_DRY_RUN, "v's pod is greater than those of a");
	gives(WORLD("3", "p", QUOTA_6, RUNNING("y1", "y", "1", "n0"), RUNNING("y2", "y", "1", "n0"),
		      "," JOB("y", "r", "low", "02", "2"), A("a1", "2")),
		"y1 y2", false, INFEASIBLE_DRY_RUN, "y has more pods than a");
	gives(wide, "v1 w1", false, INFEASIBLE_DRY_RUN, "v and w may both be lost: 0 come back");
	may_lose = 4;
	gives(wide, "v1 w1", false, INFEASIBLE_DRY_RUN, "3 and one job may be lost");
	may_lose = 3;
	gives(wide, "v1 w1", true, INFEASIBLE_DRY_RUN,
		"one of them must come back: 3, where 7 - 1 - 4 = 2 are to spare");
	may_lose = 0;
}

int main(void)
{
	turns();
	guards();
	with_claims();
	greater();
	return tap_end();
}
