/* MultiNodeGang: growing unions of victim nodes, smallest capacity first (kai/04 section 8.3). */
#include <stdlib.h>

#include "common/mem.h"
#include "search.h"

struct candidate { /* a node that holds potential victims */
	struct str name;
	double capacity;
	int first;          /* index of its first task among the potential ones */
	int *batches;       /* indexes, ascending */
	int n;
};
struct emitter {
	struct candidate *candidates;
	int n;
	int prefix, step;   /* K and its growth */
	bool live;
};
struct gang {
	struct search *q;
	struct accumulator *accumulator;
	const struct probe_nodes *nodes;
	bool started;
	struct proposal *base, sub;
	struct emitter emitter;
};

static void *build(struct search *q, struct job *preemptor, const struct batches *recorded, const struct probe_nodes *nodes)
{
	struct gang *g = ARENA_NEW(&q->arena, struct gang);

	g->q = q;
	g->nodes = nodes;
	g->accumulator = accumulator_new(q, preemptor, recorded, q->victims(q), nodes);
	return g;
}

static struct candidate *candidate_of(struct emitter *e, struct map *by_name, struct search *q, struct str name, int first)
{
	struct map_entry *entry = map_put(by_name, name, NULL);

	if (!entry->value) {
		struct candidate *c = &e->candidates[e->n++];

		*c = (struct candidate){.name = name, .first = first};
		entry->value = c;
	}
	(void)q;
	return entry->value;
}

static void collect(struct gang *g, struct map *by_name)
{
	struct search *q = g->q;
	struct emitter *e = &g->emitter;
	int tasks = 0, at = 0;

	for (int i = 0; i < g->base->potential.n; i++)
		tasks += g->base->potential.items[i].n;
	e->candidates = ARENA_ARRAY(&q->arena, (size_t)tasks + 1, struct candidate);
	e->n = 0;
	for (int i = 0; i < g->base->potential.n; i++) {
		const struct batch *b = &g->base->potential.items[i];

		for (int k = 0; k < b->n; k++, at++) {
			struct candidate *c;

			if (!b->tasks[k]->node_name.n)
				continue;
			c = candidate_of(e, by_name, q, b->tasks[k]->node_name, at);
			if (c->n && c->batches[c->n - 1] == i)
				continue;
			if ((c->n & (c->n - 1)) == 0) { /* grows by doubling */
				int *more = ARENA_ARRAY(&q->arena, c->n ? 2 * (size_t)c->n : 1, int);

				if (c->n)
					memcpy(more, c->batches, (size_t)c->n * sizeof *more);
				c->batches = more;
			}
			c->batches[c->n++] = i;
		}
	}
}

static double freed_on(const struct batches *b, struct str node, double start)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (str_eq(b->items[i].tasks[k]->node_name, node))
				start += task_freed(b->items[i].tasks[k]);
	return start;
}

/* Added in the original's order: recorded, avail, potential in list order. */
static void weigh(struct gang *g, struct candidate *c)
{
	struct session *s = g->q->session;
	struct node *n = map_get(&s->c->node_by_name, c->name);

	c->capacity = freed_on(&g->base->recorded, c->name, 0.0);
	if (n)
		c->capacity += node_avail(s, n);
	for (int i = 0; i < c->n; i++) {
		const struct batch *b = &g->base->potential.items[c->batches[i]];

		for (int k = 0; k < b->n; k++)
			if (str_eq(b->tasks[k]->node_name, c->name))
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
static double baseline(struct gang *g, struct map *by_name)
{
	struct session *s = g->q->session;
	double sum = 0;

	for (int i = 0; i < s->c->n_nodes; i++) {
		struct node *n = &s->c->nodes[i];

		if (g->nodes->in[i] && !map_get(by_name, n->name))
			sum += node_avail(s, n) + freed_on(&g->base->recorded, n->name, 0.0);
	}
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
	struct map by_name = {0};
	double demand = 0, least = 0;
	int kept = 0;

	g->base = base;
	for (int i = 0; i < base->pending.n; i++) {
		double need = task_need(base->pending.items[i]);

		demand += need;
		if (i == 0 || need < least)
			least = need;
	}
	collect(g, &by_name);
	for (int i = 0; i < e->n; i++)
		weigh(g, &e->candidates[i]);
	demand -= baseline(g, &by_name);
	map_free(&by_name);
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
	bool *picked;

	if (e->prefix > e->n) {
		e->live = false;
		return NULL;
	}
	picked = xcalloc((size_t)all->n + 1, sizeof *picked);
	for (int i = 0; i < e->prefix; i++)
		for (int k = 0; k < e->candidates[i].n; k++)
			picked[e->candidates[i].batches[k]] = true;
	g->sub = *g->base;
	g->sub.potential = (struct batches){0};
	for (int i = 0; i < all->n; i++)
		if (picked[i])
			batches_add(g->q, &g->sub.potential, all->items[i]);
	free(picked);
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
	accumulator_free(((struct gang *)state)->accumulator);
}

const struct generator multi_node_gang = {"MultiNodeGang", build, next, free_gang};
