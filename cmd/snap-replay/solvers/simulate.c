/* The simulation of one scenario: evicts all victims, places preemptor and victims in queue order,
 * and validates the outcome (rules/04 9). */
#include <stdlib.h>

#include "session/trace.h"
#include "model/bits.h"
#include "common/grow.h"
#include "common/mem.h"
#include "solvers/questions.h"
#include "solvers/recorded_claims.h"
#include "solvers/searches.h"
#include "session/units.h"

struct simulation {
	struct search *q;
	const struct proposal *p;
	struct statement *st;
	struct task **victims; /* recorded, then potential; a pod may stand twice (rules/04 11) */
	int n;
	struct node **added; /* nodes of victims that were not in the probe's set */
	int n_added;
	int n_groups;       /* jobs of victims: scratch.groups */
	bool may_end_early; /* questions.fails_already is to be called */
	bool cut_short;     /* it returned true */
};

static int append_batch(struct task **out, int at, const struct batch *b)
{
	memcpy(out + at, b->tasks, (size_t)b->n * sizeof *out);
	return at + b->n;
}

static int append_tasks(struct task **out, int at, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		at = append_batch(out, at, &b->items[i]);
	return at;
}

static bool order_counts(struct session *s, const struct task *t)
{
	return task_fractional(t) || (task_uses_dra(t) && !session_owns_claims(s, t));
}

static bool any_order_counts(struct session *s, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (order_counts(s, b->items[i].tasks[k]))
				return true;
	return false;
}

/* Batches come out of a map. What the books of device groups, and claims that pods share, keep of a
 * failed simulation depends on their order (rules/10 5). */
static int append_by_chance(struct search *q, int at, const struct batches *b)
{
	struct simulation_scratch *r = &q->scratch;

	if (b->n < 2 || !any_order_counts(q->session, b))
		return append_tasks(r->victims, at, b);
	ARRAY_RESERVE(r->order, b->n, r->cap_order);
	for (int i = 0; i < b->n; i++)
		r->order[i] = &b->items[i];
	dice_turn(&q->session->c->dice, q->session->searches->victim_orders++, r->order, b->n);
	for (int i = 0; i < b->n; i++)
		at = append_batch(r->victims, at, r->order[i]);
	return at;
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

/* The victims by job of the session, in order of first appearance. */
static void group(struct simulation *m)
{
	struct simulation_scratch *r = &m->q->scratch;
	struct task **at = r->by_job;

	m->n_groups = 0;
	for (int i = 0; i < m->n; i++) {
		struct job *j = m->victims[i]->job;

		if (r->group_of[j->index] < 0) {
			r->group_of[j->index] = m->n_groups;
			r->groups[m->n_groups++] = (struct scenario_victims){.job = j};
		}
		r->groups[r->group_of[j->index]].n++;
	}
	for (int i = 0; i < m->n_groups; i++) {
		r->groups[i].tasks = at;
		at += r->groups[i].n;
		r->groups[i].n = 0;
	}
	for (int i = 0; i < m->n; i++) {
		struct scenario_victims *v = &r->groups[r->group_of[m->victims[i]->job->index]];

		v->tasks[v->n++] = m->victims[i];
	}
}

static void ungroup(struct simulation *m)
{
	struct simulation_scratch *r = &m->q->scratch;

	for (int i = 0; i < m->n_groups; i++)
		r->group_of[r->groups[i].job->index] = -1;
}

/* The original looks the node up by its name. */
static void log_no_node(struct session *s, const struct task *t, const struct job *preemptor)
{
	session_error(s, "Failed to find node: " STR_FMT, STR_ARG(t->node_name));
	session_error(s,
		"Failed to preempt task <" STR_FMT "> for PodInfos <" STR_FMT
		">: node doesn't exist in sesssion: <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(preemptor->key), STR_ARG(t->node_name));
}

static bool evict_all(struct simulation *m)
{
	struct search *q = m->q;

	for (int i = 0; i < m->n; i++) {
		struct eviction why = {.gang_size = m->n,
			.action = q->action,
			.preemptor = m->p->preemptor->session_job};

		/* the action makes the message when it commits, from figures of the search's start:
		 * equal, and far fewer texts */
		if (!statement_evict(m->st, m->victims[i], &why)) {
			log_no_node(q->session, m->victims[i], m->p->preemptor);
			return false;
		}
	}
	return true;
}

static void add_nodes(struct simulation *m, struct probe_nodes *nodes)
{
	for (int i = 0; i < m->n; i++) {
		struct node *n = m->victims[i]->node;

		if (nodes->in[n->index])
			continue;
		nodes->in[n->index] = true;
		bit_set(nodes->bits, n->index);
		m->added[m->n_added++] = n;
	}
}

static void drop_nodes(struct simulation *m, struct probe_nodes *nodes)
{
	for (int i = 0; i < m->n_added; i++) {
		nodes->in[m->added[i]->index] = false;
		bit_clear(nodes->bits, m->added[i]->index);
	}
}

bool simulation_involves(const struct search *q, const struct scenario *s, const struct job *j)
{
	return j == s->preemptor || q->scratch.group_of[j->index] >= 0;
}

struct walk *simulation_walk(struct search *q, const struct scenario *sc)
{
	struct session *s = q->session;
	struct walk_options options = {.depth = -1};
	struct walk *w = walk_new(s, &options);

	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->jobs_to_fill[i];

		if (j == sc->preemptor->session_job)
			walk_fill_one(w, sc->preemptor);
		else if (j->counts[POD_PENDING] > 0 || simulation_involves(q, sc, j))
			walk_fill_one(w, j);
	}
	return w;
}

static struct scenario scenario_of(const struct simulation *m)
{
	return (struct scenario){.preemptor = m->p->preemptor,
		.victims = m->q->scratch.groups,
		.n_victims = m->n_groups};
}

/* The next job that takes part. walk: NULL: questions.next_scenario_job answers. */
static struct job *next_involved(struct search *q, const struct scenario *sc, struct walk *walk)
{
	struct job *j;

	do
		j = walk ? walk_pop(walk) : q->questions->next_scenario_job(q);
	while (j && !simulation_involves(q, sc, j));
	return j;
}

/* A victims' job gets one attempt, whose failure is accepted: its tasks stay evicted. The original
 * lists them then, which fills the cache of what the job wants placed (rules/03 4.2): the cache
 * outlives the commit. */
static void place_victims(struct simulation *m, struct job *j, const struct node_set *set)
{
	const struct scenario_victims *v = &m->q->scratch.groups[m->q->scratch.group_of[j->index]];

	if (!place_job(m->st, j, set, true))
		session_tasks_to_allocate(m->q->session, j, false);
	if (m->may_end_early && QUESTION(m->q, fails_already))
		m->cut_short = m->q->questions->fails_already(m->q, v->tasks, v->n);
}

/* True: the preemptor was placed. Pops until it and all victims' jobs were handled; what comes
 * behind has no effect. */
static bool place_in_walk_order(struct simulation *m, const struct node_set *set)
{
	struct search *q = m->q;
	struct scenario sc = scenario_of(m);
	bool known = QUESTION(q, scenario_begins) && q->questions->scenario_begins(q, &sc),
	     done = false;
	struct walk *walk = known ? NULL : simulation_walk(q, &sc);
	int left = 1 + m->n_groups;
	struct job *j;

	while (left > 0 && !m->cut_short && (j = next_involved(q, &sc, walk))) {
		left--;
		session_request_vector(q->session, j, false);
		if (j != m->p->preemptor) {
			place_victims(m, j, set);
			continue;
		}
		done = place_job(m->st, j, set, true);
		if (!done)
			break;
	}
	walk_free(walk);
	return done && !m->cut_short;
}

static bool place_jobs(struct simulation *m, const struct probe_nodes *nodes)
{
	struct node_set set = {m->q->scratch.set, 0, nodes->bits};

	for (int i = 0; i < nodes->n; i++)
		if (nodes->in[i])
			set.items[set.n++] = &m->q->session->c->nodes[i];
	return place_in_walk_order(m, &set);
}

static bool last_entry(const struct simulation *m, int i)
{
	for (int k = i + 1; k < m->n; k++)
		if (m->victims[k] == m->victims[i])
			return false;
	return true;
}

enum eviction_outcome { RETURNED, EVICTED, MOVED };

/* The eviction of entry i is operation i of the statement. */
static enum eviction_outcome outcome_of(const struct simulation *m, int i)
{
	const struct operation *op = &m->st->items[i];

	if (op->undone)
		return op->old_status == POD_PIPELINED ? MOVED : RETURNED;
	return last_entry(m, i) && m->victims[i]->status == POD_PIPELINED ? MOVED : EVICTED;
}

static void collect_victims(struct simulation *m, struct solution *out)
{
	struct arena *a = &m->q->arena;

	out->victims.items = ARENA_ARRAY(a, (size_t)m->n, struct task *);
	out->victims.n = 0;
	out->nodes = ARENA_ARRAY(a, (size_t)m->n, struct node *);
	for (int outcome = EVICTED; outcome <= MOVED; outcome++)
		for (int i = 0; i < m->n; i++)
			if ((int)outcome_of(m, i) == outcome) {
				out->nodes[out->victims.n] = m->st->items[i].node;
				out->victims.items[out->victims.n++] = m->victims[i];
			}
}

/* ---- validation ---- */

static bool validate(struct simulation *m)
{
	struct scenario s = scenario_of(m);

	return m->q->validate(m->q, &s);
}

static bool batch_has(const struct batch *b, const struct task *t)
{
	for (int i = 0; i < b->n; i++)
		if (b->tasks[i] == t)
			return true;
	return false;
}

/* NULL: the task is in no batch. */
static const struct batch *batch_with(const struct batches *b, const struct task *t)
{
	for (int i = 0; i < b->n; i++)
		if (b->items[i].job == t->job && batch_has(&b->items[i], t))
			return &b->items[i];
	return NULL;
}

/* The batch of a victim; the recorded one if there are two. */
static const struct batch *batch_of(const struct proposal *p, const struct task *t)
{
	const struct batch *recorded = batch_with(&p->recorded, t);

	return recorded ? recorded : batch_with(&p->potential, t);
}

/* A batch as the next probe gets it: each pod once, however often it was evicted here (rules/10 3).
 */
static struct batch recorded_batch(const struct simulation *m, struct batch b)
{
	struct task **all = b.tasks;
	int n = b.n;

	b.tasks = ARENA_ARRAY(&m->q->arena, (size_t)n, struct task *);
	b.n = 0;
	for (int i = 0; i < n; i++)
		if (!batch_has(&b, all[i]))
			b.tasks[b.n++] = all[i];
	b.digest = digest_of_tasks(b.tasks, b.n);
	recorded_claims_keep(m->q, &b, m->st);
	return b;
}

static bool first_of_job(const struct batches *b, int i)
{
	for (int k = 0; k < i; k++)
		if (b->items[k].job == b->items[i].job)
			return false;
	return true;
}

/* The lists of the jobs, in order of first appearance; with --seed, as a walk over the map has them
 * in which the original keeps them. */
static void collect_batches(struct simulation *m, struct solution *out)
{
	const struct dice *d = &m->q->session->c->dice;
	struct batches found = {0};
	struct batch **first;
	int n = 0;

	for (int i = 0; i < out->victims.n; i++)
		if (!batch_with(&found, out->victims.items[i]))
			batches_add(m->q, &found,
				recorded_batch(m, *batch_of(m->p, out->victims.items[i])));
	first = ARENA_ARRAY(&m->q->arena, (size_t)found.n, struct batch *);
	for (int i = 0; i < found.n; i++)
		if (first_of_job(&found, i))
			first[n++] = &found.items[i];
	dice_shuffle(d, dice_mix(m->q->probes, dice_rank(d, m->q->job->name)), first, n);
	out->batches = (struct batches){0};
	for (int i = 0; i < n; i++)
		for (int k = 0; k < found.n; k++)
			if (found.items[k].job == first[i]->job)
				batches_add(m->q, &out->batches, found.items[k]);
}

static enum scenario_end run(struct simulation *m, struct probe_nodes *nodes, struct solution *out)
{
	struct search_counts *counts = &m->q->counts;
	enum scenario_end end = SCENARIO_SOLVED;

	recorded_claims_recall(&m->p->recorded);
	if (m->q->before_evictions)
		m->q->before_evictions(m->q, m->victims, m->n);
	if (!evict_all(m))
		return SCENARIO_EMPTY;
	add_nodes(m, nodes);
	if (!place_jobs(m, nodes))
		end = m->cut_short ? SCENARIO_CUT_SHORT : SCENARIO_NO_PLACE;
	else if (!validate(m))
		end = SCENARIO_REFUSED;
	counts->preemptor_failed += end == SCENARIO_NO_PLACE;
	counts->refused += end == SCENARIO_REFUSED;
	if (end != SCENARIO_SOLVED) {
		drop_nodes(m, nodes);
		return end;
	}
	collect_victims(m, out);
	collect_batches(m, out);
	return end;
}

static void reserve_scratch(struct search *q, int n)
{
	struct simulation_scratch *r = &q->scratch;
	const struct cluster *c = q->session->c;

	if (!r->set) {
		r->set = xcalloc((size_t)c->n_nodes, sizeof(struct node *));
		r->group_of = xcalloc((size_t)c->n_jobs, sizeof *r->group_of);
		memset(r->group_of, 0xff, (size_t)c->n_jobs * sizeof *r->group_of);
	}
	if (n > r->cap) {
		ARRAY_RESERVE(r->victims, n, r->cap);
		r->by_job = xrealloc_array(r->by_job, (size_t)r->cap, sizeof(struct task *));
		r->added = xrealloc_array(r->added, (size_t)r->cap, sizeof(struct node *));
		r->groups = xrealloc_array(r->groups, (size_t)r->cap, sizeof *r->groups);
	}
}

void simulation_scratch_free(struct search *q)
{
	struct simulation_scratch *r = &q->scratch;

	free(r->victims);
	free(r->by_job);
	free(r->order);
	free(r->added);
	free(r->groups);
	free(r->group_of);
	free(r->set);
	*r = (struct simulation_scratch){0};
}

/* Where all victims are noted, a scenario without any counts as one with them. */
static bool any_noted(const struct simulation *m)
{
	const struct searches *all = m->q->session->searches;
	bool noted = all->all_noted;

	for (int i = 0; i < m->n_groups && !noted; i++)
		noted = searches_note(all, m->q->scratch.groups[i].job);
	return noted;
}

static void count_victims(const struct simulation *m)
{
	struct session *s = m->q->session;
	bool noted = any_noted(m);

	s->fits.no_diagnostics = !noted || !searches_record(s->searches);
	s->searches->simulated += m->n;
	if (noted)
		s->searches->diagnosed += m->n;
}

enum scenario_end simulate(struct search *q, const struct proposal *p, struct probe_nodes *nodes,
	bool may_end_early, struct solution *out)
{
	struct session *s = q->session;
	struct simulation m = {.q = q, .p = p, .st = &q->statement, .may_end_early = may_end_early};
	int n = count_tasks(&p->recorded) + count_tasks(&p->potential);
	enum scenario_end end;

	if (!n && s->c->objects->follows.no_empty_scenario)
		return SCENARIO_EMPTY;
	reserve_scratch(q, n);
	m.victims = q->scratch.victims;
	m.added = q->scratch.added;
	m.n = append_by_chance(q, append_tasks(m.victims, 0, &p->recorded), &p->potential);
	group(&m);
	q->counts.simulated++;
	count_victims(&m);
	q->statement.session = s; /* its list is empty; the memory stays */
	trace_scenario(s);
	end = run(&m, nodes, out);
	if (end != SCENARIO_SOLVED && end != SCENARIO_CUT_SHORT)
		trace_scenario_failed(s);
	if (end != SCENARIO_SOLVED) {
		statement_discard(&q->statement);
		recorded_claims_note(&p->recorded);
	}
	ungroup(&m);
	s->fits.no_diagnostics = false;
	return end;
}
