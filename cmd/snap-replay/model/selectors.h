/* Label selectors and node selector terms (rules/06 2.4). All texts must be interned, because they
 * are compared by pointer. */
#ifndef SNAP_SELECTORS_H
#define SNAP_SELECTORS_H
#include "model/objects.h"

/* The texts are equal; an empty one equals an absent one. */
static inline bool same_text(struct str a, struct str b)
{
	return a.n == b.n && (a.p == b.p || a.n == 0);
}
/* labels_get for an interned key. NULL: no such label. */
const struct str *label_value(const struct labels *l, struct str key);
/* False for a NULL or invalid selector. */
bool selector_matches(const struct label_selector *s, const struct labels *l);
/* One of the terms matches the labels l and the node name. With an absent name, as for a volume's
 * affinity, all field requirements are true. */
bool node_terms_match(const struct node_terms *terms, const struct labels *l, struct str name);
/* False: some term that is not empty has a requirement that the scheduler cannot parse. */
bool node_terms_valid(const struct node_terms *terms);
/* nodeSelector and required node affinity (rules/06 8.3). */
bool node_affinity_matches(const struct pod_spec *spec, const struct node_object *n);

#endif
