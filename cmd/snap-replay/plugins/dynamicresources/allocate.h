/* Devices of one node for claims (rules/07 C8). */
#ifndef SNAP_DRA_ALLOCATE_H
#define SNAP_DRA_ALLOCATE_H
#include "plugins/dynamicresources/state.h"

/* Searches devices for all n claims together. SEARCH_FOUND: made, unless NULL, gets an allocation
 * for each claim. Texts are in d->scratch, which the call does not clear. */
struct search_result allocate(struct dra *d, const struct node *n,
	const struct resource_claim *const *claims, int n_claims,
	const struct device_allocation **made);
/* Reports what the result says of a search for the task that is not replayed, or that ends the
 * scheduler: once for each selector and kind. */
void allocate_doubts(struct dra *d, struct task *t, const struct search_result *r);

#endif
