/* The generator MultiNodeGang: proposes the victims on the n nodes with the smallest capacity, for
 * growing n (rules/04 8.3). MIRROR multi_node_gang: shortcuts/prefix_picks.c. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/gang_rules.h"
#include "solvers/questions.h"
#include "session/units.h"

struct candidate { /* a node that holds potential victims */
	struct str name;
	const struct node *node; /* NULL: outside the session */
	double capacity;
	int number;      /* in order of the first potential task on it */
	int first, last; /* of its links; -1: none */
};
struct candidate_link {  /* a batch on a candidate */
	int batch, next; /* next: the one behind it on this candidate; -1: none */
};
struct state { /* of the accumulator, and what is proposed of it */
	struct proposal *base;
	struct candidate *candidates; /* smallest capacity first */
	int n, cap;
	struct candidate_link *links;
	int n_links, cap_links;
	int prefix, step; /* how many candidates the next pick takes, and its growth */
	bool live;
	bool known; /* the picks come from questions.next_pick */
};
struct gang {
	struct search *q;
	struct accumulator *accumulator;
	const struct probe_nodes *nodes;
	bool started;
	double *recorded;  /* by node index: what recorded victims free */
	int *candidate_of; /* by node index; -1: none */
	bool *picked;      /* by number of batch */
	int cap_picked;
	struct state state;
	struct proposal pick;
};

static void *build(struct search *q, struct job *preemptor, const struct batches *recorded,
	const struct probe_nodes *nodes)
{
	struct gang *g = ARENA_NEW(&q->arena, struct gang);

	g->q = q;
	g->nodes = nodes;
	g->accumulator = accumulator_new(q, preemptor, recorded, q->victims(q), nodes);
	g->recorded = xcalloc((size_t)nodes->n, sizeof *g->recorded);
	g->candidate_of = xcalloc((size_t)nodes->n, sizeof *g->candidate_of);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			if (recorded->items[i].tasks[k]->node)
				g->recorded[recorded->items[i].tasks[k]->node->index] +=
					task_freed(recorded->items[i].tasks[k]);
	return g;
}

/* ---- candidates ---- */

static double offer_of(const struct gang *g, const struct node *n)
{
	return g->recorded[n->index] + node_avail(g->q->session, n);
}

/* Nodes outside the session are few: they are looked up by name. Returns the index; -1: none yet.
 */
static int candidate_find(const struct gang *g, const struct task *t)
{
	const struct state *s = &g->state;

	if (t->node)
		return g->candidate_of[t->node->index];
	for (int i = 0; i < s->n; i++)
		if (str_eq(s->candidates[i].name, t->node_name))
			return i;
	return -1;
}

static struct candidate *candidate_add(struct gang *g, const struct task *t)
{
	struct state *s = &g->state;
	struct candidate *c;

	ARRAY_GROW(s->candidates, s->n, s->cap);
	c = &s->candidates[s->n];
	*c = (struct candidate){
		.name = t->node_name, .node = t->node, .number = s->n, .first = -1, .last = -1};
	c->capacity = t->node ? offer_of(g, t->node)
			      : gang_recorded_outside(&s->base->recorded, t->node_name);
	if (t->node)
		g->candidate_of[t->node->index] = s->n;
	s->n++;
	return c;
}

/* The batch has a task on the candidate; batches come by number. */
static void add_link(struct state *s, struct candidate *c, int batch)
{
	if (c->last >= 0 && s->links[c->last].batch == batch)
		return;
	ARRAY_GROW(s->links, s->n_links, s->cap_links);
	s->links[s->n_links] = (struct candidate_link){batch, -1};
	*(c->last < 0 ? &c->first : &s->links[c->last].next) = s->n_links;
	c->last = s->n_links++;
}

/* Capacities are added up in the original's order: recorded, available, potential in list order. */
static void find_candidates(struct gang *g)
{
	const struct batches *b = &g->state.base->potential;

	g->state.n = g->state.n_links = 0;
	memset(g->candidate_of, 0xff, (size_t)g->nodes->n * sizeof *g->candidate_of);
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++) {
			const struct task *t = b->items[i].tasks[k];
			struct candidate *c;
			int at;

			if (!t->node_name.n)
				continue;
			at = candidate_find(g, t);
			c = at < 0 ? candidate_add(g, t) : &g->state.candidates[at];
			c->capacity += task_freed(t);
			add_link(&g->state, c, i);
		}
}

static int compare(const void *a, const void *b)
{
	const struct candidate *l = a, *r = b;

	return gang_compare(l->capacity, l->number, r->capacity, r->number);
}

/* Leaves out nodes that cannot hold the smallest pending task; candidate_of is of no use from here
 * on. */
static void sort_candidates(struct state *s, double least)
{
	int n = 0;

	for (int i = 0; i < s->n; i++)
		if (gang_keeps(s->candidates[i].capacity, least))
			s->candidates[n++] = s->candidates[i];
	s->n = n;
	if (n)
		qsort(s->candidates, (size_t)n, sizeof *s->candidates, compare);
}

/* ---- picks ---- */

/* What nodes without potential victims offer. */
static double baseline(const struct gang *g)
{
	double sum = 0;

	for (int i = 0; i < g->nodes->n; i++)
		if (g->nodes->in[i] && g->candidate_of[i] < 0)
			sum += offer_of(g, &g->q->session->c->nodes[i]);
	return sum;
}

/* How many first candidates have that much together; n + 1: all of them have less. */
static int reach(const struct state *s, double amount)
{
	double sum = 0;

	if (amount <= 0)
		return 0;
	for (int n = 0; n < s->n; n++) {
		sum += s->candidates[n].capacity;
		if (sum >= amount)
			return n + 1;
	}
	return s->n + 1;
}

static void begin_state(struct gang *g, struct proposal *base)
{
	struct state *s = &g->state;
	double demand, least, elsewhere;

	s->base = base;
	s->live = true;
	s->known =
		QUESTION(g->q, picks_begin) && g->q->questions->picks_begin(g->q, base, g->nodes);
	if (s->known)
		return;
	gang_measure(base->pending, &demand, &least);
	find_candidates(g);
	elsewhere = baseline(g);
	sort_candidates(s, least);
	s->prefix = reach(s, demand - elsewhere);
	s->step = 1;
}

static void pick_batch(struct gang *g, int number)
{
	struct batches *out = &g->pick.potential;
	const struct batch *b = &g->state.base->potential.items[number];

	if (g->picked[number])
		return;
	g->picked[number] = true;
	out->items[out->n++] = *b;
	out->n_tasks += b->n;
	digest_add(&out->digest, &b->digest);
}

/* The batches on the first `prefix` candidates, node by node, and there by number (rules/10 5). */
static struct proposal *pick(struct gang *g)
{
	const struct state *s = &g->state;
	const struct batches *all = &s->base->potential;
	struct batches list = {.items = g->pick.potential.items, .cap = g->pick.potential.cap};

	if (list.cap < all->n)
		list = (struct batches){
			.items = ARENA_ARRAY(&g->q->arena, (size_t)all->cap, struct batch),
			.cap = all->cap};
	ARRAY_RESERVE(g->picked, all->n, g->cap_picked);
	memset(g->picked, 0, (size_t)all->n * sizeof *g->picked);
	g->pick = *s->base;
	g->pick.potential = list;
	for (int i = 0; i < s->prefix; i++)
		for (int at = s->candidates[i].first; at >= 0; at = s->links[at].next)
			pick_batch(g, s->links[at].batch);
	return &g->pick;
}

/* NULL: the state has no more. */
static struct proposal *next_pick(struct gang *g)
{
	struct state *s = &g->state;
	struct proposal *p;

	if (s->known)
		return g->q->questions->next_pick(g->q);
	if (s->prefix > s->n)
		return NULL;
	p = pick(g);
	gang_step(&s->prefix, &s->step, s->n);
	if (!g->q->session->c->objects->follows.picks_double)
		s->step = 1;
	return p;
}

static struct proposal *next(void *state)
{
	struct gang *g = state;

	for (;;) {
		struct proposal *p = g->state.live ? next_pick(g) : NULL;

		if (p)
			return p;
		g->state.live = false;
		p = accumulator_next(g->accumulator, g->started);
		g->started = true;
		if (!p)
			return NULL;
		if (QUESTION(g->q, state_fails) && g->q->questions->state_fails(g->q, p))
			continue;
		if (!p->potential.n || !g->q->session->c->objects->follows.picks_by_node)
			return p;
		begin_state(g, p);
	}
}

static void free_gang(void *state)
{
	struct gang *g = state;

	accumulator_free(g->accumulator);
	free(g->state.candidates);
	free(g->state.links);
	free(g->recorded);
	free(g->candidate_of);
	free(g->picked);
}

const struct generator multi_node_gang = {"MultiNodeGang", build, next, free_gang};
