/* NodeAffinity: the pod's node selector and its required node affinity (rules/06 8.3). */
#include "plugins/predicates/predicates.h"
#include "model/selectors.h"

static bool names_node(const struct requirement *r)
{
	return r->op == OP_IN && str_eq(r->key, STR("metadata.name"));
}

static bool has_value(const struct requirement *r, struct str value)
{
	for (int i = 0; i < r->n_values; i++)
		if (same_text(r->values[i], value))
			return true;
	return false;
}

/* Some node name is in all name requirements of the term. */
static bool names_agree(const struct node_term *t, const struct requirement *first)
{
	for (int v = 0; v < first->n_values; v++) {
		bool in_all = true;

		for (int i = 0; i < t->n_fields; i++)
			if (names_node(&t->fields[i]) &&
				!has_value(&t->fields[i], first->values[v]))
				in_all = false;
		if (in_all)
			return true;
	}
	return false;
}

struct prefilter node_affinity_prefilter(const struct pod_spec *spec)
{
	const struct node_terms *terms = &spec->node_affinity;

	if (spec->node_selector.n == 0 && !terms->present)
		return prefilter_skip();
	for (int k = 0; k < terms->n; k++) {
		const struct requirement *first = NULL;

		for (int i = 0; i < terms->items[k].n_fields && !first; i++)
			if (names_node(&terms->items[k].fields[i]))
				first = &terms->items[k].fields[i];
		if (!first || names_agree(&terms->items[k], first))
			return prefilter_ok();
	}
	return terms->n ? prefilter_refuse(STR("pod affinity terms conflict")) : prefilter_ok();
}
