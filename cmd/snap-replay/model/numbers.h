/* Numbers as Go's strconv reads them. */
#ifndef SNAP_NUMBERS_H
#define SNAP_NUMBERS_H
#include "common/str.h"

/* Base 10, optional sign, no blanks, 64 bit. False: *out is untouched. */
bool parse_int64(struct str s, int64_t *out);
/* ParseFloat: decimal, hexadecimal, infinities and NaN, at most 127 bytes. False, with *out
 * untouched: out of range, or not a number from the first byte to the last. */
bool parse_float64(struct str s, double *out);

#endif
