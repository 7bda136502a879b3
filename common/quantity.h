/* Kubernetes resource.Quantity, in nano-units (rules/01 4.1). */
#ifndef SNAP_QUANTITY_H
#define SNAP_QUANTITY_H
#include "str.h"

struct quantity {
	/* Exact below 2^120. Of a larger one only the last 64 bits in any unit are right. */
	__extension__ __int128 nano;
	/* fast: value * 10^scale, the form that Go uses for most quantities; else a decimal of any
	 * length with -scale places. The forms differ where a number exceeds 64 bits. */
	int64_t value;
	int32_t scale;
	bool fast;
};

/* False: text is no quantity. */
bool quantity_parse(struct str text, struct quantity *q);
struct quantity quantity_add(struct quantity a, struct quantity b);
/* Whole units and thousandths, rounded away from zero. An overflow gives what Go gives: the last 64
 * bits, or 0. */
int64_t quantity_value(struct quantity q);
int64_t quantity_milli(struct quantity q);
bool quantity_value_fits(struct quantity q), quantity_milli_fits(struct quantity q);

#endif
