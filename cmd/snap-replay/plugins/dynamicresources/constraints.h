/* Constraints of a claim: the devices of some of its requests must have the same value of an
 * attribute (rules/07 C8 "matchAttribute"). */
#ifndef SNAP_DRA_CONSTRAINTS_H
#define SNAP_DRA_CONSTRAINTS_H
#include "plugins/dynamicresources/wanted.h"

/* The claim's constraints count the device for the request. False: one refuses it, nothing changed.
 */
bool constraints_add(
	struct wanted *w, struct wanted_claim *c, const struct wanted_request *r, int offer);
/* The request's device that was added last is given back. */
void constraints_remove(struct wanted *w, struct wanted_claim *c, const struct wanted_request *r);
/* constraints_add would do it. */
bool constraints_allow(const struct wanted *w, const struct wanted_claim *c,
	const struct wanted_request *r, int offer);
/* The constraint holds for the request. */
bool constraint_concerns(const struct device_constraint *k, const struct device_request *r);
/* Appends what is equal for devices that a constraint on the attribute accepts together. False: it
 * does not accept the device. */
bool constraint_value(
	const struct inventory *v, int offer, struct str attribute, struct strbuf *value);

#endif
