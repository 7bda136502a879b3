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
};
/* v comes back before q has its turn, and leaves 1 GPU on each node. */
static const struct world plain = {"-1", "2", "4", "0", "09"};

static void write_world(const struct world *w, struct strbuf *b)
{
	strbuf_addf(b,
		"'queues':[" QUEUE_GPUS("p", "", "{'quota':-1,'limit':%s,'overQuotaWeight':1}") ",",
		w->p_limit);
	strbuf_addf(b,
		WITH_QUOTA("q", "p", "%s") "," WITH_QUOTA("r", "p", "%s") "," WITH_QUOTA(
			"s", "p", "%s") "]," PRIORITIES
					",'nodes':[" GPU_NODE("n0", "4") "," GPU_NODE("n1", "3"),
		w->q_quota, w->r_quota, w->s_quota);
	strbuf_addf(b,
		"],'podGroups':[" JOB("u", "q", "low", "01", "1") "," JOB(
			"v", "r", "low", "02", "2") "," JOB("c", "q", "low", "03", "1") "," JOB("a",
			"q", "low", "04", "1") "," JOB("b", "q", "low", "06", "1") "," JOB("d", "q",
			"low", "07", "1") "," JOB("e", "s", "low", "08", "1") "," JOB("g", "q",
			"low", "%s", "2") "],'pods':[",
		w->g_hour);
	strbuf_addz(b,
		RUNNING("u1", "u", "1", "n0") "," RUNNING("v1", "v", "2", "n0") "," RUNNING(
			"v2", "v", "2", "n1") "," PENDING("a1", "a", "2") "," PENDING("b1", "b",
			"2") "," PENDING("c1", "c", "2") "," PENDING("d1", "d",
			"3") "," PENDING("e1", "e", "2") "," PENDING("g1", "g",
			"2") "," PENDING("g2", "g", "2") "]");
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

/* The scenario of v is known to fail, before a look at it. */
static bool is_known(struct scene *s)
{
	const struct shortcuts *m = shortcuts_of(&s->q);
	uint64_t chosen = 0;

	bit_set(&chosen, m->bounds->dry_run->position[pod(s, "v1")->job->index]);
	return known_failures_has(m->failures, &chosen);
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
	struct scene s;

	open_world(&s, &plain);
	fail_then_look(&s, "a", "b");
	r = shortcuts_of(&s.q)->bounds->dry_run;
	r->jobs[r->position[pod(&s, "v1")->job->index]].must_return = RETURN_REQUIRED;
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

/* a is placed first, and v, which must return, finds no place. */
static void behind_the_turn(void)
{
	const struct world a_first = {"-1", "8", "0", "0", "09"};
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
	const struct world refused = {"5", "2", "4", "0", "09"},
			   s_first = {"-1", "2", "4", "8", "09"},
			   g_next = {"-1", "2", "4", "0", "05"};

	after_one(&plain, "a", "b", true, NULL, "the next job of the queue");
	after_one(&plain, "a", "c", false, NULL, "a job that has its turn before");
	after_one(&plain, "a", "d", false, NULL, "a job that asks for more");
	after_one(&plain, "a", "e", true, NULL, "a job of a queue that comes later");
	after_one(&s_first, "a", "e", false, NULL, "a job of a queue that comes before");
	after_one(&plain, "a", "g", true, NULL, "one pod of a gang");
	after_one(&g_next, "a", "g", false, NULL, "one pod of the gang that is next behind a");
	after_one(&g_next, "g", "b", false, NULL, "behind one pod of a gang");
	after_one(&plain, "a", "b", false, close_node, "other nodes");
	after_one(&plain, "a", "b", false, leave_something, "something was left behind");
	after_one(&refused, "a", "b", false, NULL, "the limit of p keeps a out");
	another_fate();
	filled_in_first();
	behind_the_turn();
	changed_in_between();
	return tap_end();
}
