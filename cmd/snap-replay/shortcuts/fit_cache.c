#include "shortcuts/fit_cache.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/shared_gpus.h"
#include "session/place/placement.h"
#include "session/plugin.h"
#include "session/storage/storage.h"

/* A class takes 5 to 13 bytes for each node, and the lists of its order. */
enum { CLASSES = 256, FEW_CLASSES = 32 };

static void fit_cache_free(void *state)
{
	struct session *s = state;

	for (int i = 0; i < s->fit_cache->n; i++) {
		struct fit_class *k = s->fit_cache->classes[i];

		free(k->fits);
		free(k->fits_now);
		free(k->lack);
		free(k->lacks);
		class_order_free(&k->order);
		free(k);
	}
}

struct fit_cache *fit_cache(struct session *s)
{
	struct fit_cache *cache = s->fit_cache;

	if (cache)
		return cache;
	cache = s->fit_cache = ARENA_NEW(&s->arena, struct fit_cache);
	session_on_close(s, fit_cache_free, s);
	cache->candidates = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, struct node *);
	cache->limit = CLASSES;
	cache->few = FEW_CLASSES;
	cache->classes = ARENA_ARRAY(&s->arena, (size_t)cache->limit, struct fit_class *);
	return cache;
}

static bool same_lacks(const struct verdict *l, const struct verdict *v)
{
	if (l->n != v->n)
		return false;
	for (int i = 0; i < l->n; i++)
		if (l->reasons[i].p != v->reasons[i].p && !str_eq(l->reasons[i], v->reasons[i]))
			return false;
	return true;
}

static short lack_of(struct fit_class *k, const struct verdict *v)
{
	for (int i = 0; i < k->n_lacks; i++)
		if (same_lacks(&k->lacks[i].verdict, v))
			return (short)i;
	ARRAY_GROW(k->lacks, k->n_lacks, k->cap_lacks);
	k->lacks[k->n_lacks] = (struct lack){*v, 0};
	return (short)k->n_lacks++;
}

static void judge(struct session *s, struct fit_class *k, struct task *t, int node)
{
	struct node *n = &s->c->nodes[node];

	k->fits[node] = node_fits_releasing_or_idle(s->c, n, t);
	k->fits_now[node] = node_fits_idle(s->c, n, t);
	k->lack[node] = k->fits[node] ? LACK_NONE : LACK_OPEN;
	class_order_put(s, &k->order, t, n, k->fits[node]);
}

/* Simulations need no reasons, so reasons are made when they are recorded. */
static short lack_at(
	struct session *s, struct fit_class *k, const struct task *t, const struct node *n)
{
	short *lack = &k->lack[n - s->c->nodes];
	struct verdict v;

	if (*lack == LACK_OPEN) {
		v.n = 0;
		*lack = fitting_error(s, t, n, &v) ? lack_of(k, &v) : LACK_NONE;
	}
	return *lack;
}

static void catch_up(struct session *s, struct fit_class *k, struct task *t)
{
	const struct cluster *c = s->c;

	if (c->n_changes - k->seen > CHANGE_RING) {
		for (int i = 0; i < c->n_nodes; i++)
			judge(s, k, t, i);
	} else {
		for (uint64_t i = k->seen; i < c->n_changes; i++) {
			int node = (int)c->changes[i % CHANGE_RING];

			if (c->nodes[node].changed == i) /* else it changed again later */
				judge(s, k, t, node);
		}
	}
	k->seen = c->n_changes;
}

/* A new class, or one of those in use, in rotation, once there are `limit`. */
static struct fit_class *class_room(struct session *s, struct fit_cache *cache)
{
	size_t n = (size_t)s->c->n_nodes;
	struct fit_class *k;

	if (cache->n == cache->limit) {
		k = cache->classes[cache->next];
		cache->next = (cache->next + 1) % cache->limit;
		return k;
	}
	k = cache->classes[cache->n++] = xcalloc(1, sizeof *k);
	k->fits = xcalloc(n, 1);
	k->fits_now = xcalloc(n, 1);
	k->lack = xcalloc(n, sizeof *k->lack);
	return k;
}

static struct fit_class *class_new(struct session *s, struct fit_cache *cache, struct task *t)
{
	struct fit_class *k = class_room(s, cache);

	k->request_class = t->request_class;
	k->claims = storage_matters(t);
	k->n_lacks = 0;
	k->counted_all = false;
	class_order_free(&k->order);
	if (!k->claims) /* else scores depend on the claims, too */
		class_order_open(s, &k->order, t);
	for (int i = 0; i < s->c->n_nodes; i++)
		judge(s, k, t, i);
	k->seen = s->c->n_changes;
	return k;
}

bool fit_cache_serves(const struct session *s, const struct task *t)
{
	return !t->pod->spec->overhead.n && !gpus_may_be_shared(s->c, t);
}

struct fit_class *fit_cache_of(struct session *s, struct task *t)
{
	struct fit_cache *cache = fit_cache(s);
	struct fit_class *k = NULL;

	if (!fit_cache_serves(s, t))
		return NULL;
	for (int i = 0; i < cache->n && !k; i++)
		if (cache->classes[i]->request_class == t->request_class &&
			cache->classes[i]->claims == storage_matters(t))
			k = cache->classes[i];
	if (k)
		catch_up(s, k, t);
	else
		k = class_new(s, cache, t);
	s->known_fits = (struct known_fits){k->fits_now, k->request_class, k->seen};
	return k;
}

static void count_lacks(
	struct session *s, struct task *t, struct fit_class *k, const struct node_set *nodes)
{
	for (int i = 0; i < k->n_lacks; i++)
		k->lacks[i].nodes = 0;
	for (int i = 0; i < nodes->n; i++) {
		short lack = lack_at(s, k, t, nodes->items[i]);

		if (lack >= 0)
			k->lacks[lack].nodes++;
	}
	k->counted_all = nodes->n == s->c->n_nodes; /* a set holds no node twice */
	k->counted_seen = k->seen;
}

void fit_cache_record(
	struct session *s, struct task *t, struct fit_class *k, const struct node_set *nodes)
{
	if (!k->counted_all || k->counted_seen != k->seen || nodes->n != s->c->n_nodes)
		count_lacks(s, t, k, nodes);
	for (int i = 0; i < k->n_lacks; i++)
		if (k->lacks[i].nodes)
			fit_record_verdict(s, t, &k->lacks[i].verdict, k->lacks[i].nodes);
}
