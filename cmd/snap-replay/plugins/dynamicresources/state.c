#include "plugins/dynamicresources/state.h"

#include <stdlib.h>

#include "common/grow.h"
#include "model/claims.h"
#include "model/numbers.h"

/* ---- opening ---- */

static struct str claim_key(struct strbuf *b, struct str ns, struct str name)
{
	strbuf_clear(b);
	strbuf_addf(b, STR_FMT "/" STR_FMT, STR_ARG(ns), STR_ARG(name));
	return strbuf_str(b);
}

static void add_claim(struct dra *d, const struct resource_claim *o)
{
	struct arena *a = &d->session->arena;
	struct claim *c = ARENA_NEW(a, struct claim);
	struct strbuf key = {0};
	int64_t version;

	claim_key(&key, o->meta.ns, o->meta.name);
	map_put(&d->claims, arena_str(a, strbuf_str(&key)), NULL)->value = c;
	strbuf_free(&key);
	c->object = o;
	c->allocation = allocation_read(d, o->allocation);
	c->has_version = parse_int64(o->version, &version);
	for (int i = 0; i < o->n_reserved_for; i++) {
		ARRAY_GROW(c->reserved_for, c->n_reserved_for, c->cap_reserved_for);
		c->reserved_for[c->n_reserved_for++] = o->reserved_for[i];
	}
	if (c->allocation)
		inventory_hold(&d->inventory, c->allocation, true);
}

void dra_open(struct dra *d, struct session *s)
{
	const struct objects *o = s->c->objects;

	d->session = s;
	inventory_open(&d->inventory, s);
	pools_open(&d->pools, s, &d->inventory);
	matcher_open(&d->matcher, s, &d->inventory);
	for (int i = 0; i < o->resource_claims.n; i++)
		add_claim(d, o->resource_claims.items[i]);
}

void dra_free(struct dra *d)
{
	for (size_t i = 0; i < d->claims.count; i++)
		free(((struct claim *)d->claims.entries[i].value)->reserved_for);
	map_free(&d->claims);
	map_free(&d->found);
	map_free(&d->read);
	map_free(&d->allocations);
	map_free(&d->memories);
	map_free(&d->specials);
	map_free(&d->told);
	inventory_free(&d->inventory);
	pools_free(&d->pools);
	matcher_free(&d->matcher);
	arena_free(&d->scratch);
}

/* ---- claims ---- */

/* Searches for victims ask millions of times. As texts of objects stay where they are and claims do
 * not come and go, the addresses of both texts stand for the answer. */
static struct claim *find_claim(struct dra *d, struct str ns, struct str name)
{
	struct str at[2] = {ns, name};
	bool fresh;
	struct map_entry *e = map_put(&d->found, (struct str){(const char *)at, sizeof at}, &fresh);

	if (fresh) {
		struct strbuf key = {0};

		e->key = arena_str(&d->session->arena, e->key);
		e->value = map_get(&d->claims, claim_key(&key, ns, name));
		strbuf_free(&key);
	}
	return e->value;
}

struct claim *claim_of(struct dra *d, const struct pod *p, const struct claim_reference *r,
	struct arena *a, struct str *error)
{
	struct str name = claim_name(p, r);
	struct claim *c;

	if (!name.p) {
		if (error)
			*error = text_in(a,
				"no resource claim name found for pod " STR_FMT "/" STR_FMT
				" and claim reference " STR_FMT,
				STR_ARG(p->meta.ns), STR_ARG(p->meta.name), STR_ARG(r->name));
		return NULL;
	}
	c = find_claim(d, p->meta.ns, name);
	if (!c && error)
		*error = text_in(a,
			"failed to get resource claim " STR_FMT "/" STR_FMT
			": could not find ResourceClaim \"" STR_FMT "/" STR_FMT "\"",
			STR_ARG(p->meta.ns), STR_ARG(name), STR_ARG(p->meta.ns), STR_ARG(name));
	return c;
}

static bool is_pod(const struct claim_consumer *r, const struct pod *p)
{
	return str_eq(r->name, p->meta.name) && str_eq(r->uid, p->meta.uid) &&
		str_eq(r->resource, STR("pods")) && !r->group.n;
}

bool claim_has_others(const struct claim *c, const struct pod *p)
{
	for (int i = 0; i < c->n_reserved_for; i++)
		if (!is_pod(&c->reserved_for[i], p))
			return true;
	return false;
}

static void release(struct claim *c, const struct pod *p)
{
	int kept = 0;

	for (int i = 0; i < c->n_reserved_for; i++)
		if (!is_pod(&c->reserved_for[i], p))
			c->reserved_for[kept++] = c->reserved_for[i];
	c->n_reserved_for = kept;
}

static void reserve(struct claim *c, const struct pod *p)
{
	for (int i = 0; i < c->n_reserved_for; i++)
		if (is_pod(&c->reserved_for[i], p))
			return;
	ARRAY_GROW(c->reserved_for, c->n_reserved_for, c->cap_reserved_for);
	c->reserved_for[c->n_reserved_for++] = (struct claim_consumer){
		.resource = STR("pods"), .name = p->meta.name, .uid = p->meta.uid};
}

bool claim_store(struct dra *d, struct claim *c, const struct device_allocation *allocation,
	const struct pod *p, bool reserved, struct str *error)
{
	const struct object_meta *m = &c->object->meta;

	if (!c->has_version) {
		*error = text_in(&d->scratch,
			"failed to update resource claim " STR_FMT "/" STR_FMT
			": error parsing ResourceVersion \"" STR_FMT
			"\" for ResourceClaim \"" STR_FMT "/" STR_FMT
			"\": strconv.ParseInt: parsing \"" STR_FMT "\": invalid syntax",
			STR_ARG(m->ns), STR_ARG(m->name), STR_ARG(c->object->version),
			STR_ARG(m->ns), STR_ARG(m->name), STR_ARG(c->object->version));
		return false;
	}
	if (reserved)
		reserve(c, p);
	else
		release(c, p);
	if (!c->allocation && allocation)
		inventory_hold(&d->inventory, allocation, true);
	else if (c->allocation && !allocation)
		inventory_hold(&d->inventory, c->allocation, false);
	c->allocation = allocation;
	return true;
}

/* ---- records ---- */

const struct device_allocation *allocation_read(struct dra *d, const struct claim_allocation *a)
{
	struct device_allocation *made;
	struct given_device *devices;
	struct map_entry *e;
	bool fresh;

	if (!a)
		return NULL;
	e = map_put(&d->read, (struct str){(const char *)&a, sizeof a}, &fresh);
	if (!fresh)
		return e->value;
	e->key = arena_str(&d->session->arena, e->key);
	e->value = made = ARENA_NEW(&d->session->arena, struct device_allocation);
	devices = ARENA_ARRAY(&d->session->arena, (size_t)a->n, struct given_device);
	for (int i = 0; i < a->n; i++) {
		const struct device_result *r = &a->results[i];

		devices[i] = (struct given_device){r->request, r->driver, r->pool, r->device,
			inventory_id(&d->inventory, r->driver, r->pool, r->device), r->admin};
	}
	made->devices = devices;
	made->n = a->n;
	if (a->node_selector.present)
		made->terms = &a->node_selector;
	return made;
}

void memory_set(
	struct dra *d, struct task *t, int reference, const struct device_allocation *allocation)
{
	int n = t->pod->spec->n_claims;
	size_t size = sizeof(struct task_claims) + (size_t)n * sizeof(struct task_claim);
	struct task_claims *made = arena_zalloc(&d->scratch, 1, size);
	struct map_entry *e;
	bool fresh;

	if (t->claims)
		memcpy(made, t->claims, size);
	made->n = n;
	made->items[reference].known = true;
	made->items[reference].allocation = allocation;
	e = map_put(&d->memories, (struct str){(const char *)made, size}, &fresh);
	if (fresh) {
		e->value = arena_zalloc(&d->session->arena, 1, size);
		memcpy(e->value, made, size);
		e->key.p = e->value;
	}
	t->claims = e->value;
}
