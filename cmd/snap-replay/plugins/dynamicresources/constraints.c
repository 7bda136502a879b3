#include "plugins/dynamicresources/constraints.h"

bool constraint_concerns(const struct device_constraint *k, const struct device_request *r)
{
	for (int i = 0; i < k->n_requests; i++)
		if (str_eq(k->requests[i], r->name))
			return true;
	return k->n_requests == 0;
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
	const struct inventory *v, int offer, struct str full)
{
	const struct offer *o = &v->offers[offer];
	const struct device_attribute *a = named(o->device, full);
	struct str driver = v->slices[o->slice]->driver;
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

bool constraint_value(
	const struct inventory *v, int offer, struct str attribute, struct strbuf *value)
{
	const struct device_attribute *a = attribute_of(v, offer, attribute);

	if (!a)
		return false;
	strbuf_addf(value, "%d ", a->kind);
	if (a->kind == ATTRIBUTE_NONE) /* it is equal to no other */
		strbuf_add_number(value, offer);
	else if (a->kind == ATTRIBUTE_INT || a->kind == ATTRIBUTE_BOOL)
		strbuf_add_number(value, a->number);
	else
		strbuf_addstr(value, a->text);
	return true;
}

/* The attribute with which the device passes; NULL: it does not. */
static const struct device_attribute *passing(
	const struct wanted *w, const struct wanted_constraint *k, int offer)
{
	const struct device_attribute *a = attribute_of(w->inventory, offer, k->object->attribute);

	return a && (k->n == 0 || same_value(a, k->value)) ? a : NULL;
}

bool constraints_allow(const struct wanted *w, const struct wanted_claim *c,
	const struct wanted_request *r, int offer)
{
	for (int i = 0; i < c->object->n_constraints; i++)
		if (constraint_concerns(c->constraints[i].object, r->object) &&
			!passing(w, &c->constraints[i], offer))
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

		if (!constraint_concerns(k->object, r->object))
			continue;
		if (k->n++ == 0)
			k->value = attribute_of(w->inventory, offer, k->object->attribute);
	}
	return true;
}

void constraints_remove(struct wanted *w, struct wanted_claim *c, const struct wanted_request *r)
{
	(void)w;
	for (int i = 0; i < c->object->n_constraints; i++)
		c->constraints[i].n -= constraint_concerns(c->constraints[i].object, r->object);
}
