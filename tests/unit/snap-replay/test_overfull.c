/* Dry runs that fail because a queue holds more than its limit (shortcuts/overfull.h). All sums are
 * of GPUs. */
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/overfull.h"
#include "scene.h"

#define LIMITED(name, parent, limit) \
	QUEUE_GPUS(name, parent, "{'quota':-1,'limit':" limit ",'overQuotaWeight':1}")
/* v and w run in r of o, u in q of p, and a of q asks for 2. There is room for all of them. */
#define WORLD(o, p, r, q) \
	"'queues':[" LIMITED("o", "", o) "," LIMITED("p", "", p) "," LIMITED( \
		"r", "o", r) "," LIMITED("q", "p", q) "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		"64") "],'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB("v", "r", "low", \
		"02", "1") "," JOB("w", "r", "low", "03", "1") "," JOB("a", "q", "low", "11", \
		"1") "],'pods':[" RUNNING("u1", "u", "1", "n0") "," RUNNING("v1", "v", "2", \
		"n0") "," RUNNING("w1", "w", "4", "n0") "," PENDING("a1", "a", "2") "]"
#define FREE "-1"

static void gives(const char *raw, const char *victims, const char *must, bool want, enum bound dry,
	const char *what)
{
	struct scene s;
	struct bounds *f;
	struct dry_run *r;
	struct dry_input in = {0};

	scene_open(&s, raw);
	s.must = must;
	add_victims(&s, &s.p.potential, victims);
	enough_simulations(&s);
	has_bound(&s, dry, what);
	f = shortcuts_of(&s.q)->bounds;
	r = f->dry_run;
	ok(dry_run_scenario(&s.q, f, r, &s.p, r->chosen, &in) &&
			overfull_refutes(r->overfull, r->chosen) == want,
		"%s: %s", what, want ? "refuted" : "unknown");
	scene_close(&s);
}

static void refutes(const char *raw, const char *victims, const char *must, const char *what)
{
	gives(raw, victims, must, true, INFEASIBLE_DRY_RUN, what);
}

static void holds(const char *raw, const char *victims, const char *must, const char *what)
{
	gives(raw, victims, must, false, BOUND_NONE, what);
}

int main(void)
{
	holds(WORLD(FREE, FREE, FREE, FREE), "v1 w1", "vw", "no limit");
	holds(WORLD(FREE, FREE, "6", FREE), "v1 w1", "vw", "r holds its limit of 6");
	refutes(WORLD(FREE, FREE, "5", FREE), "v1 w1", "vw", "6 of 5: one of them stays out");
	refutes(WORLD(FREE, FREE, "5", FREE), "v1", "v", "w runs: v stays out");
	refutes(WORLD("5", FREE, FREE, FREE), "v1", "v", "the limit of the queue above");
	holds(WORLD(FREE, FREE, "5", FREE), "v1 w1", "", "both may stay out");
	holds(WORLD(FREE, FREE, "2", FREE), "v1 w1", "v", "w may stay out: 2 of 2");
	refutes(WORLD(FREE, FREE, "1", FREE), "v1 w1", "v", "without w there are 2 of 1");
	holds(WORLD(FREE, FREE, FREE, "3"), "u1 v1", "uv", "q comes to hold 1 + 2 of 3");
	refutes(WORLD(FREE, FREE, FREE, "2"), "u1 v1", "uv", "1 + 2 of 2");
	refutes(WORLD(FREE, "2", FREE, FREE), "u1", "u", "the same of p");
	refutes(WORLD(FREE, FREE, FREE, "2"), "v1", "v", "u runs: a stays out");
	gives(WORLD(FREE, FREE, FREE, "2"), "u1", "", false, INFEASIBLE_DRY_RUN,
		"u may stay out, but comes before a");
	return tap_end();
}
