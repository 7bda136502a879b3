/* The job solver: probes for the first 1, 2, 4, ... tasks of the unit, generator by generator
 * (rules/04 4). */
#include "report/explain.h"
#include "session/bits.h"
#include "common/progress.h"
#include "shortcuts/draws.h"
#include "shortcuts/foresight.h"

struct attempt { /* one generator on one job */
	struct search *q;
	const struct generator *generator;
	struct task_list unit;
	struct batches recorded; /* hints: victims of the last solved probe */
	bool *hint_nodes;        /* by node index */
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

/* With --exhaustive, what was foreseen is tried nevertheless, unheard. True: it was wrong. */
static bool prove(struct attempt *t, const struct proposal *p, struct probe_nodes *nodes)
{
	struct search *q = t->q;
	struct session *s = q->session;
	struct explain *explain = s->explain;
	struct search_counts counts = q->counts;
	bool solved;

	s->explain = NULL;
	solved = simulate(q, p, nodes, false, &t->solution);
	s->explain = explain;
	q->counts = counts;
	if (solved)
		warn_odd(s->warnings, q->job->key,
			"a short cut would have been wrong: a scenario was foreseen to fail");
	return solved;
}

/* A scenario that is known to fail and not counted: it is neither told nor tried, but for
 * --exhaustive. True: it was wrong. */
static bool pass_over(struct attempt *t, const struct proposal *p, struct probe_nodes *nodes)
{
	bool solved;

	if (!t->q->session->literal || fingerprint_known(t->q, p))
		return false;
	solved = prove(t, p, nodes);
	fingerprint_remember(t->q, p);
	return solved;
}

/* Did this scenario fail before? */
static bool is_duplicate(struct search *q, const struct proposal *p)
{
	bool known = (p->repeat && !q->session->literal) || fingerprint_known(q, p);

	if (p->repeat && !known)
		warn_odd(q->session->warnings, q->job->key,
			"a short cut would have been wrong: a scenario was taken for a duplicate");
	return known;
}

/* With --exhaustive, a dry run that did not fail is compared with the simulation: all pods must be
 * placed there, too; the validators may refuse the result. */
static void prove_dry_run(struct search *q, const struct search_counts *before)
{
	const struct search_counts *now = &q->counts;

	if (q->dry_run_passed &&
		(now->preemptor_failed > before->preemptor_failed ||
			now->foreseen[FORESEEN_STOPPED] > before->foreseen[FORESEEN_STOPPED]))
		warn_odd(q->session->warnings, q->job->key,
			"a short cut would have been wrong: a scenario was rehearsed otherwise");
}

/* One scenario that is new. True: solved. */
static bool try_scenario(struct attempt *t, const struct proposal *p, struct probe_nodes *nodes)
{
	struct search *q = t->q;
	struct search_counts before;
	enum foreseen f = foresee(q, p, nodes);
	bool solved;

	if (f != NOT_FORESEEN) {
		q->counts.foreseen[f]++;
		if (q->session->explain)
			explain_foreseen(q->session, (int)f);
		if (f != FORESEEN_REHEARSED) { /* dry jobs have no caches */
			draws_before(q->draws, p, true);
			foresee_instead(q, p);
		}
		return q->session->literal && prove(t, p, nodes);
	}
	draws_before(q->draws, p, foresight_plain(q));
	before = q->counts;
	solved = simulate(q, p, nodes, foresight_plain(q), &t->solution);
	if (q->session->literal)
		prove_dry_run(q, &before);
	foresight_simulated(q, p);
	return solved;
}

static enum search_reason ask(struct attempt *t, void *state, struct probe_nodes *nodes)
{
	struct search *q = t->q;

	for (;;) {
		struct proposal *p;

		if (budget_job_exhausted(q->budget))
			return SEARCH_DEADLINE;
		if (budget_generator_exhausted(q->budget))
			return SEARCH_EXHAUSTED;
		p = t->generator->next(state);
		if (!p)
			return SEARCH_EXHAUSTED;
		if (!p->worth) {
			if (pass_over(t, p, nodes))
				return SEARCH_SOLVED;
			continue;
		}
		budget_step(q->budget);
		q->counts.proposed++;
		progress_say(q->session->progress, q->job->key, q->counts.proposed, "scenarios");
		if (is_duplicate(q, p)) {
			q->counts.duplicates++;
			continue;
		}
		if (try_scenario(t, p, nodes))
			return SEARCH_SOLVED;
		fingerprint_remember(q, p);
	}
}

/* With --exhaustive, a hopeless probe is gone through nevertheless. It leaves no trace: neither
 * counts nor scenarios known to have failed. */
static enum search_reason ask_in_vain(struct attempt *t, void *state, struct probe_nodes *nodes)
{
	struct search *q = t->q;
	struct search_counts counts = q->counts;
	struct fingerprints failed = q->failed;
	enum search_reason reason;

	q->failed = (struct fingerprints){0};
	reason = ask(t, state, nodes);
	fingerprints_free(&q->failed);
	q->failed = failed;
	q->counts = counts;
	return reason;
}

static enum search_reason probe(struct attempt *t, int k)
{
	struct search *q = t->q;
	int n = q->session->c->n_nodes;
	struct probe_nodes nodes = {ARENA_ARRAY(&q->arena, (size_t)n + 1, bool),
		ARENA_ARRAY(&q->arena, (size_t)n / 64 + 1, uint64_t), n};
	struct job *partial = partial_job(q, q->job, t->unit.items, k);
	enum search_reason reason;
	bool hopeless;
	void *state;

	q->probes++;
	for (int i = 0; i < n; i++) {
		nodes.in[i] = q->feasible[i] || t->hint_nodes[i];
		if (nodes.in[i])
			bit_set(nodes.bits, i);
	}
	hopeless = foresee_probe(q, partial, &t->recorded);
	if (hopeless && !q->session->literal)
		return SEARCH_EXHAUSTED;
	state = t->generator->build(q, partial, &t->recorded, &nodes);
	reason = hopeless ? ask_in_vain(t, state, &nodes) : ask(t, state, &nodes);
	t->generator->free(state);
	return reason;
}

/* The probe's victims become hints; its statement is taken back. */
static void note(struct attempt *t)
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

static enum search_reason final_probe(struct attempt *t, int n)
{
	struct session *s = t->q->session;
	enum search_reason r;

	if (s->explain)
		explain_final_probe(s, true);
	r = probe(t, n);
	if (s->explain)
		explain_final_probe(s, false);
	return r;
}

static enum search_reason try_generator(struct attempt *t)
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
		note(t);
		lo = k;
		if (k == n)
			break;
		k = 2 * k < n ? 2 * k : n;
	}
	while (hi >= 0 && hi - lo > 1) { /* bisection */
		int m = (lo + hi) / 2;

		r = probe(t, m);
		if (ends_search(r))
			return r;
		if (r == SEARCH_SOLVED) {
			note(t);
			lo = m;
		} else {
			hi = m;
		}
	}
	return lo ? final_probe(t, n) : r; /* the final probe's result is the only one kept */
}

/* What it added to the counts of the search. */
static void count_generator(struct search *q, const char *name, const struct search_counts *before)
{
	struct generator_counts *g = &q->generators[q->n_generators++];
	struct search_counts *c = &g->counts;

	g->name = name;
	*c = q->counts;
	c->proposed -= before->proposed;
	c->duplicates -= before->duplicates;
	c->simulated -= before->simulated;
	c->preemptor_failed -= before->preemptor_failed;
	c->refused -= before->refused;
	for (int i = 0; i < FORESEEN_KINDS; i++)
		c->foreseen[i] -= before->foreseen[i];
	for (int i = 0; i < FILTERS; i++)
		c->filtered[i] -= before->filtered[i];
}

static int used_tasks(const struct job *j)
{
	return counts_in(j->counts, SET_ACTIVE_USED);
}

struct task_list search_unit(struct search *q, struct job *j)
{
	struct task_list cached = session_tasks_to_allocate(q->session, j, false);
	struct task_list unit = {
		ARENA_ARRAY(&q->arena, (size_t)cached.n + 1, struct task *), cached.n};

	if (cached.n)
		memcpy(unit.items, cached.items, (size_t)cached.n * sizeof *unit.items);
	return unit;
}

enum search_reason search_run(struct search *q, bool *ok)
{
	struct session *s = q->session;
	int before = used_tasks(q->job);
	struct task_list unit = search_unit(q, q->job);
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
		struct attempt t = {
			.q = q, .generator = generator_find(s->generators[i]), .unit = unit};

		if (!t.generator)
			continue;
		t.hint_nodes = ARENA_ARRAY(&q->arena, (size_t)s->c->n_nodes + 1, bool);
		budget_begin_generator(q->budget, t.generator->name);
		before_it = q->counts;
		r = try_generator(&t);
		count_generator(q, t.generator->name, &before_it);
		if (r == SEARCH_SOLVED) {
			q->victims_found = t.solution.victims;
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
	simulation_room_free(q);
	statement_free(&q->statement);
	fingerprints_free(&q->failed);
	arena_free(&q->arena);
	q->foresight = NULL; /* both lived there */
	q->narrow = NULL;
}
