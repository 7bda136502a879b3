/* Kubernetes resource.Quantity: exact, in nano-units (kai/01 section 4.1). */
#ifndef SNAP_QUANTITY_H
#define SNAP_QUANTITY_H
#include "str.h"

struct quantity {
	__extension__ __int128 nano;
};

bool quantity_parse(struct str text, struct quantity *q);  /* false: not a quantity */
struct quantity quantity_add(struct quantity a, struct quantity b);
int64_t quantity_value(struct quantity q);                 /* whole units, rounded away from zero, saturating */
int64_t quantity_milli(struct quantity q);                 /* thousandths, rounded away from zero, saturating */

#endif
