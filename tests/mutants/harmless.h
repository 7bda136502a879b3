/* Changes that are no mistake in any program, so that no test can notice them. Only what can be
 * seen to be harmless in the text around it counts: a change that might be a mistake is none of
 * these. */
#ifndef SNAP_HARMLESS_H
#define SNAP_HARMLESS_H
#include "tests/mutants/tokens.h"

/* Token i becomes `made`. */
bool harmless_exchange(const struct tokens *, int i, const char *made);
/* The arguments on both sides of comma i change places. */
bool harmless_swap(const struct tokens *, int i);

#endif
