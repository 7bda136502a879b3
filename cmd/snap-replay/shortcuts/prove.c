#include "shortcuts/prove.h"

#include <stdlib.h>

#include "common/grow.h"
#include "session/trace.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/shortcuts.h"

static struct proof *proof_of(const struct search *q)
{
	return &shortcuts_of(q)->proof;
}

void proof_failed(const struct search *q, const char *what)
{
	warn_input(
		q->session->warnings, q->job->key, "a short cut would have been wrong: %s", what);
}

static void set_aside(struct search *q)
{
	struct proof *p = proof_of(q);

	if (!p->quiet)
		trace_off(q->session);
	p->quiet = true;
	p->counts = q->counts;
}

static void put_back(struct search *q)
{
	struct proof *p = proof_of(q);

	if (!p->quiet)
		return;
	p->quiet = false;
	q->counts = p->counts;
	trace_on(q->session);
}

static void exchange_failed(struct search *q, bool aside)
{
	struct proof *p = proof_of(q);
	struct visited failed = q->failed;

	if (p->aside == aside)
		return;
	p->aside = aside;
	q->failed = p->failed_aside;
	p->failed_aside = failed;
}

void proof_free(struct proof *p)
{
	visited_free(&p->failed_aside);
	walk_free(p->walk);
	free(p->failing);
}

static void search_begins(struct search *q)
{
	shortcuts.search_begins(q);
}

static void search_ends(struct search *q, bool undone)
{
	proof_free(proof_of(q));
	shortcuts.search_ends(q, undone);
}

/* ---- probes ---- */

static bool probe_begins(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	struct proof *p = proof_of(q);

	p->quiet_probe = shortcuts.probe_begins(q, preemptor, recorded);
	if (!p->quiet_probe)
		return false;
	p->probe_counts = q->counts;
	p->failed = q->failed;
	q->failed = (struct visited){0};
	return false;
}

static void probe_ends(struct search *q)
{
	struct proof *p = proof_of(q);

	exchange_failed(q, false);
	if (p->quiet_probe) {
		visited_free(&q->failed);
		q->failed = p->failed;
		q->counts = p->probe_counts;
	}
	p->quiet_probe = p->picks = false;
	shortcuts.probe_ends(q);
}

static bool state_fails(struct search *q, const struct proposal *state)
{
	struct proof *p = proof_of(q);

	if (p->picks && p->pick)
		proof_failed(q, "a pick that MultiNodeGang does not make");
	p->state_fails = shortcuts.state_fails(q, state);
	p->n_failing = 0;
	p->picks = false;
	return false;
}

static bool choice_fails(struct search *q, const struct proposal *choice)
{
	struct proof *p = proof_of(q);

	if (!shortcuts.choice_fails(q, choice))
		return false;
	ARRAY_GROW(p->failing, p->n_failing, p->cap_failing);
	p->failing[p->n_failing++] = choice;
	return false;
}

static struct proposal *next_pick(struct search *q)
{
	struct proposal *p = shortcuts.next_pick(q);

	if (p)
		prefix_picks_list(shortcuts_of(q)->picks, p);
	return p;
}

static bool picks_begin(
	struct search *q, const struct proposal *state, const struct probe_nodes *nodes)
{
	struct proof *p = proof_of(q);

	p->picks = !p->state_fails && shortcuts.picks_begin(q, state, nodes);
	if (p->picks)
		p->pick = next_pick(q);
	return false;
}

/* ---- scenarios ---- */

static bool same_batches(const struct batches *a, const struct batches *b)
{
	bool same = a->n == b->n;

	for (int i = 0; same && i < a->n; i++)
		same = a->items[i].tasks == b->items[i].tasks && a->items[i].n == b->items[i].n;
	return same;
}

static bool is_failing(const struct proof *p, const struct proposal *s)
{
	for (int i = 0; i < p->n_failing; i++)
		if (p->failing[i] == s)
			return true;
	return false;
}

/* The first question about a proposal. */
static bool is_repeat(struct search *q, const struct proposal *s)
{
	struct proof *p = proof_of(q);
	bool pick = p->picks && p->pick && same_batches(&p->pick->potential, &s->potential);

	p->claims = (struct claims){.pick = pick,
		.repeat = s->repeat || (pick && p->pick->repeat),
		.left_out = p->state_fails || (p->picks ? !pick : is_failing(p, s))};
	if (p->claims.left_out)
		set_aside(q);
	exchange_failed(q, p->claims.left_out);
	return false;
}

static struct forecast forecast(
	struct search *q, const struct proposal *s, const struct probe_nodes *nodes)
{
	struct proof *p = proof_of(q);
	struct forecast f = {0};

	if (!p->claims.left_out)
		f = shortcuts.forecast(q, s, nodes);
	p->claims.fails = f.bound != BOUND_NONE;
	p->claims.all_return = f.all_return;
	if (p->claims.fails)
		set_aside(q);
	return (struct forecast){.may_end_early = f.may_end_early};
}

static bool fails_already(struct search *q, struct task *const *victims, int n)
{
	struct proof *p = proof_of(q);

	if (!p->claims.fails_early && shortcuts.fails_already(q, victims, n)) {
		p->claims.fails_early = true;
		set_aside(q);
	}
	return false;
}

/* When it was proposed before, short cuts would have left it out, or would now. */
static bool was_seen_aside(struct search *q, const struct proposal *s)
{
	bool aside = proof_of(q)->aside, seen;

	exchange_failed(q, !aside);
	seen = visited_has(q, s);
	exchange_failed(q, aside);
	return seen;
}

static void compare(
	struct search *q, const struct proposal *s, const struct claims *c, enum scenario_end end)
{
	bool solved = end == SCENARIO_SOLVED;

	if ((c->left_out || c->fails) && solved)
		proof_failed(q, "a scenario is feasible that a bound calls infeasible");
	if (c->fails_early && solved)
		proof_failed(q, "a feasible scenario ended early");
	if (c->repeat && end != SCENARIO_SEEN && !was_seen_aside(q, s))
		proof_failed(q, "a new scenario was called a duplicate");
	if (c->all_return && (end == SCENARIO_NO_PLACE || c->fails_early))
		proof_failed(q, "the dry run and the simulation differ");
}

static void scenario_finished(struct search *q, const struct proposal *s, enum scenario_end end)
{
	struct proof *p = proof_of(q);

	put_back(q);
	compare(q, s, &p->claims, end);
	if (p->claims.left_out)
		return;
	shortcuts.scenario_finished(q, s, p->claims.fails ? SCENARIO_SKIPPED : end);
	if (p->claims.pick)
		p->pick = next_pick(q);
}

/* ---- the jobs of a scenario ---- */

static bool scenario_begins(struct search *q, const struct scenario *s)
{
	struct proof *p = proof_of(q);

	walk_free(p->walk);
	p->walk = NULL;
	p->scenario = *s;
	if (!shortcuts.scenario_begins(q, s))
		return false;
	p->walk = simulation_walk(q, s);
	return true;
}

static struct job *next_scenario_job(struct search *q)
{
	struct proof *p = proof_of(q);
	struct job *claimed, *j;

	do
		claimed = shortcuts.next_scenario_job(q);
	while (claimed && !simulation_involves(q, &p->scenario, claimed));
	do
		j = walk_pop(p->walk);
	while (j && !simulation_involves(q, &p->scenario, j));
	if (claimed != j)
		proof_failed(q, "the scenario walk gives another job");
	return j;
}

static void *action_begins(struct session *s)
{
	return shortcuts.action_begins(s);
}

static void action_ends(void *memory)
{
	shortcuts.action_ends(memory);
}

const struct questions shortcuts_proved = {
	.action_begins = action_begins,
	.action_ends = action_ends,
	.search_begins = search_begins,
	.search_ends = search_ends,
	.probe_begins = probe_begins,
	.probe_ends = probe_ends,
	.state_fails = state_fails,
	.choice_fails = choice_fails,
	.is_repeat = is_repeat,
	.forecast = forecast,
	.fails_already = fails_already,
	.scenario_finished = scenario_finished,
	.scenario_begins = scenario_begins,
	.next_scenario_job = next_scenario_job,
	.picks_begin = picks_begin,
};
