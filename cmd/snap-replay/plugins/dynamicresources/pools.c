#include "plugins/dynamicresources/pools.h"

#include "common/grow.h"
#include "model/selectors.h"

/* Offers that are kept for all nodes together: 64 MiB. Only many devices that many nodes share come
 * to more. */
enum { OFFERS_KEPT = 1 << 24 };

struct slice_list {
	int slice;
	struct slice_list *next;
};

void pools_open(struct pool_index *x, struct session *s, const struct inventory *v)
{
	x->session = s;
	x->inventory = v;
	x->known = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, struct node_pools *);
	x->stamps = ARENA_ARRAY(&s->arena, (size_t)v->n_ids, unsigned);
	x->shared = ARENA_ARRAY(&s->arena, (size_t)v->n_slices, int);
	for (int i = v->n_slices - 1; i >= 0; i--) { /* lists grow at the front */
		const struct resource_slice *slice = v->slices[i];
		struct slice_list *l;
		struct map_entry *e;

		if (slice->per_device || !slice->node_name.n)
			continue;
		l = ARENA_NEW(&s->arena, struct slice_list);
		e = map_put(&x->by_node, slice->node_name, NULL);
		*l = (struct slice_list){i, e->value};
		e->value = l;
	}
	for (int i = 0; i < v->n_slices; i++) {
		const struct resource_slice *slice = v->slices[i];

		if (!slice->per_device && !slice->node_name.n &&
			(slice->all_nodes || slice->node_selector.present))
			x->shared[x->n_shared++] = i;
	}
}

void pools_free(struct pool_index *x)
{
	map_free(&x->by_node);
	arena_free(&x->spare);
}

/* ---- the pools of one node ---- */

struct gathering {
	struct pool_index *x;
	struct arena *arena;
	struct node_pools *p;
	struct map by_name; /* driver and name to index + 1 */
	int cap;
};

static struct pool *pool_of(struct gathering *g, const struct resource_slice *s)
{
	const char *key[2] = {s->driver.p, s->pool.p}; /* interned */
	bool fresh;
	struct map_entry *e =
		map_put(&g->by_name, (struct str){(const char *)key, sizeof key}, &fresh);

	if (fresh) {
		e->key = arena_str(g->arena, e->key);
		ARENA_GROW(g->arena, g->p->pools, g->p->n, g->cap);
		g->p->pools[g->p->n++] = (struct pool){.driver = s->driver, .name = s->pool};
		e->value = (void *)(uintptr_t)g->p->n;
	}
	return &g->p->pools[(uintptr_t)e->value - 1];
}

/* An older generation is left out, a newer one replaces what is there. */
static void add_slice(struct gathering *g, int i)
{
	struct resource_slice *const *slices = g->x->inventory->slices;
	struct pool *pool = pool_of(g, slices[i]);

	if (pool->n && slices[i]->generation < slices[pool->slices[0]]->generation)
		return;
	if (pool->n && slices[i]->generation > slices[pool->slices[0]]->generation)
		pool->n = 0;
	ARENA_GROW(g->arena, pool->slices, pool->n, pool->cap);
	pool->slices[pool->n++] = i;
}

static bool serves(struct gathering *g, const struct resource_slice *s, const struct node *n)
{
	if (s->all_nodes)
		return true;
	if (!node_terms_valid(&s->node_selector)) {
		g->p->error = session_text(g->x->session,
			"gather pool information: failed to perform node selection for slice " STR_FMT
			": failed to parse node selector",
			STR_ARG(s->meta.name));
		return false;
	}
	return node_terms_match(&s->node_selector, &n->object->meta.labels, n->name);
}

/* Both kinds of slices, in snapshot order. */
static void gather_slices(struct gathering *g, const struct node *n)
{
	const struct slice_list *own = map_get(&g->x->by_node, n->name);
	int i = 0;

	while ((own || i < g->x->n_shared) && !g->p->error.p) {
		if (i == g->x->n_shared || (own && own->slice < g->x->shared[i])) {
			add_slice(g, own->slice);
			own = own->next;
			continue;
		}
		if (serves(g, g->x->inventory->slices[g->x->shared[i]], n))
			add_slice(g, g->x->shared[i]);
		i++;
	}
}

static bool has_twins(struct pool_index *x, const struct pool *pool)
{
	const struct inventory *v = x->inventory;

	if (!++x->stamp) { /* all numbers were used */
		memset(x->stamps, 0, (size_t)v->n_ids * sizeof *x->stamps);
		x->stamp = 1;
	}
	for (int i = 0; i < pool->n; i++)
		for (int k = v->first[pool->slices[i]]; k < v->first[pool->slices[i] + 1]; k++) {
			if (x->stamps[v->offers[k].id] == x->stamp)
				return true;
			x->stamps[v->offers[k].id] = x->stamp;
		}
	return false;
}

/* False: the pool's newest generation is not on this node, the pool is left out. */
static bool judge(struct pool_index *x, struct pool *pool)
{
	const struct inventory *v = x->inventory;
	int first = pool->slices[0];

	if (pool->n != v->slices[first]->slice_count) {
		if (v->shares[first].outdated)
			return false;
		pool->incomplete = v->shares[first].slices != v->slices[first]->slice_count;
	}
	pool->invalid = has_twins(x, pool);
	for (int i = 0; i < pool->n; i++)
		pool->n_offers += v->first[pool->slices[i] + 1] - v->first[pool->slices[i]];
	return true;
}

static void list_offers(struct gathering *g)
{
	const struct inventory *v = g->x->inventory;
	struct node_pools *p = g->p;
	size_t n = 0;

	for (int i = 0; i < p->n; i++)
		n += (size_t)p->pools[i].n_offers;
	p->offers = ARENA_ARRAY(g->arena, n, int);
	for (int i = 0; i < p->n; i++) {
		const struct pool *pool = &p->pools[i];

		for (int k = 0; k < pool->n && !pool->incomplete && !pool->invalid; k++)
			for (int at = v->first[pool->slices[k]]; at < v->first[pool->slices[k] + 1];
				at++)
				p->offers[p->n_offers++] = at;
	}
}

static void gather(struct gathering *g, const struct node *n)
{
	struct node_pools *p = g->p;
	int kept = 0;

	gather_slices(g, n);
	for (int i = 0; i < p->n; i++) {
		struct pool pool = p->pools[i];

		if (!judge(g->x, &pool))
			continue;
		p->some_invalid |= pool.invalid;
		p->pools[kept++] = pool;
	}
	p->n = kept;
	list_offers(g);
	map_free(&g->by_name);
}

const struct node_pools *pools_of(struct pool_index *x, const struct node *n)
{
	struct node_pools *known = x->known[n->index];
	bool keep = x->kept < OFFERS_KEPT;
	struct gathering g = {.x = x, .arena = keep ? &x->session->arena : &x->spare};

	if (known)
		return known;
	if (!keep)
		arena_free(&x->spare);
	g.p = ARENA_NEW(g.arena, struct node_pools);
	gather(&g, n);
	if (keep) {
		x->known[n->index] = g.p;
		x->kept += (size_t)g.p->n_offers;
	}
	return g.p;
}
