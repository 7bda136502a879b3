/* Label selectors and node selector terms (rules/06 2.4). All texts are interned: they are
 * compared by pointer. */
#ifndef SNAP_SELECTORS_H
#define SNAP_SELECTORS_H
#include "model/objects.h"

/* Equal texts; an absent one equals an empty one. */
static inline bool same_text(struct str a, struct str b)
{
	return a.n == b.n && (a.p == b.p || a.n == 0);
}
const struct str *label_value(
	const struct labels *l, struct str key); /* key interned; NULL: no such label */
bool selector_matches(const struct label_selector *s,
	const struct labels *l); /* nil and invalid ones select nothing */
/* ORed terms. An absent name (PV affinity and the like): fields count as true. */
bool node_terms_match(const struct node_terms *terms, const struct labels *l, struct str name);
/* nodeSelector and required node affinity (rules/06 8.3). */
bool node_affinity_matches(const struct pod_spec *spec, const struct node_object *n);

#endif
