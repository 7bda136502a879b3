/* Which picks are left out because of kin (shortcuts/kin.h) or of the probe's deficit
 * (shortcuts/deficit_bound.h). */
#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/shortcuts/prefix_picks.h"
#include "cmd/snap-replay/shortcuts/shortcuts.h"
#include "common/str.h"
#include "vwx.h"

#define ALL "v1 | v1 v2 | v1 v2 w1 x1"

static void add_pick(struct strbuf *b, const struct batches *pick)
{
	strbuf_addz(b, b->len ? " |" : "");
	for (int i = 0; i < pick->n; i++)
		for (int k = 0; k < pick->items[i].n; k++)
			strbuf_addf(b, "%s" STR_FMT, b->len ? " " : "",
				STR_ARG(pick->items[i].tasks[k]->pod->meta.name));
}

/* The picks of the scene's proposal as a state. Repeats are listed, too. */
static void picks_at(
	struct scene *s, const char *want, const char *what, const char *file, int line)
{
	struct strbuf b = {0};
	const struct proposal *p;

	shortcuts.picks_begin(&s->q, &s->p, &s->nodes);
	while ((p = shortcuts.next_pick(&s->q))) {
		prefix_picks_list(shortcuts_of(&s->q)->picks, p);
		add_pick(&b, &p->potential);
	}
	strbuf_addz(&b, "");
	if (!tap_ok(!strcmp(b.s, want), file, line, "%s: %s", what, want))
		printf("# got: %s\n", b.s);
	strbuf_free(&b);
}
#define picks(s, want, what) picks_at((s), (want), (what), __FILE__, __LINE__)

static void scene_of(struct scene *s, const char *raw, const char *must, const char *stay)
{
	scene_open(s, raw);
	s->must = must;
	s->stay = stay;
	add_victims(s, &s->p.potential, "v1 v2 w1 x1");
}

static void of(
	const char *raw, const char *must, const char *stay, const char *want, const char *what)
{
	struct scene s;

	scene_of(&s, raw, must, stay);
	picks(&s, want, what);
	scene_close(&s);
}

static void claim(void)
{
	of(VWX("1"), "", "", ALL, "pods that may be lost");
	of(VWX("1"), "v", "", "v1", "two pods of v, of which one must go on, must return");
	of(VWX("2"), "v", "", ALL, "v is a gang: both come back");
	of(VWX("1"), "w", "", ALL, "another job must return");
	of(VWX("1"), "", "v", "", "v must not be moved, and is in the first pick");
	of(VWX("1"), "", "w", "v1 | v1 v2", "w must not be moved");
}

static void recorded(void)
{
	struct scene s;

	scene_open(&s, VWX("1"));
	s.must = "v";
	add_victims(&s, &s.p.recorded, "v1");
	add_victims(&s, &s.p.potential, "w1 v2 x1");
	picks(&s, "w1", "v1 is recorded, and v2 comes with the second pick");
	scene_close(&s);
}

static void one_batch(void)
{
	struct scene s;
	struct task *both[2];

	scene_open(&s, VWX("1"));
	s.must = "v";
	add_victims(&s, &s.p.potential, "w1");
	both[0] = pod(&s, "v1");
	both[1] = pod(&s, "v2");
	batches_add(&s.q, &s.p.potential,
		(struct batch){.job = both[0]->job,
			.tasks = both,
			.n = 2,
			.job_index = both[0]->job->index});
	picks(&s, "w1", "v1 and v2 in one batch");
	scene_close(&s);
}

/* Each state is the one before with one more batch. */
static void states(void)
{
	struct scene s;

	scene_open(&s, VWX("1"));
	s.must = "v";
	add_victims(&s, &s.p.potential, "v2 w1");
	picks(&s, "v2 | v2 w1", "v1 is not in the state");
	add_victims(&s, &s.p.potential, "v1");
	picks(&s, "v2 | v2 w1", "v1 is in its third pick only");
	scene_close(&s);
}

static void w_is_recorded(bool notes, const char *want, const char *what)
{
	struct scene s;

	scene_open(&s, VWX_NOTED);
	s.must = "v";
	if (notes)
		record_notes(&s, 256);
	add_victims(&s, &s.p.recorded, "w1");
	add_victims(&s, &s.p.potential, "v1 v2 x1");
	picks(&s, want, what);
	scene_close(&s);
}

static void guard(void)
{
	struct scene s;
	struct job *w;

	of(VWX_OF("1", HALF_OF_N2), "v", "", ALL, "a victim is not reversible");
	scene_of(&s, VWX("1"), "v", "");
	s.f.searches.budget.mode = BUDGET_OFF + 1;
	picks(&s, ALL, "with a budget");
	scene_close(&s);
	scene_of(&s, VWX("1"), "v", "");
	s.f.searches.diagnosed = 0;
	picks(&s, ALL, "as long as simulations leave diagnostics");
	s.f.searches.diagnosed = s.f.searches.diagnostics_limit;
	picks(&s, "v1", "and then");
	record_notes(&s, 256);
	picks(&s, "v1", "no victim is noted");
	scene_close(&s);
	scene_of(&s, VWX_NOTED, "v", "");
	picks(&s, "v1", "nothing is recorded of w");
	scene_close(&s);
	scene_of(&s, VWX_NOTED, "v", "");
	record_notes(&s, 256);
	picks(&s, ALL, "w is noted");
	scene_close(&s);
	w_is_recorded(false, "v1", "nothing is recorded of w, a recorded victim");
	w_is_recorded(true, "v1 | v1 v2 x1", "it is noted");
	scene_of(&s, VWX("1"), "v", "");
	w = stale_job(&s, "w");
	picks(&s, ALL, "w has a stale unit cache");
	job_drop_cache(w);
	picks(&s, "v1", "and lost it");
	scene_close(&s);
}

/* All GPUs are held, so a pick must give up one for good, or drop a stale unit cache. */
static void in_probe(const char *must, const char *stale, const char *want, const char *what)
{
	const struct batches none = {0};
	struct scene s;
	struct job *j;

	scene_of(&s, VWX("2"), must, "");
	j = stale ? stale_job(&s, stale) : NULL;
	ok(!shortcuts.probe_begins(&s.q, s.p.preemptor, &none), "some pick may do");
	picks(&s, want, what);
	if (j)
		job_drop_cache(j);
	scene_close(&s);
}

static void deficit(void)
{
	in_probe("v w", NULL, "v1 v2 w1 x1", "x gives its GPU");
	in_probe("v w x", "v", ALL, "v is exempt");
	in_probe("v w x", "w", "v1 v2 w1 x1", "w is exempt");
}

/* 64 batches come before that of w. */
static void many_batches(void)
{
	const struct batches none = {0};
	struct scene s;
	struct job *w;

	scene_open(&s, VWX("2"));
	s.must = "v w x";
	w = stale_job(&s, "w");
	for (int i = 0; i < 64; i++)
		add_victims(&s, &s.p.potential, "v1");
	add_victims(&s, &s.p.potential, "w1");
	ok(!shortcuts.probe_begins(&s.q, s.p.preemptor, &none), "some pick may do");
	shortcuts.picks_begin(&s.q, &s.p, &s.nodes);
	ok(shortcuts.next_pick(&s.q), "w is exempt, though its batch is the 65th");
	job_drop_cache(w);
	scene_close(&s);
}

int main(void)
{
	claim();
	recorded();
	one_batch();
	states();
	guard();
	deficit();
	many_batches();
	return tap_end();
}
