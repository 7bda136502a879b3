/* Known failures (shortcuts/known_failures.h): for which jobs a scenario is known to fail, because
 * its dry run failed for an earlier one. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/known_failures.h"
#include "cmd/snap-replay/shortcuts/repeated_searches.h"

#define WITH_QUOTA(name, parent, gpus) \
	QUEUE_GPUS(name, parent, "{'quota':" gpus ",'limit':-1,'overQuotaWeight':1}")
/* v, the victim, has 2 GPUs on each of two nodes with 3, and u of q has 1 besides. In q wait c, a
 * and b, which ask for 2 GPUs each, d, which asks for 3, and the gang g, with two pods of 2 GPUs;
 * in s waits e, which asks for 2. p is above all queues. */
struct world {
	const char *p_limit, *q_quota, *r_quota, *s_quota, *g_hour;
	/* n0 has 5 GPUs, x of s runs there with 2, and g's pods ask for 3. v comes back, then c and
	 * a are passed, then x comes back, then g has its turn. */
	bool with_x;
};
/* v comes back before q has its turn, and leaves 1 GPU on each node. */
static const struct world plain = {"-1", "2", "4", "0", "09", false};

static void write_world(const struct world *w, struct strbuf *b)
{
	strbuf_addf(b,
		"'queues':[" QUEUE_GPUS("p", "", "{'quota':-1,'limit':%s,'overQuotaWeight':1}") ",",
		w->p_limit);
	strbuf_addf(b,
		WITH_QUOTA("q", "p", "%s") "," WITH_QUOTA("r", "p", "%s") "," WITH_QUOTA(
			"s", "p", "%s") "]," PRIORITIES
					",'nodes':[" GPU_NODE("n0", "%d") "," GPU_NODE("n1", "3"),
		w->q_quota, w->r_quota, w->s_quota, w->with_x ? 5 : 4, w->with_x ? 5 : 4);
	strbuf_addf(b,
		"],'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB(
			"v", "r", "low", "02", "2") "," JOB("c", "q", "low", "03", "1") "," JOB("a",
			"q", "low", "04", "1") "," JOB("b", "q", "low", "06", "1") "," JOB("d", "q",
			"low", "07", "1") "," JOB("e", "s", "low", "08", "1") "," JOB("g", "q",
			"low", "%s", "2") "%s],'pods':[",
		w->g_hour, w->with_x ? "," JOB("x", "s", "low", "02", "1") : "");
	if (w->with_x)
		strbuf_addz(b, RUNNING("x1", "x", "2", "n0") ",");
	strbuf_addf(b,
		RUNNING("u1", "u", "1", "n0") "," RUNNING("v1", "v", "2", "n0") "," RUNNING(
			"v2", "v", "2", "n1") "," PENDING("a1", "a", "2") "," PENDING("b1", "b",
			"2") "," PENDING("c1", "c", "2") "," PENDING("d1", "d",
			"3") "," PENDING("e1", "e", "2") "," PENDING("g1", "g",
			"%d") "," PENDING("g2", "g", "%d") "]",
		w->with_x ? 3 : 2, w->with_x ? 3 : 2);
}

/* The walk is filled with the job at this rank. */
static void fill_in(struct scene *s, const char *name, int rank)
{
	struct job *j = fixture_job(&s->f, name);

	for (int i = 0; i < s->f.cluster.n_jobs; i++) {
		int *one = &s->f.cluster.jobs[i]->fill_rank;

		*one -= *one > j->fill_rank;
		*one += *one >= rank;
	}
	j->fill_rank = rank;
}

static void open_world(struct scene *s, const struct world *w)
{
	struct strbuf raw = {0};

	write_world(w, &raw);
	scene_open(s, raw.s);
	strbuf_free(&raw);
	fill_in(s, "g", s->f.cluster.n_jobs - 1);
	s->q.feasible = s->in;
	s->q.victims = running_jobs;
	shortcuts.search_ends(&s->q, true);
}

/* Begins a search for one pod of the job, and looks at the scenario of these victims. True: its dry
 * run fails. */
static bool look_at(struct scene *s, const char *job, const char *victims)
{
	s->q.job = fixture_job(&s->f, job);
	shortcuts.search_begins(&s->q);
	s->p.pending = search_unit(&s->q, s->q.job);
	s->p.pending.n = 1;
	s->p.preemptor = partial_job(&s->q, s->q.job, s->p.pending.items, 1);
	s->p.potential = (struct batches){0};
	add_victims(s, &s->p.potential, victims);
	bounds_forecast(&s->q, &s->p, &s->nodes);
	for (int i = 0; i < 16; i++)
		bounds_simulated(&s->q, &s->p);
	return bounds_forecast(&s->q, &s->p, &s->nodes).bound == INFEASIBLE_DRY_RUN;
}

static bool look(struct scene *s, const char *job)
{
	return look_at(s, job, "v1 v2");
}

static uint64_t chosen_of(struct scene *s, const char *victim)
{
	uint64_t chosen = 0;

	bit_set(&chosen,
		shortcuts_of(&s->q)->bounds->dry_run->position[pod(s, victim)->job->index]);
	return chosen;
}

/* The scenario of v is known to fail, before a look at it. */
static bool is_known(struct scene *s)
{
	uint64_t chosen = chosen_of(s, "v1");

	return known_failures_has(
		shortcuts_of(&s->q)->failures, &(struct dry_input){.chosen = &chosen});
}

/* Behind a search for one job, which fails, one for another begins, with another scenario. */
static void fail_then_look(struct scene *s, const char *earlier, const char *later)
{
	look(s, earlier);
	shortcuts.search_ends(&s->q, true);
	look_at(s, later, "u1 v1 v2");
}

/* Searches for one job after the other, which fail. */
static void after_one(const struct world *w, const char *earlier, const char *later, bool want,
	void (*meanwhile)(struct scene *s), const char *what)
{
	struct scene s;

	open_world(&s, w);
	ok(look(&s, earlier), "%s: the dry run for %s fails", what, earlier);
	shortcuts.search_ends(&s.q, true);
	if (meanwhile)
		meanwhile(&s);
	look_at(&s, later, "u1 v1 v2");
	ok(is_known(&s) == want, "%s: for %s that is %s", what, later,
		want ? "known" : "not known");
	scene_close(&s);
}

static void close_node(struct scene *s)
{
	s->bits = 1;
	s->in[1] = false;
}

static void leave_something(struct scene *s)
{
	look(s, "b");
	shortcuts.search_ends(&s->q, false);
}

/* v must return now; then what is known of it as a victim that need not does not count. */
static void another_fate(void)
{
	struct dry_run *r;
	uint64_t v;
	struct scene s;

	open_world(&s, &plain);
	fail_then_look(&s, "a", "b");
	r = shortcuts_of(&s.q)->bounds->dry_run;
	v = chosen_of(&s, "v1");
	ok(!known_failures_has(
		   shortcuts_of(&s.q)->failures, &(struct dry_input){.chosen = &v, .must = &v}),
		"another one when v must return in one scenario");
	r->required[0] |= v;
	ok(!is_known(&s), "another one when v must return");
	scene_close(&s);
}

/* A gang whose turn comes last in q, but which is the first of q while the heap is filled. */
static void filled_in_first(void)
{
	struct scene s;

	open_world(&s, &plain);
	fill_in(&s, "g", 0);
	fail_then_look(&s, "a", "g");
	ok(!is_known(&s), "a gang that is filled in first");
	scene_close(&s);
}

/* The same when that gang has failed. */
static void failed_filled_in_first(void)
{
	struct scene s;

	open_world(&s, &plain);
	fill_in(&s, "g", 0);
	fail_then_look(&s, "g", "e");
	ok(!is_known(&s), "behind a gang that is filled in first");
	scene_close(&s);
}

/* While a search for g looks at another scenario, a failure of v's is added. */
static void not_hidden(bool hidden)
{
	struct shortcuts *m;
	uint64_t chosen;
	struct scene s;

	open_world(&s, &plain);
	look_at(&s, "g", "u1 v1 v2");
	m = shortcuts_of(&s.q);
	chosen = chosen_of(&s, "v1");
	known_failures_add(m->failures, &(struct dry_input){.chosen = &chosen}, hidden);
	shortcuts.search_ends(&s.q, true);
	look_at(&s, "e", "u1 v1 v2");
	ok(is_known(&s) == hidden, "a gang's failure is %skept if it was %shidden",
		hidden ? "" : "not ", hidden ? "" : "not ");
	scene_close(&s);
}

/* The scenario of v and x fails for g when c and a are passed, so g is next. */
static void gang_was_next(void)
{
	const struct world w = {"-1", "2", "4", "1", "05", true};
	uint64_t chosen;
	struct scene s;

	open_world(&s, &w);
	ok(look_at(&s, "g", "v1 v2 x1"), "v and x leave no room for g");
	ok(scenario_walk_popped(shortcuts_of(&s.q)->bounds->dry_run->lane->walk,
		   fixture_job(&s.f, "g")->queue) == 2,
		"and c and a come before x");
	shortcuts.search_ends(&s.q, true);
	look_at(&s, "d", "u1 v1 v2");
	chosen = chosen_of(&s, "v1") | chosen_of(&s, "x1");
	ok(!known_failures_has(
		   shortcuts_of(&s.q)->failures, &(struct dry_input){.chosen = &chosen}),
		"behind one pod of a gang that had become the next job");
	scene_close(&s);
}

/* In a search for the job, a failure with this victim is added. */
static void add_for(struct scene *s, const char *job, const char *victim)
{
	uint64_t chosen;

	look_at(s, job, "u1 v1 v2");
	chosen = chosen_of(s, victim);
	known_failures_add(
		shortcuts_of(&s->q)->failures, &(struct dry_input){.chosen = &chosen}, true);
	shortcuts.search_ends(&s->q, true);
}

static void sources_apart(void)
{
	struct scene s;

	open_world(&s, &plain);
	add_for(&s, "b", "v1");
	add_for(&s, "c", "u1");
	look_at(&s, "a", "u1 v1 v2");
	ok(!is_known(&s), "c has failed, but not with v, as b did");
	scene_close(&s);
	open_world(&s, &plain);
	add_for(&s, "c", "v1");
	add_for(&s, "b", "v1");
	look_at(&s, "a", "u1 v1 v2");
	ok(is_known(&s), "c has failed with v, and so did b later");
	scene_close(&s);
}

/* What b fails with does not hold for a, which comes before b; what c fails with does. */
static void two_sources(void)
{
	struct scene s;

	open_world(&s, &plain);
	look(&s, "b");
	shortcuts.search_ends(&s.q, true);
	fail_then_look(&s, "c", "a");
	ok(is_known(&s), "behind two failures one of which counts");
	scene_close(&s);
}

/* a is placed first, and v, which must return, finds no place. */
static void behind_the_turn(void)
{
	const struct world a_first = {"-1", "8", "0", "0", "09", false};
	struct scene s;

	open_world(&s, &a_first);
	s.must = "v";
	ok(look(&s, "a"), "v, which must return, finds no place behind a");
	shortcuts.search_ends(&s.q, true);
	look_at(&s, "b", "u1 v1 v2");
	ok(!is_known(&s), "a failure behind a's turn is not kept");
	scene_close(&s);
}

/* Nothing is known to fail in a session that the search has changed. */
static void changed_in_between(void)
{
	struct shortcuts *m;
	struct scene s;

	open_world(&s, &plain);
	fail_then_look(&s, "a", "b");
	m = shortcuts_of(&s.q);
	ok(is_known(&s), "b's scenario is known");
	ok(repeated_searches_clean(m->repeated, true), "the search has left nothing behind");
	ok(!repeated_searches_clean(m->repeated, false), "unless a scenario was not reversible");
	scene_close(&s);
}

int main(void)
{
	const struct world refused = {"5", "2", "4", "0", "09", false},
			   s_first = {"-1", "2", "4", "8", "09", false},
			   g_next = {"-1", "2", "4", "0", "05", false},
			   g_first = {"-1", "2", "4", "0", "02", false};

	after_one(&plain, "a", "b", true, NULL, "the next job of the queue");
	after_one(&plain, "a", "c", false, NULL, "a job that has its turn before");
	after_one(&plain, "a", "d", false, NULL, "a job that asks for more");
	after_one(&plain, "a", "e", true, NULL, "a job of a queue that comes later");
	after_one(&s_first, "a", "e", false, NULL, "a job of a queue that comes before");
	after_one(&plain, "a", "g", true, NULL, "one pod of a gang");
	after_one(&g_next, "a", "g", false, NULL, "one pod of the gang that is next behind a");
	after_one(&g_next, "g", "b", true, NULL, "behind one pod of a gang that was not next");
	after_one(&g_first, "g", "b", false, NULL, "behind one pod of a gang that was");
	after_one(&plain, "a", "b", false, close_node, "other nodes");
	after_one(&plain, "a", "b", false, leave_something, "something was left behind");
	after_one(&refused, "a", "b", false, NULL, "the limit of p keeps a out");
	another_fate();
	filled_in_first();
	failed_filled_in_first();
	not_hidden(true);
	not_hidden(false);
	two_sources();
	sources_apart();
	gang_was_next();
	behind_the_turn();
	changed_in_between();
	return tap_end();
}
