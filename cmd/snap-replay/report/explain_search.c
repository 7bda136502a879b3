/* What a search for room tried, and why its scenarios failed, grouped by reason. */
#include <stdlib.h>

#include "common/mem.h"
#include "report/explain_private.h"

void explain_reason(struct session *s, const char *text)
{
	struct explain *x = explain_at(s);

	if (!x->now)
		return;
	strbuf_clear(&x->why);
	strbuf_addz(&x->why, text);
}

void explain_victim_rule(struct session *s, const struct job *victim, const char *text)
{
	struct explained *e = explain_of(s, victim);

	if (e && !str_eq(e->rule, str_of(text)))
		e->rule = arena_str(&explain_at(s)->arena, str_of(text));
}

struct searched *explain_search_of(struct explain *x)
{
	if (!x->visit->search)
		x->visit->search =
			x->follows ? ARENA_NEW(&x->arena, struct searched) : &x->other.search;
	return x->visit->search;
}

/* ---- victims ---- */

void explain_candidate(struct session *s, const struct job *j, bool victim)
{
	struct explain *x = s->trace.state;
	struct str text = strbuf_str(&x->why);
	struct searched *q;

	if (!x->now || x->now->job == j || counts_in(j->counts, SET_ACTIVE_ALLOCATED) == 0)
		return;
	q = explain_search_of(x);
	if (victim && j->preemptible) {
		q->candidates++;
		return;
	}
	if (victim)
		text = STR("not preemptible");
	for (int i = 0; i < q->n_rejected; i++)
		if (str_eq(q->rejected[i].text, text)) {
			q->rejected[i].jobs++;
			return;
		}
	ARRAY_GROW(q->rejected, q->n_rejected, q->cap_rejected);
	q->rejected[q->n_rejected++] = (struct rejected){arena_str(&x->arena, text), 1};
}

void explain_lots(struct session *s, int64_t lots)
{
	if (explain_at(s)->now)
		explain_search_of(explain_at(s))->lots = lots;
}

/* ---- simulations ---- */

void explain_final_probe(struct session *s, bool begins)
{
	explain_at(s)->final_probe = begins;
}

void explain_scenario(struct session *s)
{
	struct explain *x = s->trace.state;

	explain_keep_figures(x);
	strbuf_clear(&x->why);
	x->took_back = x->lacks = x->no_domain = (struct str){0};
	x->begun = x->limited = false;
	x->simulated = true;
	x->placed = x->pods = 0;
}

static struct search_failure *failed(struct explain *x, struct str text, int most, int of)
{
	struct searched *q = explain_search_of(x);
	struct search_failure *f;

	for (int i = 0; i < q->n_failures; i++) {
		f = &q->failures[i];
		if (!str_eq(f->text, text))
			continue;
		f->scenarios++;
		if (of > f->of || (of == f->of && most > f->most)) { /* of the largest part of the
									gang that was tried */
			f->of = of;
			f->most = most;
		}
		return f;
	}
	ARRAY_GROW(q->failures, q->n_failures, q->cap_failures);
	q->failures[q->n_failures++] = (struct search_failure){
		.text = arena_str(&x->arena, text), .scenarios = 1, .most = most, .of = of};
	return &q->failures[q->n_failures - 1];
}

void explain_scenario_failed(struct session *s)
{
	struct explain *x = s->trace.state;
	struct strbuf b = {0};

	if (!x->now)
		return;
	if (!x->begun)
		strbuf_addz(&b, "a victim could not be evicted");
	else if (x->placed == x->pods || x->limited)
		strbuf_addstr(
			&b, x->why.len ? strbuf_str(&x->why) : STR("the outcome was refused"));
	else if (x->lacks.n)
		strbuf_addf(&b, "a pod was refused everywhere: " STR_FMT, STR_ARG(x->lacks));
	else if (x->no_domain.p)
		strbuf_addz(&b, "no domain of its topology had room for all pods");
	else if (x->took_back.n)
		strbuf_addf(&b, "victims of queue " STR_FMT " took the room back",
			STR_ARG(x->took_back));
	else
		strbuf_addz(
			&b, x->pods > 1 ? "not all pods found a node" : "the pod found no node");
	failed(x, strbuf_str(&b), x->placed, x->placed < x->pods ? x->pods : 0);
	strbuf_free(&b);
}

void explain_bound(struct session *s, int how)
{
	static const char *const words[BOUNDS] = {
		[INFEASIBLE_CAPACITY] =
			"even with all victims gone there is not enough for it and for the victims that must find a place again",
		[INFEASIBLE_PACKING] = "even with all victims gone not all of its pods find a node",
		[INFEASIBLE_PROTECTED] =
			"a victim's queue would fall below its quota or fair share",
		[INFEASIBLE_UNITS] =
			"pods of an elastic victim that its queue must not lose come back one at a time",
		[INFEASIBLE_DRY_RUN] =
			"victims took needed room back before it had its turn, or one that its queue must not lose found no place",
		[INFEASIBLE_UNFAIR] =
			"victims had to come back and took the room: if they were lost, a queue above it would be over its fair share by no less than theirs",
		[INFEASIBLE_EARLY] =
			"victims took needed room back before it had its turn, or one that its queue must not lose found no place",
		[INFEASIBLE_PROBE] = "no choice of victims makes room for it",
		[DEFICIT_PROBE] =
			"only victims that may be lost, or were moved before, can make room for it: scenarios without them were left out",
	};

	if (explain_at(s)->now)
		failed(explain_at(s), str_of(words[how]), 0, 0)->probes =
			how == INFEASIBLE_PROBE || how == DEFICIT_PROBE;
}

static int most_first(const void *a, const void *b)
{
	const struct search_failure *l = a, *r = b;

	if (l->scenarios != r->scenarios)
		return l->scenarios < r->scenarios ? 1 : -1;
	return str_cmp(l->text, r->text);
}

static int most_jobs_first(const void *a, const void *b)
{
	const struct rejected *l = a, *r = b;

	return l->jobs != r->jobs ? (l->jobs < r->jobs ? 1 : -1) : str_cmp(l->text, r->text);
}

void explain_searched(struct session *s, const struct search *q, const char *result)
{
	struct explain *x = s->trace.state;
	struct searched *d;

	if (!explain_runs(x, q->job))
		return;
	d = explain_search_of(x);
	d->result = result;
	d->counts = q->counts;
	d->n_generators = q->n_generators;
	memcpy(d->generators, q->generators, sizeof d->generators);
	if (d->n_failures)
		qsort(d->failures, (size_t)d->n_failures, sizeof *d->failures, most_first);
	if (d->n_rejected)
		qsort(d->rejected, (size_t)d->n_rejected, sizeof *d->rejected, most_jobs_first);
}
