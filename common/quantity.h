/* Kubernetes resource.Quantity, in nano-units (rules/01 4.1). */
#ifndef SNAP_QUANTITY_H
#define SNAP_QUANTITY_H
#include "str.h"

struct quantity {
	__extension__ __int128 nano; /* exact below 2^120; of larger ones the size is made up, the
					last 64 bits in any unit are not */
	int64_t value; /* fast: value * 10^scale, as Go keeps most; else a decimal of any length
			  with -scale places. */
	int32_t scale; /* The two differ where a number does not fit into 64 bits */
	bool fast;
};

bool quantity_parse(struct str text, struct quantity *q); /* false: not a quantity */
struct quantity quantity_add(struct quantity a, struct quantity b);
/* Whole units and thousandths, rounded away from zero. What does not fit is what Go makes of it:
 * its last 64 bits, or 0. */
int64_t quantity_value(struct quantity q);
int64_t quantity_milli(struct quantity q);
bool quantity_value_fits(struct quantity q), quantity_milli_fits(struct quantity q);

#endif
