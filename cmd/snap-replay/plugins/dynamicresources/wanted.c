#include "plugins/dynamicresources/wanted.h"

#include <stdarg.h>

void wanted_end(struct wanted *w, enum search_end end, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	w->result.end = end;
	w->result.text = arena_vtextf(w->scratch, fmt, args);
	va_end(args);
}

struct str wanted_name(const struct wanted *w, const struct wanted_claim *c)
{
	const struct object_meta *m = &c->object->meta;

	return m->ns.n ? text_in(w->scratch, STR_FMT "/" STR_FMT, STR_ARG(m->ns), STR_ARG(m->name))
		       : m->name;
}

/* An error of one request: "claim NS/NAME, request R" and more. */
static bool refuse(struct wanted *w, const struct wanted_claim *c, const struct device_request *r,
	struct str more)
{
	struct str name = wanted_name(w, c);

	wanted_end(w, SEARCH_ERROR, "claim " STR_FMT ", request " STR_FMT STR_FMT, STR_ARG(name),
		STR_ARG(r->name), STR_ARG(more));
	return false;
}

static bool panic(struct wanted *w, const struct wanted_claim *c, const char *why)
{
	struct str name = wanted_name(w, c);

	wanted_end(w, SEARCH_PANICS, "claim " STR_FMT ": %s", STR_ARG(name), why);
	return false;
}

enum match wanted_matches(
	struct wanted *w, const struct wanted_claim *c, const struct wanted_request *r, int offer)
{
	enum match match = offer_matches(w->matcher, r->selectors, offer);

	if (match == MATCH_UNKNOWN && !w->result.unknown.p)
		w->result.unknown =
			match_text(w->matcher, r->selectors, offer, wanted_name(w, c), w->scratch);
	if (match == MATCH_ERROR) {
		w->result.end = SEARCH_ERROR;
		w->result.text =
			match_text(w->matcher, r->selectors, offer, wanted_name(w, c), w->scratch);
	}
	return match;
}

static bool refuse_pool(struct wanted *w, const struct wanted_claim *c,
	const struct device_request *r, const struct pool *pool, const char *what)
{
	return refuse(w, c, r,
		text_in(w->scratch,
			": asks for all devices, but resource pool " STR_FMT "/" STR_FMT
			" is currently %s",
			STR_ARG(pool->driver), STR_ARG(pool->name), what));
}

/* Mode All: how many devices that is. */
static bool list_all(struct wanted *w, const struct wanted_claim *c, struct wanted_request *r)
{
	const struct node_pools *p = w->pools;

	r->all = true;
	r->offers = ARENA_ARRAY(w->scratch, (size_t)p->n_offers, int);
	for (int i = 0, k = 0; i < p->n; i++) {
		const struct pool *pool = &p->pools[i];

		if (pool->incomplete)
			return refuse_pool(w, c, r->object, pool, "being updated");
		if (pool->invalid)
			return refuse_pool(w, c, r->object, pool, "invalid");
		for (int left = pool->n_offers; left > 0; left--, k++) {
			enum match match = wanted_matches(w, c, r, p->offers[k]);

			if (match == MATCH_ERROR)
				return false;
			if (match == MATCH_YES)
				r->offers[r->n++] = p->offers[k];
		}
	}
	return true;
}

static bool has_unknown_kind(
	struct wanted *w, const struct wanted_claim *c, const struct device_request *r)
{
	for (int i = 0; i < r->selectors.n; i++)
		if (!r->selectors.items[i].expression.p)
			return !refuse(w, c, r,
				text_in(w->scratch,
					", selector #%d: CEL expression empty (unsupported selector type?)",
					i));
	return false;
}

/* The checks of a request in the scheduler's order. */
static bool fill_request(struct wanted *w, const struct wanted_claim *c, struct wanted_request *r)
{
	const struct device_request *d = r->object;
	const struct device_class *class;

	if (d->first_available)
		return refuse(w, c, d,
			STR(": has subrequests, but the DRAPrioritizedList feature is disabled"));
	if (!d->exactly)
		return panic(w, c, "a request has neither exactly nor firstAvailable");
	if (has_unknown_kind(w, c, d))
		return false;
	if (d->admin_access)
		return refuse(
			w, c, d, STR(": admin access is requested, but the feature is disabled"));
	if (!d->device_class.n)
		return refuse(
			w, c, d, STR(": missing device class name (unsupported request type?)"));
	class = map_get(&w->matcher->classes, d->device_class);
	if (!class)
		return refuse(w, c, d,
			text_in(w->scratch,
				": could not retrieve device class " STR_FMT
				": deviceclass.resource.k8s.io \"" STR_FMT "\" not found",
				STR_ARG(d->device_class), STR_ARG(d->device_class)));
	r->selectors = selector_list_of(w->matcher, class, &d->selectors);
	if (str_eq(d->allocation_mode, STR("All")))
		return list_all(w, c, r);
	r->n = d->count;
	return str_eq(d->allocation_mode, STR("ExactCount")) ||
		refuse(w, c, d,
			text_in(w->scratch, ": unsupported count mode " STR_FMT,
				STR_ARG(d->allocation_mode)));
}

static bool fill_claim(struct wanted *w, struct wanted_claim *c)
{
	const struct resource_claim *o = c->object;
	struct str name = wanted_name(w, c);
	uint64_t sum = 0;

	c->requests = ARENA_ARRAY(w->scratch, (size_t)o->n_requests, struct wanted_request);
	for (int i = 0; i < o->n_requests; i++) {
		c->requests[i].object = &o->requests[i];
		if (!fill_request(w, c, &c->requests[i]))
			return false;
		sum += (uint64_t)c->requests[i].n;
	}
	if ((int64_t)sum > RESULTS_MAX) {
		wanted_end(w, SEARCH_ERROR,
			"claim " STR_FMT
			": number of requested devices %lld exceeds the claim limit of %d",
			STR_ARG(name), (long long)sum, RESULTS_MAX);
		return false;
	}
	if ((int64_t)sum < 0)
		return panic(w, c, "it requests a negative number of devices");
	c->constraints =
		ARENA_ARRAY(w->scratch, (size_t)o->n_constraints, struct wanted_constraint);
	for (int i = 0; i < o->n_constraints; i++) {
		c->constraints[i].object = &o->constraints[i];
		if (o->constraints[i].attribute.p)
			continue;
		wanted_end(w, SEARCH_ERROR,
			"claim " STR_FMT
			", constraint #%d: empty constraint (unsupported constraint type?)",
			STR_ARG(name), i);
		return false;
	}
	return true;
}

bool wanted_fill(struct wanted *w, const struct resource_claim *const *claims, int n)
{
	w->claims = ARENA_ARRAY(w->scratch, (size_t)n, struct wanted_claim);
	w->n = n;
	for (int i = 0; i < n; i++) {
		w->claims[i].object = claims[i];
		if (!fill_claim(w, &w->claims[i]))
			return false;
	}
	return true;
}
