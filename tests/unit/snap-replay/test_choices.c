/* Which choices of NodeLocalGreedy are not proposed (shortcuts/choices.h). */
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
	judged();
	return tap_end();
}
