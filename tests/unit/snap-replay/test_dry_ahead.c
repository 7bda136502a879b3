/* Dry runs ahead (shortcuts/dry_ahead.h): what is assumed, what waits, and what is taken back. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/dry_ahead.h"
#include "cmd/snap-replay/shortcuts/victim_sequence.h"

#define WITH_QUOTA(name, parent, gpus) \
	QUEUE_GPUS(name, parent, "{'quota':" gpus ",'limit':-1,'overQuotaWeight':1}")
/* a of q, which holds u's GPU, asks for 2. Without v, r goes first and takes its 2 back: a finds no
 * place. Without w, whose department holds more than p, a has its turn first. Without x nothing is
 * won: a fits nowhere. */
#define QUEUES \
	"'queues':[" QUEUE("p") "," QUEUE("o") "," QUEUE("k") "," WITH_QUOTA( \
		"q", "p", "2") "," WITH_QUOTA("r", "o", "2") "," WITH_QUOTA("s", "k", "0") "],"
#define NODES \
	"'nodes':[" GPU_NODE("n0", "3") "," GPU_NODE("n1", "2") "," GPU_NODE( \
		"n2", "8") "," GPU_NODE("n3", "1") "],"
#define JOBS \
	"'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB("v", "r", "low", "02", \
		"1") "," JOB("w", "s", "low", "03", "1") "," JOB("z", "s", "low", "04", \
		"1") "," JOB("x", "s", "low", "05", "1") "," JOB("a", "q", "low", "11", "1") "],"
static const char *const pods = "'pods':[" RUNNING("u1", "u", "1", "n0") "," RUNNING(
	"v1", "v", "2", "n0") "," RUNNING("w1", "w", "2", "n1") "," RUNNING("z1", "z", "8",
	"n2") "," RUNNING("x1", "x", "1", "n3") "," PENDING("a1", "a", "2") "]";

static struct dry_ahead *ahead_of(struct scene *s)
{
	return shortcuts_of(&s->q)->dry_ahead;
}

/* Dry runs are worth it, and made ahead from the first one. */
static void open_scene(struct scene *s)
{
	struct strbuf raw = {0};

	strbuf_addf(&raw, "%s%s", QUEUES PRIORITIES "," NODES JOBS, pods);
	scene_open(s, raw.s);
	strbuf_free(&raw);
	s->f.session.log.verbosity = -1;
	s->f.searches.threads = 2;
	s->f.searches.always_ahead = true;
	add_victims(s, &s->p.potential, "w1");
	bounds_forecast(&s->q, &s->p, &s->nodes);
	for (int i = 0; i < 12; i++)
		bounds_simulated(&s->q, &s->p);
}

/* As the search does: forecasts the scenario without this victim, and notes that it failed. */
static struct forecast propose(struct scene *s, const char *victim)
{
	struct task *one = pod(s, victim);
	struct forecast f;

	s->p.potential = (struct batches){0};
	add_victims(s, &s->p.potential, victim);
	s->p.potential.digest = digest_of_tasks(&one, 1);
	s->q.counts.proposed++;
	f = shortcuts.forecast(&s->q, &s->p, &s->nodes);
	if (f.bound && !f.waits)
		visited_add(&s->q, &s->p);
	return f;
}

static void is_taken_to_fail(struct scene *s, const char *victim)
{
	struct forecast f = propose(s, victim);

	ok(f.bound == INFEASIBLE_DRY_RUN && !f.waits, "without %s: taken to fail", victim);
}

static const struct proposal *settle(struct scene *s, bool all)
{
	return shortcuts.settle(&s->q, &s->nodes, all);
}

static void is_settled(const struct proposal *p, struct scene *s, const char *victim)
{
	ok(p && p->potential.n == 1 && p->potential.items[0].tasks[0] == pod(s, victim),
		"%s may go, after all", victim);
}

static long n_dry(const struct scene *s)
{
	return s->q.counts.bounds[INFEASIBLE_DRY_RUN];
}

/* The simulation of what was settled: solved, or refused. */
static void simulated(struct scene *s, bool solved)
{
	s->q.counts.simulated++;
	s->q.counts.refused += !solved;
	shortcuts.settled(&s->q, solved);
}

static void all_fail(void)
{
	struct scene s;

	open_scene(&s);
	is_taken_to_fail(&s, "v1");
	is_taken_to_fail(&s, "v1");
	ok(!dry_ahead_is_empty(ahead_of(&s)), "they are in the window");
	ok(!settle(&s, true), "both do fail");
	ok(dry_ahead_is_empty(ahead_of(&s)), "the window is empty");
	is_number((double)n_dry(&s), 2, "both are counted");
	scene_close(&s);
}

static void one_is_refused(void)
{
	struct scene s;

	open_scene(&s);
	is_taken_to_fail(&s, "v1");
	is_taken_to_fail(&s, "w1");
	is_taken_to_fail(&s, "v1");
	is_settled(settle(&s, true), &s, "w1");
	is_number((double)n_dry(&s), 2, "w's is not counted as a dry run that fails");
	is_number(shortcuts_of(&s.q)->bounds->victims.n, 1, "the bounds are those of w's");
	ok(bit_is_set(shortcuts_of(&s.q)->bounds->victims.summed.bits, pod(&s, "w1")->index),
		"without w1");
	simulated(&s, false);
	ok(!settle(&s, true), "the one behind it fails");
	is_number((double)s.q.counts.proposed, 3, "all are counted as proposed");
	is_number((double)n_dry(&s), 2, "two as dry runs");
	is_number((double)s.q.counts.refused, 1, "and one as refused");
	is_number((double)s.q.failed.n, 2, "all are known to fail");
	scene_close(&s);
}

static void one_is_solved(void)
{
	struct scene s;
	struct task *one;

	open_scene(&s);
	is_taken_to_fail(&s, "v1");
	is_taken_to_fail(&s, "w1");
	is_taken_to_fail(&s, "w1");
	is_settled(settle(&s, true), &s, "w1");
	simulated(&s, false);
	is_settled(settle(&s, true), &s, "w1");
	simulated(&s, true);
	ok(dry_ahead_is_empty(ahead_of(&s)), "the window is empty");
	is_number((double)s.q.counts.proposed, 3, "three are proposed");
	is_number((double)s.q.counts.simulated, 2, "two of them simulated");
	is_number((double)n_dry(&s), 1, "one is a dry run");

	is_taken_to_fail(&s, "w1");
	is_taken_to_fail(&s, "v1");
	ok(propose(&s, "x1").bound == INFEASIBLE_PACKING, "without x1: does fail");
	is_number((double)s.q.failed.n, 3, "three are known to fail");
	is_settled(settle(&s, true), &s, "w1");
	simulated(&s, true);
	ok(dry_ahead_is_empty(ahead_of(&s)) && !settle(&s, true), "nothing is left");
	is_number((double)s.q.counts.proposed, 4, "what came behind it is not counted");
	is_number((double)n_dry(&s), 1, "nor as a dry run");
	is_number((double)s.q.failed.n, 2, "nor known to fail: two are");
	s.p.potential = (struct batches){0};
	add_victims(&s, &s.p.potential, "x1");
	one = pod(&s, "x1");
	s.p.potential.digest = digest_of_tasks(&one, 1);
	ok(!visited_has(&s.q, &s.p), "x's is not");
	is_taken_to_fail(&s, "v1");
	ok(!settle(&s, true), "the window goes on");
	scene_close(&s);
}

static void what_waits(void)
{
	struct scene s;

	open_scene(&s);
	is_taken_to_fail(&s, "v1");
	note_cached(&s, pod(&s, "x1")->job);
	ok(propose(&s, "x1").waits, "a cache is to be dropped: that waits");
	ok(pod(&s, "x1")->job->unit_cached, "it is still there");
	note_cached(&s, pod(&s, "w1")->job);
	ok(propose(&s, "w1").waits, "a scenario to be simulated waits");
	ok(!settle(&s, true), "the first one fails");
	ok(propose(&s, "x1").bound && !pod(&s, "x1")->job->unit_cached, "then it is dropped");
	ok(!propose(&s, "w1").waits, "and then that may be simulated");
	scene_close(&s);
}

/* The window holds 64: what does not go in is made at once. */
static void full_window(void)
{
	struct scene s;

	open_scene(&s);
	for (int i = 0; i < 64; i++)
		is_taken_to_fail(&s, "v1");
	is_taken_to_fail(&s, "v1");
	ok(propose(&s, "w1").waits, "w may go: known at once, and to be simulated");
	ok(!settle(&s, true), "all others fail");
	ok(!propose(&s, "w1").bound || settle(&s, true), "w may still go");
	if (!dry_ahead_is_empty(ahead_of(&s)))
		settle(&s, true);
	scene_close(&s);
}

static void who_listens(void)
{
	struct scene s;

	open_scene(&s);
	s.f.session.log.verbosity = 0;
	ok(!dry_ahead_serves(ahead_of(&s), &s.q), "there is a log");
	s.f.session.log.verbosity = -1;
	s.f.searches.budget.mode = BUDGET_STEPS;
	ok(!dry_ahead_serves(ahead_of(&s), &s.q), "there is a budget");
	s.f.searches.budget.mode = BUDGET_OFF;
	s.f.cluster.dice.thrown = true;
	ok(!dry_ahead_serves(ahead_of(&s), &s.q), "chance orders victims");
	s.f.cluster.dice.thrown = false;
	s.f.searches.threads = 1;
	ok(!dry_ahead_serves(ahead_of(&s), &s.q), "there is one processor");
	s.f.searches.threads = 2;
	s.f.searches.always_ahead = false;
	ok(!dry_ahead_serves(ahead_of(&s), &s.q), "the search had no dry run yet");
	scene_close(&s);
}

int main(void)
{
	all_fail();
	one_is_refused();
	one_is_solved();
	what_waits();
	full_window();
	who_listens();
	return tap_end();
}
