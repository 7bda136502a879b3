/* MIRROR multi_node_gang. The picks of MultiNodeGang (rules/04 8.3), made from those of the state
 * before; solvers/multi_node_gang.c has the plain version. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "shortcuts/batches_by_job.h"
#include "shortcuts/visited_sets.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/kin.h"
#include "shortcuts/prefix_sets.h"
#include "shortcuts/reversible.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/shortcuts.h"
#include "session/units.h"
#include "solvers/gang_rules.h"

struct pick_candidate { /* a node that holds potential victims; its number is that of
			   prefix_sets_node */
	struct str name;
	const struct node *node; /* NULL: outside the session */
};
/* The accumulated batches. As long as shortcuts.generation stays the same, a new state only adds
 * the batches that are new. */
struct emitter {
	struct pick_candidate *candidates;
	int n, cap;
	int known;        /* how many batches are in */
	long generation;  /* shortcuts.generation when they were read */
	double demand;    /* of the pending tasks */
	double elsewhere; /* what nodes without victims offer */
	int summed;       /* candidates that are subtracted from elsewhere; -1: not summed up */
	bool whole;       /* offers are whole numbers: sums do not depend on the order */
	struct prefix_sets picks;
	struct kin kin;
	/* of the present state: */
	int prefix, step; /* K and its growth */
	int made;         /* number of picks so far */
	bool exempt;      /* there are batches of exempt jobs */
	bool exempt_pick; /* one of them is in the last pick of this state */
	struct visited_sets proposed;
};
struct prefix_picks {
	struct search *q;
	const struct probe_nodes *nodes;
	double *recorded;  /* by node index: what recorded victims free */
	double *offers;    /* by node index: avail and recorded, as of emitter.generation */
	int *candidate_of; /* by node index; -1: none */
	const struct proposal *base;     /* the state */
	struct proposal sub;             /* the last pick */
	const struct prefix_set *picked; /* its set */
	struct batch *items;             /* memory of potential.items of a pick */
	int cap_items;
	struct emitter emitter;
	uint64_t *exempt; /* the set of batches whose jobs were exempt when they came, as bits */
	int cap_exempt;
	struct batches_by_job by_job; /* those that are in */
	uint64_t *taken;              /* the set of tasks that are recorded, or in a batch */
};

static struct prefix_picks *prefix_picks_new(
	struct search *q, const struct batches *recorded, const struct probe_nodes *nodes)
{
	struct prefix_picks *g = xcalloc(1, sizeof *g);

	g->q = q;
	g->nodes = nodes;
	g->recorded = xcalloc((size_t)nodes->n, sizeof *g->recorded);
	g->offers = xcalloc((size_t)nodes->n, sizeof *g->offers);
	g->candidate_of = xcalloc((size_t)nodes->n, sizeof *g->candidate_of);
	g->taken = xcalloc((size_t)bit_blocks(q->session->c->n_tasks), sizeof *g->taken);
	memset(g->candidate_of, 0xff, (size_t)nodes->n * sizeof *g->candidate_of);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			if (recorded->items[i].tasks[k]->node)
				g->recorded[recorded->items[i].tasks[k]->node->index] +=
					task_freed(recorded->items[i].tasks[k]);
	return g;
}

/* Nodes outside the session are few: they are looked for by name. Returns the candidate's number.
 */
static int candidate_of(struct prefix_picks *g, const struct task *t)
{
	struct emitter *e = &g->emitter;
	int node = t->node ? (int)(t->node - g->q->session->c->nodes) : -1; /* saves reading it */
	int at = t->node ? g->candidate_of[node] : 0;
	struct pick_candidate new = {t->node_name, t->node};

	while (!t->node && at < e->n && !str_eq(e->candidates[at].name, t->node_name))
		at++;
	if (at >= 0 && at < e->n)
		return at;
	ARRAY_GROW(e->candidates, e->n, e->cap);
	if (t->node)
		g->candidate_of[node] = e->n;
	e->candidates[e->n++] = new;
	return prefix_sets_node(&e->picks,
		t->node ? g->offers[node]
			: gang_recorded_outside(&g->base->recorded, t->node_name));
}

static void forget_taken(struct prefix_picks *g)
{
	const struct cluster *c = g->q->session->c;
	const struct batches *recorded = &g->base->recorded;

	memset(g->taken, 0, (size_t)bit_blocks(c->n_tasks) * sizeof *g->taken);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			bit_set(g->taken, recorded->items[i].tasks[k]->index);
}

static void forget(struct prefix_picks *g)
{
	struct session *s = g->q->session;
	struct emitter *e = &g->emitter;
	double least;

	for (int i = 0; i < e->n; i++)
		if (e->candidates[i].node)
			g->candidate_of[e->candidates[i].node->index] = -1;
	e->n = e->known = 0;
	e->exempt = false;
	e->summed = -1;
	gang_measure(g->base->pending, &e->demand, &least);
	prefix_sets_clear(&e->picks, least);
	kin_clear(&e->kin, g->q, g->base);
	forget_taken(g);
	batches_by_job_clear(&g->by_job, s->c->n_jobs);
	for (int i = 0; i < s->c->n_nodes; i++)
		g->offers[i] = g->recorded[i] + node_avail(s, &s->c->nodes[i]);
	e->whole = is_whole(g->offers, s->c->n_nodes);
	e->generation = shortcuts_of(g->q)->generation;
}

/* The batches come by number. */
static void note_exempt(struct prefix_picks *g, int batch, bool exempt)
{
	if (batch % 64 == 0) {
		ARRAY_GROW(g->exempt, batch / 64, g->cap_exempt);
		g->exempt[batch / 64] = 0;
	}
	if (exempt)
		bit_set(g->exempt, batch);
	g->emitter.exempt |= exempt;
}

/* True: one of the tasks was taken before. */
static bool take_tasks(struct prefix_picks *g, const struct batch *b)
{
	const struct task *first = g->q->session->c->tasks; /* saves reading the tasks */
	bool again = false;

	for (int k = 0; k < b->n; k++) {
		int task = (int)(b->tasks[k] - first);

		again |= bit_is_set(g->taken, task);
		bit_set(g->taken, task);
	}
	return again;
}

/* What is summed up over the batches of a set. */
static struct prefix_batch batch_of(struct prefix_picks *g, const struct batch *b, int number)
{
	struct prefix_batch out = kin_add(&g->emitter.kin, g->q, b, number);

	out.contribution = contribution_of(g->q, b->tasks, b->n);
	out.again = take_tasks(g, b);
	out.n_tasks = b->n;
	out.digest = b->digest;
	return out;
}

/* What its tasks free is added in the original's order: recorded, avail, potential in list order.
 */
static void take_in(struct prefix_picks *g)
{
	struct emitter *e = &g->emitter;
	const struct batches *all = &g->base->potential;

	for (; e->known < all->n; e->known++) {
		const struct batch *b = &all->items[e->known];

		note_exempt(g, e->known, is_exempt(g->q, b->job_index));
		prefix_sets_batch(&e->picks, batch_of(g, b, e->known));
		batches_by_job_add(&g->by_job, b->job_index);
		for (int k = 0; k < b->n; k++)
			if (b->tasks[k]->node_name.n)
				prefix_sets_add(&e->picks, candidate_of(g, b->tasks[k]),
					task_freed(b->tasks[k]));
	}
	prefix_sets_sort(&e->picks);
}

static double sum_elsewhere(const struct prefix_picks *g)
{
	double sum = 0;

	for (int i = 0; i < g->q->session->c->n_nodes; i++)
		if (g->nodes->in[i] && g->candidate_of[i] < 0)
			sum += g->offers[i];
	return sum;
}

/* What nodes without victims of this state offer, in the order of the nodes. Between two states the
 * probe has the same nodes. */
static double baseline(struct prefix_picks *g)
{
	struct emitter *e = &g->emitter;

	if (e->summed < 0 || (e->summed < e->n && !e->whole)) {
		e->elsewhere = sum_elsewhere(g);
		e->summed = e->n;
	}
	for (; e->summed < e->n; e->summed++) {
		const struct node *n = e->candidates[e->summed].node;

		if (n && g->nodes->in[n->index])
			e->elsewhere -= g->offers[n->index];
	}
	return e->elsewhere;
}

static void begin_state(struct prefix_picks *g, const struct proposal *base)
{
	struct emitter *e = &g->emitter;

	bool anew = kin_begin(&e->kin, g->q, base);

	g->base = base;
	if (anew || e->known == 0 || e->generation != shortcuts_of(g->q)->generation)
		forget(g);
	take_in(g);
	e->prefix = prefix_sets_reach(&e->picks, e->demand - baseline(g));
	e->step = 1;
	e->made = 0;
	e->exempt_pick = false;
}

/* The pick has a batch of a job that is still exempt. */
static bool holds_exempt(const struct prefix_picks *g, const struct prefix_set *p)
{
	const struct batch *all = g->base->potential.items;

	for (int w = 0; w < bit_blocks(g->emitter.known); w++)
		for (uint64_t some = g->exempt[w] & p->batches[w]; some; some &= some - 1)
			if (is_exempt(g->q, all[w * 64 + __builtin_ctzll(some)].job_index))
				return true;
	return false;
}

/* The next pick of this state. It is exempt if the one before was: it has the same batch,
 * even if a simulation ended the exemption meanwhile. */
static struct prefix_set *pick(struct prefix_picks *g)
{
	struct emitter *e = &g->emitter;
	struct prefix_set *p = prefix_sets_first(&e->picks, e->made++, e->prefix);

	if (e->exempt && !e->exempt_pick)
		e->exempt_pick = holds_exempt(g, p);
	return p;
}

/* See visited_sets.h. Most picks of a state are those of the state before. */
static bool proposed_before(struct emitter *e, struct prefix_set *p)
{
	bool before = p->seen ||
		visited_sets_test_and_add(&e->proposed, p->hash, p->batches, bit_blocks(e->known));

	p->seen = p->n_batches > 0;
	return before;
}

/* In the order in which the nodes were picked, and there by number (rules/10 5). */
void prefix_picks_list(struct prefix_picks *g, const struct proposal *p)
{
	struct batches *b;
	int n, *picked;

	if (!p->unlisted)
		return;
	b = &g->sub.potential;
	picked = prefix_sets_list(&g->emitter.picks, g->picked, &n);
	ARRAY_RESERVE(g->items, n, g->cap_items);
	for (int i = 0; i < n; i++)
		g->items[i] = g->base->potential.items[picked[i]];
	b->items = g->items;
	b->cap = g->cap_items;
	g->sub.unlisted = false;
}

static struct proposal *propose(struct prefix_picks *g, struct prefix_set *p)
{
	struct emitter *e = &g->emitter;

	g->picked = p;
	g->sub = *g->base;
	g->sub.potential =
		(struct batches){.n = p->n_batches, .n_tasks = p->n_tasks, .digest = p->digest};
	g->sub.pick = e->made - 1;
	g->sub.repeat = proposed_before(e, p);
	g->sub.among = &g->base->potential;
	g->sub.numbers = p->batches;
	g->sub.by_job = &g->by_job;
	g->sub.distinct = !p->n_again;
	g->sub.unlisted = true;
	gang_step(&e->prefix, &e->step, e->picks.n_ordered);
	return &g->sub;
}

struct proposal *prefix_picks_next(struct prefix_picks *g)
{
	struct emitter *e = &g->emitter;

	for (; e->prefix <= e->picks.n_ordered;
		gang_step(&e->prefix, &e->step, e->picks.n_ordered)) {
		struct prefix_set *p = pick(g);

		if (p->n_refused && kin_holds(&e->kin))
			break; /* and all behind it */
		if (may_cover_deficit(g->q, p->contribution, e->exempt_pick))
			return propose(g, p);
	}
	return NULL;
}

void prefix_picks_begin(struct prefix_picks **g, struct search *q, const struct proposal *state,
	const struct probe_nodes *nodes)
{
	if (!*g)
		*g = prefix_picks_new(q, &state->recorded, nodes);
	begin_state(*g, state);
}

void prefix_picks_free(struct prefix_picks *g)
{
	if (!g)
		return;
	free(g->emitter.candidates);
	prefix_sets_free(&g->emitter.picks);
	visited_sets_free(&g->emitter.proposed);
	free(g->recorded);
	free(g->offers);
	free(g->candidate_of);
	free(g->exempt);
	free(g->taken);
	batches_by_job_free(&g->by_job);
	free(g->items);
	free(g);
}
