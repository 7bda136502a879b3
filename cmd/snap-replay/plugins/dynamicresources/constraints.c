#include "plugins/dynamicresources/constraints.h"

static bool concerns(const struct wanted_constraint *k, const struct wanted_request *r)
{
	for (int i = 0; i < k->object->n_requests; i++)
		if (str_eq(k->object->requests[i], r->object->name))
			return true;
	return k->object->n_requests == 0;
}

static const struct device_attribute *named(const struct device *d, struct str name)
{
	for (int i = 0; i < d->n_attributes; i++)
		if (str_eq(d->attributes[i].name, name))
			return &d->attributes[i];
	return NULL;
}

/* By its full name, or by its name alone if the domain is the driver. */
static const struct device_attribute *attribute_of(
	const struct wanted *w, const struct offer *o, struct str full)
{
	const struct device_attribute *a = named(o->device, full);
	struct str driver = w->inventory->slices[o->slice]->driver;
	const char *slash = str_find(full, '/');
	size_t domain = slash ? (size_t)(slash - full.p) : 0;

	if (a || !slash || !str_eq((struct str){full.p, domain}, driver))
		return a;
	return named(o->device, (struct str){slash + 1, full.n - domain - 1});
}

static bool same_value(const struct device_attribute *a, const struct device_attribute *b)
{
	if (a->kind != b->kind || a->kind == ATTRIBUTE_NONE)
		return false;
	return a->kind == ATTRIBUTE_INT || a->kind == ATTRIBUTE_BOOL ? a->number == b->number
								     : str_eq(a->text, b->text);
}

/* The attribute with which the device passes; NULL: it does not. */
static const struct device_attribute *passing(
	const struct wanted *w, const struct wanted_constraint *k, int offer)
{
	const struct device_attribute *a =
		attribute_of(w, &w->inventory->offers[offer], k->object->attribute);

	return a && (k->n == 0 || same_value(a, k->value)) ? a : NULL;
}

bool constraints_allow(const struct wanted *w, const struct wanted_claim *c,
	const struct wanted_request *r, int offer)
{
	for (int i = 0; i < c->object->n_constraints; i++)
		if (concerns(&c->constraints[i], r) && !passing(w, &c->constraints[i], offer))
			return false;
	return true;
}

bool constraints_add(
	struct wanted *w, struct wanted_claim *c, const struct wanted_request *r, int offer)
{
	if (!constraints_allow(w, c, r, offer))
		return false;
	for (int i = 0; i < c->object->n_constraints; i++) {
		struct wanted_constraint *k = &c->constraints[i];

		if (!concerns(k, r))
			continue;
		if (k->n++ == 0)
			k->value =
				attribute_of(w, &w->inventory->offers[offer], k->object->attribute);
	}
	return true;
}

void constraints_remove(struct wanted *w, struct wanted_claim *c, const struct wanted_request *r)
{
	(void)w;
	for (int i = 0; i < c->object->n_constraints; i++)
		c->constraints[i].n -= concerns(&c->constraints[i], r);
}
