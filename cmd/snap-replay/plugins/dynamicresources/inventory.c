#include "plugins/dynamicresources/inventory.h"

/* ---- pools ---- */

struct pool_key { /* no padding: its bytes are a key of a map; the texts are interned */
	const char *driver, *pool;
	int64_t generation;
};
struct pool_count {
	int64_t newest, slices;
};

static struct pool_count *count_of(
	struct map *counts, struct arena *a, const struct resource_slice *s, bool one_generation)
{
	struct pool_key k = {s->driver.p, s->pool.p, one_generation ? s->generation : 0};
	bool fresh;
	struct map_entry *e = map_put(counts, (struct str){(const char *)&k, sizeof k}, &fresh);

	if (fresh) {
		e->key = arena_str(a, e->key);
		e->value = ARENA_NEW(a, struct pool_count);
		((struct pool_count *)e->value)->newest = s->generation;
	}
	return e->value;
}

static void count_shares(struct inventory *v)
{
	struct map newest = {0}, same = {0};
	struct arena spare = {0};

	for (int i = 0; i < v->n_slices; i++) {
		struct pool_count *c = count_of(&newest, &spare, v->slices[i], false);

		if (v->slices[i]->generation > c->newest)
			c->newest = v->slices[i]->generation;
		count_of(&same, &spare, v->slices[i], true)->slices++;
	}
	for (int i = 0; i < v->n_slices; i++)
		v->shares[i] =
			(struct pool_share){count_of(&newest, &spare, v->slices[i], false)->newest >
					v->slices[i]->generation,
				count_of(&same, &spare, v->slices[i], true)->slices};
	map_free(&newest);
	map_free(&same);
	arena_free(&spare);
}

/* ---- ids ---- */

struct device_key { /* no padding; the texts are interned */
	const char *driver, *pool, *name;
};
#define DEVICE_KEY(k) ((struct str){(const char *)&(k), sizeof(k)})

static int add_id(struct inventory *v, struct arena *a, const struct device_key *k)
{
	bool fresh;
	struct map_entry *e = map_put(&v->ids, DEVICE_KEY(*k), &fresh);

	if (fresh) {
		e->key = arena_str(a, e->key);
		e->value = (void *)(uintptr_t)++v->n_ids;
	}
	return (int)(uintptr_t)e->value - 1;
}

int inventory_id(const struct inventory *v, struct str driver, struct str pool, struct str name)
{
	struct device_key k = {driver.p, pool.p, name.p};

	return (int)(uintptr_t)map_get(&v->ids, DEVICE_KEY(k)) - 1;
}

void inventory_open(struct inventory *v, struct session *s)
{
	const struct objects *o = s->c->objects;
	size_t n = 0;

	v->slices = o->resource_slices.items;
	v->n_slices = o->resource_slices.n;
	v->first = ARENA_ARRAY(&s->arena, (size_t)v->n_slices + 1, int);
	v->shares = ARENA_ARRAY(&s->arena, (size_t)v->n_slices, struct pool_share);
	for (int i = 0; i < v->n_slices; i++)
		n += (size_t)v->slices[i]->n_devices;
	v->offers = ARENA_ARRAY(&s->arena, n, struct offer);
	for (int i = 0; i < v->n_slices; i++) {
		const struct resource_slice *slice = v->slices[i];

		v->first[i] = v->n_offers;
		for (int k = 0; k < slice->n_devices; k++) {
			struct device_key key = {
				slice->driver.p, slice->pool.p, slice->devices[k].name.p};

			v->offers[v->n_offers++] =
				(struct offer){&slice->devices[k], i, add_id(v, &s->arena, &key)};
		}
	}
	v->first[v->n_slices] = v->n_offers;
	v->busy = ARENA_ARRAY(&s->arena, (size_t)v->n_ids, bool);
	v->taken = ARENA_ARRAY(&s->arena, (size_t)v->n_ids, bool);
	v->promised = ARENA_ARRAY(&s->arena, (size_t)v->n_ids, uint32_t);
	count_shares(v);
}

void inventory_free(struct inventory *v)
{
	map_free(&v->ids);
}

/* ---- what is allocated ---- */

void inventory_hold(struct inventory *v, const struct device_allocation *a, bool busy)
{
	for (int i = 0; i < a->n; i++)
		if (a->devices[i].id >= 0 && !a->devices[i].admin)
			v->busy[a->devices[i].id] = busy;
}

void inventory_promise(struct inventory *v, const struct device_allocation *a, int by)
{
	for (int i = 0; i < a->n; i++)
		if (a->devices[i].id >= 0 && !a->devices[i].admin)
			v->promised[a->devices[i].id] += (uint32_t)by;
}
