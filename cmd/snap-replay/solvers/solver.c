/* The job solver: probes for the first 1, 2, 4, ... tasks of the unit, generator by generator
 * (rules/04 4). */
#include "session/trace.h"
#include "model/bits.h"
#include "common/progress.h"
#include "solvers/questions.h"
#include "session/units.h"

struct generator_attempt { /* one generator on one job */
	struct search *q;
	const struct generator *generator;
	struct task_list unit;
	const struct task_claims **claims; /* of the unit's tasks when the search began */
	struct batches recorded;           /* hints: victims of the last solved probe */
	bool *hint_nodes;                  /* by node index */
	struct solution solution;
};

static const struct generator *generators[] = {&node_local_greedy, &multi_node_gang};

static const struct generator *generator_find(const char *name)
{
	for (size_t i = 0; i < sizeof generators / sizeof *generators; i++)
		if (!strcmp(generators[i]->name, name))
			return generators[i];
	return NULL;
}

static struct forecast forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	return QUESTION(q, forecast) ? q->questions->forecast(q, p, nodes) : (struct forecast){0};
}

static bool is_duplicate(struct search *q, const struct proposal *p)
{
	return (QUESTION(q, is_repeat) && q->questions->is_repeat(q, p)) || visited_has(q, p);
}

/* Simulates the assumed scenarios that may not fail; all: until it is known of each. True: one is
 * solved. */
static bool settle(struct generator_attempt *t, struct probe_nodes *nodes, bool all)
{
	struct search *q = t->q;
	const struct proposal *p;
	bool solved = false;

	while (!solved && QUESTION(q, settle) && (p = q->questions->settle(q, nodes, all))) {
		enum scenario_end end = simulate(q, p, nodes, true, &t->solution);

		solved = end == SCENARIO_SOLVED;
		q->questions->scenario_finished(q, p, end);
		q->questions->settled(q, solved);
	}
	return solved;
}

static enum scenario_end try_scenario(
	struct generator_attempt *t, const struct proposal *p, struct probe_nodes *nodes)
{
	struct search *q = t->q;
	bool duplicate = is_duplicate(q, p);
	struct forecast f;

	budget_step(q->budget);
	q->counts.proposed++;
	progress_show(q->session->progress, q->job->key, q->counts.proposed, "scenario");
	if (duplicate) {
		q->counts.duplicates++;
		return SCENARIO_SEEN;
	}
	while ((f = forecast(q, p, nodes)).waits)
		if (settle(t, nodes, true))
			return SCENARIO_LATE;
	return f.bound ? SCENARIO_SKIPPED : simulate(q, p, nodes, f.may_end_early, &t->solution);
}

static enum search_reason try_all(
	struct generator_attempt *t, void *state, struct probe_nodes *nodes)
{
	struct search *q = t->q;

	for (;;) {
		const struct proposal *p;
		enum scenario_end end;

		if (budget_job_exhausted(q->budget))
			return SEARCH_DEADLINE;
		if (budget_generator_exhausted(q->budget))
			return SEARCH_EXHAUSTED;
		if (settle(t, nodes, false))
			return SEARCH_SOLVED;
		p = t->generator->next(state);
		if (!p)
			return settle(t, nodes, true) ? SEARCH_SOLVED : SEARCH_EXHAUSTED;
		end = try_scenario(t, p, nodes);
		if (end == SCENARIO_LATE)
			return SEARCH_SOLVED;
		if (QUESTION(q, scenario_finished))
			q->questions->scenario_finished(q, p, end);
		if (end == SCENARIO_SOLVED)
			return SEARCH_SOLVED;
		if (end != SCENARIO_SEEN)
			visited_add(q, p);
	}
}

/* The probe's set of nodes: the search's and those of the hints. */
static struct probe_nodes probe_nodes_of(const struct generator_attempt *t)
{
	struct search *q = t->q;
	int n = q->session->c->n_nodes;
	struct probe_nodes nodes = {ARENA_ARRAY(&q->arena, (size_t)n, bool),
		ARENA_ARRAY(&q->arena, (size_t)bit_blocks(n), uint64_t), n};

	for (int i = 0; i < n; i++) {
		nodes.in[i] = q->feasible[i] || t->hint_nodes[i];
		if (nodes.in[i])
			bit_set(nodes.bits, i);
	}
	return nodes;
}

/* The original's probe works on copies of the tasks as the search found them (rules/04 5). Only in
 * their memory of claims do tasks differ after a simulation was undone. */
static void recall_claims(const struct generator_attempt *t, int k)
{
	for (int i = 0; i < k; i++)
		t->unit.items[i]->claims = t->claims[i];
}

static bool fails_for_certain(struct search *q, struct job *partial, const struct batches *recorded)
{
	return (QUESTION(q, probe_known) && q->questions->probe_known(q)) ||
		(QUESTION(q, probe_begins) && q->questions->probe_begins(q, partial, recorded));
}

static enum search_reason probe(struct generator_attempt *t, int k)
{
	struct search *q = t->q;
	struct probe_nodes nodes = probe_nodes_of(t);
	struct job *partial = partial_job(q, q->job, t->unit.items, k);
	enum search_reason reason = SEARCH_EXHAUSTED;
	void *state;

	recall_claims(t, k);
	q->probes++;
	if (!fails_for_certain(q, partial, &t->recorded)) {
		state = t->generator->build(q, partial, &t->recorded, &nodes);
		reason = try_all(t, state, &nodes);
		t->generator->free(state);
	}
	if (QUESTION(q, probe_ends))
		q->questions->probe_ends(q);
	return reason;
}

/* The probe's victims become hints; its statement is taken back. */
static void keep_hints(struct generator_attempt *t)
{
	struct search *q = t->q;

	t->recorded = t->solution.batches;
	memset(t->hint_nodes, 0, (size_t)q->session->c->n_nodes);
	for (int i = 0; i < t->solution.victims.n; i++)
		if (t->solution.nodes[i])
			t->hint_nodes[t->solution.nodes[i]->index] = true;
	statement_discard(&q->statement);
	statement_free(&q->statement);
}

static bool ends_search(enum search_reason r)
{
	return r != SEARCH_SOLVED && r != SEARCH_EXHAUSTED;
}

static enum search_reason final_probe(struct generator_attempt *t, int n)
{
	struct session *s = t->q->session;
	enum search_reason r;

	trace_final_probe(s, true);
	r = probe(t, n);
	trace_final_probe(s, false);
	return r;
}

static enum search_reason try_generator(struct generator_attempt *t)
{
	int lo = 0, hi = -1, k = 1, n = t->unit.n;
	enum search_reason r;

	for (;;) { /* doubling */
		r = probe(t, k);
		if (ends_search(r))
			return r;
		if (r != SEARCH_SOLVED) {
			hi = k;
			break;
		}
		keep_hints(t);
		lo = k;
		if (k == n)
			break;
		k *= 2;
		if (k > n)
			k = n;
	}
	while (hi - lo > 1) { /* bisection; without a failure hi is below lo */
		int m = (lo + hi) / 2;

		r = probe(t, m);
		if (ends_search(r))
			return r;
		if (r == SEARCH_SOLVED) {
			keep_hints(t);
			lo = m;
		} else {
			hi = m;
		}
	}
	return lo ? final_probe(t, n) : r; /* the final probe's result is the only one kept */
}

void search_counts_add(struct search_counts *c, const struct search_counts *more, int sign)
{
	c->proposed += sign * more->proposed;
	c->duplicates += sign * more->duplicates;
	c->simulated += sign * more->simulated;
	c->preemptor_failed += sign * more->preemptor_failed;
	c->refused += sign * more->refused;
	for (int i = 0; i < BOUNDS; i++)
		c->bounds[i] += sign * more->bounds[i];
	for (int i = 0; i < FILTERS; i++)
		c->filtered[i] += sign * more->filtered[i];
}

/* What it added to the counts of the search. */
static void count_generator(struct search *q, const char *name, const struct search_counts *before)
{
	struct generator_counts *g = &q->generators[q->n_generators++];

	*g = (struct generator_counts){name, q->counts};
	search_counts_add(&g->counts, before, -1);
}

static int used_tasks(const struct job *j)
{
	return counts_in(j->counts, SET_ACTIVE_USED);
}

struct task_list search_unit(struct search *q, struct job *j)
{
	struct task_list cached = session_tasks_to_allocate(q->session, j, false);
	struct task_list unit = {ARENA_ARRAY(&q->arena, (size_t)cached.n, struct task *), cached.n};

	if (cached.n)
		memcpy(unit.items, cached.items, (size_t)cached.n * sizeof *unit.items);
	return unit;
}

static const struct task_claims **claims_of(struct search *q, const struct task_list *unit)
{
	const struct task_claims **claims =
		ARENA_ARRAY(&q->arena, (size_t)unit->n, const struct task_claims *);

	for (int i = 0; i < unit->n; i++)
		claims[i] = unit->items[i]->claims;
	return claims;
}

static void log_solved(const struct search *q, int n)
{
	struct session *s = q->session;
	struct str victims;

	if (!session_logs(s, 4))
		return;
	victims = tasks_text(s, q->taken.items, q->taken.n, "", ", ", "");
	session_log(s, 4,
		"Scenario solved for %d tasks to allocate for " STR_FMT ". Victims: " STR_FMT, n,
		STR_ARG(q->job->name), STR_ARG(victims));
}

enum search_reason search_run(struct search *q, bool *ok)
{
	struct session *s = q->session;
	int before = used_tasks(q->job);
	struct task_list unit = search_unit(q, q->job);
	const struct task_claims **claims = claims_of(q, &unit);
	struct search_counts before_it;
	enum search_reason r = SEARCH_EXHAUSTED;

	*ok = false;
	if (!unit.n)
		return SEARCH_EXHAUSTED;
	budget_begin_job(q->budget);
	if (budget_job_exhausted(q->budget))
		return SEARCH_NOT_ATTEMPTED;
	if (!s->n_generators)
		return SEARCH_NO_GENERATOR;
	for (int i = 0; i < s->n_generators; i++) {
		struct generator_attempt t = {.q = q,
			.generator = generator_find(s->generators[i]),
			.unit = unit,
			.claims = claims};

		if (!t.generator)
			continue;
		t.hint_nodes = ARENA_ARRAY(&q->arena, (size_t)s->c->n_nodes, bool);
		budget_begin_generator(q->budget, t.generator->name);
		before_it = q->counts;
		r = try_generator(&t);
		count_generator(q, t.generator->name, &before_it);
		if (r == SEARCH_SOLVED) {
			q->taken = t.solution.victims;
			log_solved(q, unit.n);
			*ok = job_gang_satisfied(q->job) && used_tasks(q->job) > before;
			return r;
		}
		if (ends_search(r))
			return r;
	}
	return r;
}

void search_free(struct search *q)
{
	simulation_scratch_free(q);
	statement_free(&q->statement);
	visited_free(&q->failed);
	arena_free(&q->arena);
}
