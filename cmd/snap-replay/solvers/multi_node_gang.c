/* MultiNodeGang: growing unions of victim nodes, smallest capacity first (kai/04 section 8.3). */
#include <stdlib.h>

#include "common/mem.h"
#include "../session/bits.h"
#include "batch_sets.h"
#include "search.h"

struct place { /* a batch on a node */
	int batch, next; /* next: the node's next place; the first one behind the last */
	double net;      /* the batch's */
};
struct candidate { /* a node that holds potential victims */
	struct str name;
	const struct node *node; /* NULL: outside the session */
	double capacity;
	int first;          /* index of its first task among the potential ones */
	int last;           /* of its places, batches ascending: emitter.places */
};
struct rank { /* of a candidate in the order */
	double capacity;
	int first, last;    /* last: tells candidates apart, and one from the same with more batches */
};
struct pick { /* the batches on the first nodes of the order */
	int prefix;         /* so many nodes */
	uint64_t *picked;   /* bits by batch */
	double net;         /* of them, see struct narrow */
	bool odd;
};
enum { MOST_PICKS = 34 }; /* of one state: prefixes grow by 1, 2, 4, ... */
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
	double elsewhere;   /* what nodes without victims offer, */
	int summed;         /* as of so many candidates; -1: not summed up */
	/* of the present state: */
	int skip;           /* candidates that are too small; the rest counts */
	int prefix, step;   /* K and its growth */
	bool live;
	/* Picks for rising prefixes: n_made of this state, then those of states before that are still right, as the first nodes are the
	 * same and have the same batches. */
	struct pick picks[MOST_PICKS];
	int n_picks, n_made;
	uint64_t *bits;     /* of all picks */
	int cap_bits;       /* batches in each */
	int *sequence, n_sequence; /* rank.last of the nodes that the picks are of, in order */
	bool odd;           /* there are odd batches */
	struct batch_sets proposed;
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
	e->candidates[e->n] = (struct candidate){t->node_name, t->node, 0, first, -1};
	return &e->candidates[e->n++];
}

static void drop_picks(struct emitter *e)
{
	e->n_picks = e->n_sequence = 0;
}

static void make_room(struct emitter *e, const struct batches *all)
{
	int tasks = e->tasks, words;

	for (int i = e->known; i < all->n; i++)
		tasks += all->items[i].n;
	if (tasks > e->cap) {
		e->cap = 2 * tasks;
		e->candidates = xrealloc_array(e->candidates, (size_t)e->cap, sizeof *e->candidates);
		e->places = xrealloc_array(e->places, (size_t)e->cap, sizeof *e->places);
		e->order = xrealloc_array(e->order, (size_t)e->cap, sizeof *e->order);
		e->sequence = xrealloc_array(e->sequence, (size_t)e->cap, sizeof *e->sequence);
	}
	if (all->n <= e->cap_bits)
		return;
	free(e->bits);
	e->cap_bits = 2 * all->n;
	words = bit_words(e->cap_bits);
	e->bits = xcalloc((size_t)words * MOST_PICKS, sizeof *e->bits);
	for (int i = 0; i < MOST_PICKS; i++)
		e->picks[i].picked = &e->bits[i * words];
	drop_picks(e);
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
	return (struct rank){e->candidates[candidate].capacity, e->candidates[candidate].first, e->candidates[candidate].last};
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

static void add_place(struct emitter *e, struct candidate *c, int batch, double net)
{
	int added = e->n_places;

	if (c->last >= 0 && e->places[c->last].batch == batch)
		return;
	e->places[e->n_places++] = (struct place){batch, added, net};
	if (c->last >= 0) {
		e->places[added].next = e->places[c->last].next;
		e->places[c->last].next = added;
	}
	c->last = added;
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
	add_place(e, c, batch, g->base->potential.items[batch].net);
	if (in_order)
		put_in(e, (int)(c - e->candidates));
}

static void forget(struct gang *g)
{
	struct session *s = g->q->session;
	struct emitter *e = &g->emitter;

	for (int i = 0; i < e->n; i++)
		if (e->candidates[i].node)
			g->candidate_of[e->candidates[i].node->index] = -1;
	e->n = e->n_ordered = e->n_places = e->known = e->tasks = 0;
	e->odd = false;
	e->summed = -1;
	drop_picks(e);
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
	for (; e->known < all->n; e->known++) {
		e->odd |= all->items[e->known].odd;
		for (int k = 0; k < all->items[e->known].n; k++, e->tasks++)
			if (all->items[e->known].tasks[k]->node_name.n)
				add_task(g, all->items[e->known].tasks[k], e->known, in_order);
	}
	if (!in_order)
		put_in_all(e);
}

/* What nodes without victims of this state offer, in the order of the nodes. */
static double baseline(struct gang *g)
{
	struct emitter *e = &g->emitter;

	if (e->summed == e->n)
		return e->elsewhere;
	e->summed = e->n;
	e->elsewhere = 0;
	for (int i = 0; i < g->q->session->c->n_nodes; i++)
		if (g->nodes->in[i] && g->candidate_of[i] < 0)
			e->elsewhere += g->offers[i];
	return e->elsewhere;
}

static const struct rank *nth(const struct emitter *e, int i)
{
	return &e->order[e->skip + i];
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

/* The picks of the states before that are still right. What was odd may no longer be. */
static void keep_picks(struct emitter *e)
{
	int n = e->n - e->skip, same = 0, kept = 0;

	while (same < n && same < e->n_sequence && nth(e, same)->last == e->sequence[same])
		same++;
	for (int i = same; i < n; i++)
		e->sequence[i] = nth(e, i)->last;
	e->n_sequence = n;
	while (kept < e->n_picks && e->picks[kept].prefix <= same && !e->picks[kept].odd)
		kept++;
	e->n_picks = kept;
	e->n_made = 0;
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
	keep_picks(e);
	e->live = true;
}

static bool is_odd(const struct gang *g, int batch)
{
	const struct batch *b = &g->base->potential.items[batch];

	return b->odd && narrow_odd(g->q, b->job);
}

/* p has the batches on fewer nodes. This is what most states consist of: no branch on whether a batch is there already. */
static void extend(const struct gang *g, struct pick *p, int prefix)
{
	const struct emitter *e = &g->emitter;
	const struct place *places = e->places;
	double net = p->net;

	for (int i = p->prefix; i < prefix; i++) {
		int last = nth(e, i)->last, k = last;

		do {
			const struct place *at = &places[k = places[k].next];
			bool known = bit_is_set(p->picked, at->batch);

			net += known ? 0 : at->net;
			bit_set(p->picked, at->batch);
			if (e->odd && !known)
				p->odd |= is_odd(g, at->batch);
		} while (k != last);
	}
	p->net = net;
	p->prefix = prefix;
}

/* The next pick of this state: the batches on the first nodes. It goes on from the longest one that there is. */
static const struct pick *pick(struct gang *g, int prefix)
{
	struct emitter *e = &g->emitter;
	struct pick *p = &e->picks[e->n_made];
	size_t bytes = (size_t)bit_words(e->cap_bits) * sizeof *p->picked;
	uint64_t *picked = p->picked;
	int longest = e->n_made - 1;

	while (longest + 1 < e->n_picks && e->picks[longest + 1].prefix <= prefix)
		longest++;
	if (longest < 0) {
		memset(picked, 0, bytes);
		*p = (struct pick){.picked = picked};
	} else if (longest != e->n_made) {
		memcpy(picked, e->picks[longest].picked, bytes);
		*p = e->picks[longest];
		p->picked = picked;
	}
	if (longest != e->n_made || p->prefix != prefix)
		e->n_picks = e->n_made + 1;
	e->n_made++;
	extend(g, p, prefix);
	return p;
}

static void step(struct emitter *e)
{
	int n = e->n - e->skip;

	if (e->prefix == n) {
		e->prefix = n + 1;
	} else {
		e->prefix = e->prefix + e->step < n ? e->prefix + e->step : n;
		e->step *= 2;
	}
}

/* Were these batches proposed before? They are now. Then it is a duplicate for certain: the probe's recorded batches and
 * pending tasks stay what they are, so these batches stand for the same scenario, and one that was proposed and did not end
 * the probe was remembered as failed (solver.c), or had been before. So no list has to be made, nor a fingerprint of hundreds
 * of tasks. The opposite does not hold: other batches may hold the same tasks, and other probes had proposals as well. */
static bool proposed_before(struct emitter *e, const struct pick *p)
{
	return batch_sets_met(&e->proposed, p->picked, bit_words(e->known));
}

static void list_batches(struct gang *g, const struct pick *p)
{
	const struct batches *all = &g->base->potential;

	for (int w = 0; w < bit_words(all->n); w++)
		for (uint64_t left = p->picked[w]; left; left &= left - 1)
			batches_add(g->q, &g->sub.potential, all->items[w * 64 + __builtin_ctzll(left)]);
}

static struct proposal *emit(struct gang *g)
{
	struct emitter *e = &g->emitter;
	struct batches kept = {.items = g->sub.potential.items, .cap = g->sub.potential.cap}; /* memory of the last proposal */
	const struct pick *p;
	bool worth;

	for (;; step(e)) {
		if (e->prefix > e->n - e->skip) {
			e->live = false;
			return NULL;
		}
		p = pick(g, e->prefix);
		worth = narrow_worth(g->q, p->net, p->odd);
		if (worth || g->q->session->literal)
			break;
	}
	g->sub = *g->base;
	g->sub.worth = worth;
	g->sub.potential = kept;
	g->sub.repeat = proposed_before(e, p);
	if (!g->sub.repeat || g->q->session->literal)
		list_batches(g, p);
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
	free(g->emitter.bits);
	free(g->emitter.sequence);
	batch_sets_free(&g->emitter.proposed);
	free(g->recorded);
	free(g->offers);
	free(g->candidate_of);
}

const struct generator multi_node_gang = {"MultiNodeGang", build, next, free_gang};
