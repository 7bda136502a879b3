/* MultiNodeGang: growing unions of victim nodes, smallest capacity first (kai/04 section 8.3). */
#include <stdlib.h>

#include "common/mem.h"
#include "../session/bits.h"
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
struct rank { /* of a candidate in the order */
	double capacity;
	int first, candidate;
};
/* What is known of the accumulated batches. While simulations leave no trace, the next state adds the batches that came, and the rest
 * stays. */
struct emitter {
	struct candidate *candidates;
	struct place *places;
	struct rank *order; /* by capacity, then first */
	int cap;            /* of all three */
	int n, n_ordered, n_places;
	int known, tasks;   /* batches that are in, and their tasks */
	long disturbed;     /* search.disturbed when that was so */
	/* of the present state: */
	int skip;           /* candidates that are too small; the rest counts */
	int prefix, step;   /* K and its growth */
	int taken;          /* nodes picked so far */
	bool live;
	uint64_t *picked;   /* bits by batch: in the last proposal of this state */
	int cap_picked;     /* of batches */
	double net;         /* of the picked ones, see struct narrow */
	bool odd;
};
struct gang {
	struct search *q;
	struct accumulator *accumulator;
	const struct probe_nodes *nodes;
	bool started;
	double *recorded;   /* by node index: what recorded victims free */
	double *offers;     /* by node index: avail and recorded, as of emitter.changes */
	int *candidate_of;  /* by node index; -1: none */
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
	g->offers = xcalloc((size_t)nodes->n + 1, sizeof *g->offers);
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
	int tasks = e->tasks;

	for (int i = e->known; i < all->n; i++)
		tasks += all->items[i].n;
	if (tasks > e->cap) {
		e->cap = 2 * tasks;
		e->candidates = xrealloc_array(e->candidates, (size_t)e->cap, sizeof *e->candidates);
		e->places = xrealloc_array(e->places, (size_t)e->cap, sizeof *e->places);
		e->order = xrealloc_array(e->order, (size_t)e->cap, sizeof *e->order);
	}
	if (all->n > e->cap_picked) {
		free(e->picked);
		e->cap_picked = 2 * all->n;
		e->picked = xcalloc((size_t)e->cap_picked / 64 + 1, sizeof *e->picked);
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

static int compare(const void *a, const void *b)
{
	const struct rank *l = a, *r = b;

	if (l->capacity != r->capacity)
		return l->capacity < r->capacity ? -1 : 1;
	return (l->first > r->first) - (l->first < r->first);
}

static struct rank rank_of(const struct emitter *e, int candidate)
{
	return (struct rank){e->candidates[candidate].capacity, e->candidates[candidate].first, candidate};
}

/* Where it stands, or belongs. */
static int place_in_order(const struct emitter *e, const struct rank *r)
{
	int lo = 0, hi = e->n_ordered;

	while (lo < hi) {
		int middle = (lo + hi) / 2;

		if (compare(&e->order[middle], r) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static void take_out(struct emitter *e, int candidate)
{
	struct rank r = rank_of(e, candidate);
	int at = place_in_order(e, &r);

	e->n_ordered--;
	memmove(&e->order[at], &e->order[at + 1], (size_t)(e->n_ordered - at) * sizeof *e->order);
}

static void put_in(struct emitter *e, int candidate)
{
	struct rank r = rank_of(e, candidate);
	int at = place_in_order(e, &r);

	memmove(&e->order[at + 1], &e->order[at], (size_t)(e->n_ordered - at) * sizeof *e->order);
	e->order[at] = r;
	e->n_ordered++;
}

/* All at once. */
static void put_in_all(struct emitter *e)
{
	for (e->n_ordered = 0; e->n_ordered < e->n; e->n_ordered++)
		e->order[e->n_ordered] = rank_of(e, e->n_ordered);
	qsort(e->order, (size_t)e->n, sizeof *e->order, compare);
}

/* What its tasks free is added in the original's order: recorded, avail, potential in list order. */
static void add_task(struct gang *g, const struct task *t, int batch, bool in_order)
{
	struct emitter *e = &g->emitter;
	int known = e->n;
	struct candidate *c = candidate_of(g, t, e->tasks);

	if (e->n > known)
		c->capacity = c->node ? g->offers[c->node->index] : recorded_outside(g, c);
	else if (in_order)
		take_out(e, (int)(c - e->candidates));
	c->capacity += task_freed(t);
	if (in_order)
		put_in(e, (int)(c - e->candidates));
	if (c->last >= 0 && e->places[c->last].batch == batch)
		return;
	e->places[e->n_places] = (struct place){batch, -1};
	*(c->last < 0 ? &c->places : &e->places[c->last].next) = e->n_places;
	c->last = e->n_places++;
}

static void forget(struct gang *g)
{
	struct session *s = g->q->session;
	struct emitter *e = &g->emitter;

	for (int i = 0; i < e->n; i++)
		if (e->candidates[i].node)
			g->candidate_of[e->candidates[i].node->index] = -1;
	e->n = e->n_ordered = e->n_places = e->known = e->tasks = 0;
	for (int i = 0; i < s->c->n_nodes; i++)
		g->offers[i] = g->recorded[i] + node_avail(s, &s->c->nodes[i]);
	e->disturbed = g->q->disturbed;
}

static void take_in(struct gang *g)
{
	struct emitter *e = &g->emitter;
	const struct batches *all = &g->base->potential;
	bool in_order = e->known > 0;

	make_room(e, all);
	for (; e->known < all->n; e->known++)
		for (int k = 0; k < all->items[e->known].n; k++, e->tasks++)
			if (all->items[e->known].tasks[k]->node_name.n)
				add_task(g, all->items[e->known].tasks[k], e->known, in_order);
	if (!in_order)
		put_in_all(e);
}

/* What nodes without victims of this state offer. */
static double baseline(const struct gang *g)
{
	double sum = 0;

	for (int i = 0; i < g->q->session->c->n_nodes; i++)
		if (g->nodes->in[i] && g->candidate_of[i] < 0)
			sum += g->offers[i];
	return sum;
}

static const struct candidate *nth(const struct emitter *e, int i)
{
	return &e->candidates[e->order[e->skip + i].candidate];
}

static int first_prefix(const struct emitter *e, double rest)
{
	double sum = 0;
	int n = e->n - e->skip;

	if (rest <= 0)
		return 0;
	for (int k = 0; k < n; k++) {
		sum += nth(e, k)->capacity;
		if (sum >= rest)
			return k + 1;
	}
	return n + 1;
}

static void emit_from(struct gang *g, struct proposal *base)
{
	struct emitter *e = &g->emitter;
	double demand = 0, least = 0;

	g->base = base;
	for (int i = 0; i < base->pending.n; i++) {
		double need = task_need(base->pending.items[i]);

		demand += need;
		if (i == 0 || need < least)
			least = need;
	}
	if (e->known == 0 || e->disturbed != g->q->disturbed)
		forget(g);
	take_in(g);
	e->skip = 0;
	while (least > 0 && e->skip < e->n && nth(e, 0)->capacity < least)
		e->skip++;
	e->prefix = first_prefix(e, demand - baseline(g));
	e->step = 1;
	e->taken = 0;
	e->net = 0;
	e->odd = false;
	memset(e->picked, 0, ((size_t)base->potential.n / 64 + 1) * sizeof *e->picked);
	e->live = true;
}

/* The batches on the first nodes, `from` of which were picked before. */
static void pick(struct gang *g, int from, int to)
{
	struct emitter *e = &g->emitter;

	for (int i = from; i < to; i++)
		for (int k = nth(e, i)->places; k >= 0; k = e->places[k].next) {
			int batch = e->places[k].batch;
			const struct batch *b = &g->base->potential.items[batch];

			if (bit_is_set(e->picked, batch))
				continue;
			bit_set(e->picked, batch);
			e->net += b->net;
			e->odd |= b->odd && narrow_odd(g->q, b->job);
		}
}

static void step(struct emitter *e)
{
	int n = e->n - e->skip;

	e->taken = e->prefix;
	if (e->prefix == n) {
		e->prefix = n + 1;
	} else {
		e->prefix = e->prefix + e->step < n ? e->prefix + e->step : n;
		e->step *= 2;
	}
}

static struct proposal *emit(struct gang *g)
{
	struct emitter *e = &g->emitter;
	const struct batches *all = &g->base->potential;
	struct batches kept = g->sub.potential; /* memory of the last proposal */
	bool worth;

	for (;; step(e)) {
		if (e->prefix > e->n - e->skip) {
			e->live = false;
			return NULL;
		}
		pick(g, e->taken, e->prefix);
		worth = narrow_worth(g->q, e->net, e->odd);
		if (worth || g->q->session->literal)
			break;
	}
	kept.n = 0;
	g->sub = *g->base;
	g->sub.worth = worth;
	g->sub.potential = kept;
	for (int w = 0; w <= all->n / 64; w++)
		for (uint64_t left = e->picked[w]; left; left &= left - 1)
			batches_add(g->q, &g->sub.potential, all->items[w * 64 + __builtin_ctzll(left)]);
	step(e);
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
		if (p->worth || g->q->session->literal)
			emit_from(g, p);
	}
}

static void free_gang(void *state)
{
	struct gang *g = state;

	accumulator_free(g->accumulator);
	free(g->emitter.candidates);
	free(g->emitter.places);
	free(g->emitter.order);
	free(g->emitter.picked);
	free(g->recorded);
	free(g->offers);
	free(g->candidate_of);
}

const struct generator multi_node_gang = {"MultiNodeGang", build, next, free_gang};
