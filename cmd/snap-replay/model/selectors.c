#include "model/selectors.h"

#include "model/numbers.h"

const struct str *label_value(const struct labels *l, struct str key)
{
	for (int i = 0; i < l->n; i++)
		if (str_same(l->items[i].key, key))
			return &l->items[i].value;
	return NULL;
}

static bool among(const struct requirement *r, struct str value)
{
	for (int i = 0; i < r->n_values; i++)
		if (same_text(r->values[i], value))
			return true;
	return false;
}

static bool beyond(const struct requirement *r, const struct str *value)
{
	int64_t have, limit;

	if (!value || r->n_values != 1 || !parse_int64(*value, &have) ||
		!parse_int64(r->values[0], &limit))
		return false;
	return r->op == OP_GT ? have > limit : have < limit;
}

static bool requirement_matches(const struct requirement *r, const struct labels *l)
{
	const struct str *value = label_value(l, r->key);

	switch (r->op) {
	case OP_IN: return value && among(r, *value);
	case OP_NOT_IN: return !value || !among(r, *value);
	case OP_EXISTS: return value != NULL;
	case OP_DOES_NOT_EXIST: return !value;
	case OP_GT:
	case OP_LT: return beyond(r, value);
	case OP_INVALID: break;
	}
	return false;
}

bool selector_matches(const struct label_selector *s, const struct labels *l)
{
	if (!s || !s->valid)
		return false;
	for (int i = 0; i < s->n; i++)
		if (!requirement_matches(&s->requirements[i], l))
			return false;
	return true;
}

static bool term_is_valid(const struct node_term *t)
{
	for (int i = 0; i < t->n_expressions; i++)
		if (!t->expressions[i].valid)
			return false;
	for (int i = 0; i < t->n_fields; i++)
		if (!t->fields[i].valid)
			return false;
	return true;
}

/* The only known field is metadata.name; others read as the empty text. */
static bool field_matches(const struct requirement *r, struct str name)
{
	struct str value = str_eq(r->key, STR("metadata.name")) ? name : (struct str){0};

	return among(r, value) == (r->op == OP_IN);
}

static bool term_matches(const struct node_term *t, const struct labels *l, struct str name)
{
	if ((t->n_expressions == 0 && t->n_fields == 0) || !term_is_valid(t))
		return false;
	for (int i = 0; i < t->n_expressions; i++)
		if (!requirement_matches(&t->expressions[i], l))
			return false;
	for (int i = 0; i < t->n_fields && name.n; i++)
		if (!field_matches(&t->fields[i], name))
			return false;
	return true;
}

bool node_terms_match(const struct node_terms *terms, const struct labels *l, struct str name)
{
	for (int i = 0; i < terms->n; i++)
		if (term_matches(&terms->items[i], l, name))
			return true;
	return false;
}

bool node_terms_valid(const struct node_terms *terms)
{
	for (int i = 0; i < terms->n; i++)
		if (!term_is_valid(&terms->items[i]))
			return false;
	return true;
}

bool node_affinity_matches(const struct pod_spec *spec, const struct node_object *n)
{
	for (int i = 0; i < spec->node_selector.n; i++) {
		const struct str *value =
			label_value(&n->meta.labels, spec->node_selector.items[i].key);

		if (!value || !same_text(*value, spec->node_selector.items[i].value))
			return false;
	}
	return !spec->node_affinity.present ||
		node_terms_match(&spec->node_affinity, &n->meta.labels, n->meta.name);
}
