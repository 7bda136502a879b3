#include "plugins/dynamicresources/judge.h"

#include "plugins/dynamicresources/cel/cel.h"

struct program {
	struct cel_program *code; /* NULL: not replayed, why says what */
	struct str why;
};

static struct cel_device device_of(struct matcher *m, const struct offer *o)
{
	const struct device *d = o->device;
	struct cel_attribute *attributes =
		ARENA_ARRAY(&m->scratch, (size_t)d->n_attributes, struct cel_attribute);
	struct cel_capacity *capacities =
		ARENA_ARRAY(&m->scratch, (size_t)d->n_capacities, struct cel_capacity);
	static const enum cel_attribute_kind kinds[] = {
		[ATTRIBUTE_NONE] = CEL_ATTRIBUTE_NONE,
		[ATTRIBUTE_INT] = CEL_ATTRIBUTE_INT,
		[ATTRIBUTE_BOOL] = CEL_ATTRIBUTE_BOOL,
		[ATTRIBUTE_STRING] = CEL_ATTRIBUTE_STRING,
		[ATTRIBUTE_VERSION] = CEL_ATTRIBUTE_VERSION,
	};

	for (int i = 0; i < d->n_attributes; i++)
		attributes[i] = (struct cel_attribute){d->attributes[i].name,
			kinds[d->attributes[i].kind], d->attributes[i].number,
			d->attributes[i].number != 0, d->attributes[i].text};
	for (int i = 0; i < d->n_capacities; i++)
		capacities[i] =
			(struct cel_capacity){d->capacities[i].name, d->capacities[i].quantity};
	return (struct cel_device){m->inventory->slices[o->slice]->driver, attributes,
		d->n_attributes, capacities, d->n_capacities};
}

static const struct program *program_of(struct matcher *m, struct str expression)
{
	bool fresh;
	struct map_entry *e = map_put(&m->programs, expression, &fresh);
	struct program *p;

	if (!fresh)
		return e->value;
	e->value = p = ARENA_NEW(&m->session->arena, struct program);
	p->code = cel_compile(&m->session->arena, expression, &p->why);
	return p;
}

static bool passes(struct matcher *m, const struct device_selectors *some,
	const struct cel_device *d, struct judged *v)
{
	static const enum match matches[] = {[CEL_FALSE] = MATCH_NO,
		[CEL_TRUE] = MATCH_YES,
		[CEL_ERROR] = MATCH_ERROR,
		[CEL_UNKNOWN] = MATCH_UNKNOWN};

	for (v->number = 0; some && v->number < some->n; v->number++) {
		const struct program *p;

		v->expression = some->items[v->number].expression;
		p = program_of(m, v->expression);
		v->text = p->why;
		v->match = p->code ? matches[cel_evaluate(p->code, d, &m->scratch, &v->text)]
				   : MATCH_UNKNOWN;
		if (v->match != MATCH_YES)
			return false;
	}
	return true;
}

struct judged judge(struct matcher *m, const struct selector_list *l, int offer)
{
	const struct offer *o = &m->inventory->offers[offer];
	struct judged v = {.match = MATCH_YES, .of_class = true};
	struct cel_device d;

	if (o->device->has_conditions) {
		v.match = MATCH_NO;
		return v;
	}
	if (!l->class->selectors.n && !(l->own && l->own->n))
		return v;
	arena_free(&m->scratch);
	d = device_of(m, o);
	if (passes(m, &l->class->selectors, &d, &v)) {
		v.of_class = false;
		passes(m, l->own, &d, &v);
	}
	return v;
}
