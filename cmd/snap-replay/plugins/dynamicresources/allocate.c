#include "plugins/dynamicresources/allocate.h"

#include "plugins/dynamicresources/search.h"

/* ---- the node selector of an allocation ---- */

static bool has_values(const struct requirement *r, const struct requirement *of)
{
	for (int i = 0; i < of->n_values; i++) {
		bool found = false;

		for (int k = 0; k < r->n_values && !found; k++)
			found = str_eq(r->values[k], of->values[i]);
		if (!found)
			return false;
	}
	return true;
}

static bool same_requirement(const struct requirement *a, const struct requirement *b)
{
	return str_eq(a->key, b->key) && a->op == b->op && has_values(a, b) && has_values(b, a);
}

/* Appends the requirements that are not there yet. */
static void merge(struct arena *a, struct requirement **to, int *n, const struct requirement *from,
	int n_from)
{
	struct requirement *all = ARENA_ARRAY(a, (size_t)*n + (size_t)n_from, struct requirement);

	if (*n)
		memcpy(all, *to, (size_t)*n * sizeof *all);
	for (int i = 0; i < n_from; i++) {
		int k = 0;

		while (k < *n && !same_requirement(&all[k], &from[i]))
			k++;
		if (k == *n)
			all[(*n)++] = from[i];
	}
	*to = all;
}

struct made {
	struct str node;
	struct node_term term;
};

/* The first device of a slice with a node's name decides alone. False: an error. */
static bool add_slice(struct wanted *w, const struct wanted_claim *c, struct made *m,
	const struct resource_slice *s)
{
	if (s->node_name.p) {
		m->node = s->node_name;
		return true;
	}
	if (s->node_selector.n > 1) {
		wanted_end(w, SEARCH_ERROR,
			"create NodeSelector for claim " STR_FMT
			": unsupported ResourceSlice.NodeSelector with %d terms",
			STR_ARG(c->object->meta.name), s->node_selector.n);
		return false;
	}
	if (s->node_selector.n) {
		const struct node_term *t = &s->node_selector.items[0];

		merge(w->scratch, &m->term.fields, &m->term.n_fields, t->fields, t->n_fields);
		merge(w->scratch, &m->term.expressions, &m->term.n_expressions, t->expressions,
			t->n_expressions);
	}
	return true;
}

static bool find_nodes(struct wanted *w, int claim, struct choices chosen, struct made *m)
{
	*m = (struct made){0};
	for (int i = 0; i < chosen.n && !m->node.p; i++) {
		const struct choice *k = &chosen.items[i];

		if (k->claim == claim &&
			!add_slice(w, &w->claims[claim], m,
				w->inventory->slices[w->inventory->offers[k->offer].slice]))
			return false;
	}
	return true;
}

/* ---- the record ---- */

static void *kept(struct dra *d, const void *items, int n, size_t size)
{
	void *copy = arena_zalloc(&d->session->arena, (size_t)n, size);

	if (n)
		memcpy(copy, items, (size_t)n * size);
	return copy;
}

static const struct node_terms *kept_terms(struct dra *d, const struct node_term *t)
{
	struct node_terms *terms;

	if (!t->n_fields && !t->n_expressions)
		return NULL;
	terms = ARENA_NEW(&d->session->arena, struct node_terms);
	terms->items = kept(d, t, 1, sizeof *t);
	terms->items->fields = kept(d, t->fields, t->n_fields, sizeof *t->fields);
	terms->items->expressions =
		kept(d, t->expressions, t->n_expressions, sizeof *t->expressions);
	terms->n = 1;
	terms->present = true;
	return terms;
}

static const struct device_allocation *make(struct dra *d, const struct wanted *w, int claim,
	struct choices chosen, const struct made *m)
{
	struct device_allocation *a = ARENA_NEW(&d->session->arena, struct device_allocation);
	struct given_device *devices =
		ARENA_ARRAY(&d->session->arena, (size_t)chosen.n, struct given_device);

	for (int i = 0; i < chosen.n; i++) {
		const struct choice *k = &chosen.items[i];
		const struct offer *o = &w->inventory->offers[k->offer];
		const struct resource_slice *s = w->inventory->slices[o->slice];

		if (k->claim == claim)
			devices[a->n++] = (struct given_device){
				w->claims[claim].object->requests[k->request].name, s->driver,
				s->pool, o->device->name, o->id, false};
	}
	a->devices = devices;
	a->node = m->node;
	a->terms = m->node.p ? NULL : kept_terms(d, &m->term);
	return a;
}

/* Equal choices for equal requests are one record: searches make the same ones again and again. */
static const struct device_allocation *record(struct dra *d, const struct wanted *w, int claim,
	struct choices chosen, const struct made *m)
{
	struct strbuf key = {0};
	struct map_entry *e;
	bool fresh;

	strbuf_addc(&key, 'a'); /* there may be no device */
	for (int i = 0; i < chosen.n; i++) {
		const struct choice *k = &chosen.items[i];

		if (k->claim != claim)
			continue;
		strbuf_add(&key, &w->claims[claim].object->requests[k->request].name.p,
			sizeof(const char *));
		strbuf_add(&key, &k->offer, sizeof k->offer);
	}
	e = map_put(&d->allocations, strbuf_str(&key), &fresh);
	if (fresh) {
		e->key = arena_str(&d->session->arena, e->key);
		e->value = (void *)(uintptr_t)make(d, w, claim, chosen, m);
	}
	strbuf_free(&key);
	return e->value;
}

/* ---- the search ---- */

static void search(struct dra *d, struct wanted *w, const struct device_allocation **made)
{
	struct choices chosen = search_devices(w);

	for (int i = 0; i < w->n && w->result.end == SEARCH_FOUND; i++) {
		struct made m;

		if (find_nodes(w, i, chosen, &m) && made)
			made[i] = record(d, w, i, chosen, &m);
	}
}

struct search_result allocate(struct dra *d, const struct node *n,
	const struct resource_claim *const *claims, int n_claims,
	const struct device_allocation **made)
{
	struct wanted w = {.session = d->session,
		.matcher = &d->matcher,
		.inventory = &d->inventory,
		.pools = pools_of(&d->pools, n),
		.scratch = &d->scratch,
		.behind_endless = d->endless};

	if (w.pools->error.p)
		wanted_end(&w, SEARCH_ERROR, STR_FMT, STR_ARG(w.pools->error));
	else if (wanted_fill(&w, claims, n_claims))
		search(d, &w, made);
	d->endless |= w.result.end == SEARCH_ENDLESS;
	return w.result;
}

/* Each thing is told once, about the first pod that met it: how many searches there are hangs on
 * short cuts. */
static bool is_new(struct dra *d, struct str text)
{
	struct map_entry *e;
	bool fresh;

	e = map_put(&d->told, text, &fresh);
	if (fresh)
		e->key = arena_str(&d->session->arena, text);
	return fresh;
}

static void doubt(struct dra *d, struct task *t, const char *feature, struct str text)
{
	if (is_new(d, text))
		warn_unsupported(d->session->warnings, text, t->key);
	if (t->job)
		t->job->not_replayed = feature;
}

void allocate_doubts(struct dra *d, struct task *t, const struct search_result *r)
{
	if (r->unknown.p)
		doubt(d, t, "CEL selector", r->unknown);
	if (r->end == SEARCH_ENDLESS)
		doubt(d, t, "search for devices",
			STR("search for devices without an end, in the scheduler too"));
	if (r->end == SEARCH_PANICS && is_new(d, r->text))
		warn_panic(d->session->warnings, t->key,
			"correct the requests of the claim: the API server accepts no such claim",
			STR_FMT, STR_ARG(r->text));
}
