/* MultiNodeGang: growing unions of victim nodes, smallest capacity first (kai/04 section 8.3). */
#include <stdlib.h>

#include "common/mem.h"
#include "search.h"

struct place { /* a batch on a node */
	int batch, next; /* next: the node's next place; -1: none */
};
struct candidate { /* a node that holds potential victims */
	struct str name;
	const struct node *node; /* NULL: outside the session */
	double capacity;
	int first;          /* index of its first task among the potential ones */
	int places, last;   /* its batches, ascending; indexes of emitter.places */
};
struct emitter { /* memory is kept from state to state */
	struct candidate *candidates;
	struct place *places;
	int cap;            /* of both */
	int n, n_places;
	int prefix, step;   /* K and its growth */
	bool live;
	bool *picked;       /* by batch; all false */
	int cap_picked;
};
struct gang {
	struct search *q;
	struct accumulator *accumulator;
	const struct probe_nodes *nodes;
	bool started;
	double *recorded;   /* by node index: what recorded victims free */
	int *candidate_of;  /* by node index; -1: none in this state */
	struct proposal *base, sub;
	struct emitter emitter;
};

static void *build(struct search *q, struct job *preemptor, const struct batches *recorded, const struct probe_nodes *nodes)
{
	struct gang *g = ARENA_NEW(&q->arena, struct gang);

	g->q = q;
	g->nodes = nodes;
	g->accumulator = accumulator_new(q, preemptor, recorded, q->victims(q), nodes);
	g->recorded = xcalloc((size_t)nodes->n + 1, sizeof *g->recorded);
	g->candidate_of = xcalloc((size_t)nodes->n + 1, sizeof *g->candidate_of);
	memset(g->candidate_of, 0xff, ((size_t)nodes->n + 1) * sizeof *g->candidate_of);
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			if (recorded->items[i].tasks[k]->node)
				g->recorded[recorded->items[i].tasks[k]->node->index] += task_freed(recorded->items[i].tasks[k]);
	return g;
}

/* Nodes outside the session are few: they are looked for by name. */
static struct candidate *candidate_of(struct gang *g, const struct task *t, int first)
{
	struct emitter *e = &g->emitter;
	int at = t->node ? g->candidate_of[t->node->index] : 0;

	while (!t->node && at < e->n && (e->candidates[at].node || !str_eq(e->candidates[at].name, t->node_name)))
		at++;
	if (at >= 0 && at < e->n)
		return &e->candidates[at];
	if (t->node)
		g->candidate_of[t->node->index] = e->n;
	e->candidates[e->n] = (struct candidate){t->node_name, t->node, 0, first, -1, -1};
	return &e->candidates[e->n++];
}

static void make_room(struct emitter *e, const struct batches *all)
{
	int tasks = 0;

	for (int i = 0; i < all->n; i++)
		tasks += all->items[i].n;
	if (tasks > e->cap) {
		e->cap = 2 * tasks;
		e->candidates = xrealloc_array(e->candidates, (size_t)e->cap, sizeof *e->candidates);
		e->places = xrealloc_array(e->places, (size_t)e->cap, sizeof *e->places);
	}
	if (all->n > e->cap_picked) {
		free(e->picked);
		e->cap_picked = 2 * all->n;
		e->picked = xcalloc((size_t)e->cap_picked, sizeof *e->picked);
	}
}

static void collect(struct gang *g)
{
	struct emitter *e = &g->emitter;
	int at = 0;

	make_room(e, &g->base->potential);
	e->n = e->n_places = 0;
	for (int i = 0; i < g->base->potential.n; i++) {
		const struct batch *b = &g->base->potential.items[i];

		for (int k = 0; k < b->n; k++, at++) {
			struct candidate *c;

			if (!b->tasks[k]->node_name.n)
				continue;
			c = candidate_of(g, b->tasks[k], at);
			if (c->last >= 0 && e->places[c->last].batch == i)
				continue;
			e->places[e->n_places] = (struct place){i, -1};
			*(c->last < 0 ? &c->places : &e->places[c->last].next) = e->n_places;
			c->last = e->n_places++;
		}
	}
}

static bool is_on(const struct task *t, const struct candidate *c)
{
	return c->node ? t->node == c->node : !t->node && str_eq(t->node_name, c->name);
}

static double recorded_outside(const struct gang *g, const struct candidate *c)
{
	const struct batches *b = &g->base->recorded;
	double sum = 0;

	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (is_on(b->items[i].tasks[k], c))
				sum += task_freed(b->items[i].tasks[k]);
	return sum;
}

/* Added in the original's order: recorded, avail, potential in list order. */
static void weigh(struct gang *g, struct candidate *c)
{
	const struct emitter *e = &g->emitter;

	c->capacity = c->node ? g->recorded[c->node->index] + node_avail(g->q->session, c->node) : recorded_outside(g, c);
	for (int i = c->places; i >= 0; i = e->places[i].next) {
		const struct batch *b = &g->base->potential.items[e->places[i].batch];

		for (int k = 0; k < b->n; k++)
			if (is_on(b->tasks[k], c))
				c->capacity += task_freed(b->tasks[k]);
	}
}

static int compare(const void *a, const void *b)
{
	const struct candidate *l = a, *r = b;

	if (l->capacity != r->capacity)
		return l->capacity < r->capacity ? -1 : 1;
	return (l->first > r->first) - (l->first < r->first);
}

/* What nodes without victims of this state offer. */
static double baseline(const struct gang *g)
{
	struct session *s = g->q->session;
	double sum = 0;

	for (int i = 0; i < s->c->n_nodes; i++)
		if (g->nodes->in[i] && g->candidate_of[i] < 0)
			sum += node_avail(s, &s->c->nodes[i]) + g->recorded[i];
	return sum;
}

static int first_prefix(const struct emitter *e, double rest)
{
	double sum = 0;

	if (rest <= 0)
		return 0;
	for (int k = 0; k < e->n; k++) {
		sum += e->candidates[k].capacity;
		if (sum >= rest)
			return k + 1;
	}
	return e->n + 1;
}

static void emit_from(struct gang *g, struct proposal *base)
{
	struct emitter *e = &g->emitter;
	double demand = 0, least = 0;
	int kept = 0;

	g->base = base;
	for (int i = 0; i < base->pending.n; i++) {
		double need = task_need(base->pending.items[i]);

		demand += need;
		if (i == 0 || need < least)
			least = need;
	}
	collect(g);
	for (int i = 0; i < e->n; i++)
		weigh(g, &e->candidates[i]);
	demand -= baseline(g);
	for (int i = 0; i < e->n; i++)
		if (e->candidates[i].node)
			g->candidate_of[e->candidates[i].node->index] = -1;
	for (int i = 0; i < e->n; i++)
		if (!(least > 0 && e->candidates[i].capacity < least))
			e->candidates[kept++] = e->candidates[i];
	e->n = kept;
	qsort(e->candidates, (size_t)e->n, sizeof *e->candidates, compare);
	e->prefix = first_prefix(e, demand);
	e->step = 1;
	e->live = true;
}

static struct proposal *emit(struct gang *g)
{
	struct emitter *e = &g->emitter;
	const struct batches *all = &g->base->potential;
	struct batches kept = g->sub.potential; /* memory of the last proposal */

	if (e->prefix > e->n) {
		e->live = false;
		return NULL;
	}
	for (int i = 0; i < e->prefix; i++)
		for (int k = e->candidates[i].places; k >= 0; k = e->places[k].next)
			e->picked[e->places[k].batch] = true;
	kept.n = 0;
	g->sub = *g->base;
	g->sub.potential = kept;
	for (int i = 0; i < all->n; i++) {
		if (e->picked[i])
			batches_add(g->q, &g->sub.potential, all->items[i]);
		e->picked[i] = false;
	}
	if (e->prefix == e->n) {
		e->prefix = e->n + 1;
	} else {
		e->prefix = e->prefix + e->step < e->n ? e->prefix + e->step : e->n;
		e->step *= 2;
	}
	return &g->sub;
}

static struct proposal *next(void *state)
{
	struct gang *g = state;

	for (;;) {
		struct proposal *p;

		if (g->emitter.live) {
			p = emit(g);
			if (p)
				return p;
		}
		p = accumulator_next(g->accumulator, g->started);
		g->started = true;
		if (!p || !p->potential.n)
			return p;
		emit_from(g, p);
	}
}

static void free_gang(void *state)
{
	struct gang *g = state;

	accumulator_free(g->accumulator);
	free(g->emitter.candidates);
	free(g->emitter.places);
	free(g->emitter.picked);
	free(g->recorded);
	free(g->candidate_of);
}

const struct generator multi_node_gang = {"MultiNodeGang", build, next, free_gang};
