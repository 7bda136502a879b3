/* Which choices of NodeLocalGreedy are not proposed (shortcuts/choices.h), and which are not even
 * made (shortcuts/node_contributions.h). */
#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/shortcuts/shortcuts.h"
#include "vwx.h"

/* One batch of all these pods, which are of one job. */
static void add_job(struct scene *s, struct batches *to, const char *names)
{
	struct batches one = {0};
	struct task **tasks = ARENA_ARRAY(&s->q.arena, JOBS_MAX, struct task *);

	add_victims(s, &one, names);
	for (int i = 0; i < one.n; i++)
		tasks[i] = one.items[i].tasks[0];
	batches_add(&s->q, to,
		(struct batch){.job = tasks[0]->job,
			.tasks = tasks,
			.n = one.n,
			.job_index = tasks[0]->job->index});
}

/* The pods of w, and of v, in the choice; NULL: none. */
static void choose(struct scene *s, const char *w, const char *v)
{
	s->p.potential = (struct batches){0};
	if (w)
		add_job(s, &s->p.potential, w);
	if (v)
		add_job(s, &s->p.potential, v);
}

static void scene_of(struct scene *s, const char *raw, const char *must, const char *stay)
{
	scene_open(s, raw);
	s->must = must;
	s->stay = stay;
	choose(s, "w1", "v1 v2");
}

static void fails_at(struct scene *s, bool want, const char *what, const char *file, int line)
{
	tap_ok(shortcuts.choice_fails(&s->q, &s->p) == want, file, line, "%s", what);
}
#define fails(s, what) fails_at((s), true, (what), __FILE__, __LINE__)
#define may_succeed(s, what) fails_at((s), false, (what), __FILE__, __LINE__)

static void of(const char *raw, const char *must, const char *stay, bool want, const char *what)
{
	struct scene s;

	scene_of(&s, raw, must, stay);
	fails_at(&s, want, what, __FILE__, __LINE__);
	scene_close(&s);
}

static void kin(void)
{
	of(VWX("1"), "", "", false, "pods that may be lost");
	of(VWX("1"), "v", "", true, "two pods of v, of which one must go on, must return");
	of(VWX("2"), "v", "", false, "v is a gang");
	of(VWX("1"), "w", "", false, "another job must return");
	of(VWX("1"), "", "w", true, "w must not be moved");
	of(VWX_OF("1", HALF_OF_N2), "v", "", false, "a victim is not reversible");
}

static void guard(void)
{
	struct scene s;
	struct job *w;

	scene_of(&s, VWX("1"), "v", "");
	s.f.searches.budget.mode = BUDGET_OFF + 1;
	may_succeed(&s, "with a budget");
	s.f.searches.budget.mode = BUDGET_OFF;
	fails(&s, "and without");
	scene_close(&s);
	scene_of(&s, VWX("1"), "v", "");
	w = stale_job(&s, "w");
	may_succeed(&s, "w has a stale unit cache");
	job_drop_cache(w);
	fails(&s, "and lost it");
	scene_close(&s);
	scene_of(&s, VWX_NOTED, "v", "");
	fails(&s, "nothing is recorded of w");
	record_notes(&s, 256);
	s.q.probes++;
	may_succeed(&s, "w is noted");
	scene_close(&s);
	scene_of(&s, VWX("1"), "v", "");
	add_victims(&s, &s.p.recorded, "w1");
	may_succeed(&s, "w is a recorded victim, too");
	scene_close(&s);
	scene_of(&s, VWX_OF("1", HALF_OF_N2), "v", "");
	choose(&s, NULL, "v1 v2");
	fails(&s, "v alone");
	add_victims(&s, &s.p.recorded, "w1");
	s.q.probes++;
	may_succeed(&s, "a recorded victim is not reversible");
	scene_close(&s);
}

/* All GPUs are held, so a choice must give up one for good. */
static void deficit(void)
{
	const struct batches none = {0};
	struct scene s;

	scene_of(&s, VWX("2"), "v", "");
	ok(!shortcuts.probe_begins(&s.q, s.p.preemptor, &none), "some choice may do");
	may_succeed(&s, "w gives its GPU");
	choose(&s, NULL, "v1 v2");
	fails(&s, "v must return, and gives none");
	choose(&s, "w1", NULL);
	may_succeed(&s, "w alone gives it, too");
	shortcuts.probe_ends(&s.q);
	choose(&s, NULL, "v1 v2");
	may_succeed(&s, "without a deficit");
	scene_close(&s);
}

/* A choice with a job that has a stale unit cache is proposed, so that the cache is dropped. */
static void exempt(void)
{
	const struct batches none = {0};
	struct scene s;
	struct job *v;

	scene_of(&s, VWX("2"), "v", "");
	v = stale_job(&s, "v");
	ok(!shortcuts.probe_begins(&s.q, s.p.preemptor, &none), "some choice may do");
	choose(&s, NULL, "v1 v2");
	may_succeed(&s, "v gives none, but is exempt");
	job_drop_cache(v);
	scene_close(&s);
}

/* All GPUs are held, and a asks for 3. v has 3, of which n1 has one; x has both pods on n2. */
#define THREE_ON_N0 \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "3") "," GPU_NODE( \
		"n1", "1") "," GPU_NODE("n2", "2") "],'podGroups':[" JOB("v", "q", "low", "01", \
		"1") "," JOB("w", "q", "low", "01", "1") "," JOB("x", "q", "low", "01", \
		"2") "," JOB("a", "q", "high", "11", "1") "],'pods':[" RUNNING("v1", "v", "2", \
		"n0") "," RUNNING("v2", "v", "1", "n1") "," RUNNING("w1", "w", "1", \
		"n0") "," RUNNING("x1", "x", "1", "n2") "," RUNNING("x2", "x", "1", \
		"n2") "," PENDING("a1", "a", "3") "]"

/* The state gets one more batch. wanted: by node, "-" where the choice is known to fail. */
static void grows(struct scene *s, const char *pods, const char *wanted)
{
	char got[] = "   ";

	add_job(s, &s->p.potential, pods);
	for (int i = 0; i < 3; i++)
		got[i] = shortcuts.node_fails(&s->q, &s->p, i) ? '-' : '+';
	ok(!strcmp(got, wanted), "with %s: %s on n0, n1, n2, want %s", pods, got, wanted);
}

static void by_node(void)
{
	const struct batches none = {0};
	struct scene s;
	struct job *x;

	scene_open(&s, THREE_ON_N0);
	s.must = s.stay = "";
	ok(!shortcuts.node_fails(&s.q, &s.p, 0), "without a deficit nothing is known");
	shortcuts.probe_begins(&s.q, s.p.preemptor, &none);
	grows(&s, "w1", "---");
	grows(&s, "v1", "+--");
	grows(&s, "v2", "++-");
	grows(&s, "x1 x2", "++-");
	shortcuts.probe_ends(&s.q);

	s.q.probes++;
	s.p.potential = (struct batches){0};
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	shortcuts.probe_begins(&s.q, s.p.preemptor, &none);
	grows(&s, "v2", "---");
	grows(&s, "v1", "++-");
	shortcuts.probe_ends(&s.q);
	scene_close(&s);

	scene_open(&s, THREE_ON_N0);
	s.must = s.stay = "";
	x = stale_job(&s, "x");
	shortcuts.probe_begins(&s.q, s.p.preemptor, &none);
	grows(&s, "x1 x2", "--+"); /* it is exempt */
	shortcuts.probe_ends(&s.q);
	job_drop_cache(x);
	scene_close(&s);
}

/* Each batch is judged once. */
static void judged(void)
{
	struct scene s;

	scene_of(&s, VWX("1"), "v", "");
	choose(&s, "w1", "v1");
	may_succeed(&s, "one pod of v");
	choose(&s, "w1", "v1 v2");
	fails(&s, "v has a second pod by now");
	choose(&s, "w1", "v2");
	may_succeed(&s, "only that one");
	choose(&s, "w1", "v1 v2");
	fails(&s, "and both");
	s.must = "";
	s.q.probes++;
	s.p.preemptor = partial_job(&s.q, s.q.job, s.p.pending.items, s.p.pending.n);
	may_succeed(&s, "the next probe, in which v may be lost");
	s.must = "v";
	shortcuts_of(&s.q)->generation++;
	fails(&s, "behind a scenario that left traces, v must return");
	scene_close(&s);
}

int main(void)
{
	kin();
	guard();
	deficit();
	exempt();
	by_node();
	judged();
	return tap_end();
}
