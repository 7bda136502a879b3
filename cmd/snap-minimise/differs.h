/* Two engines that decide differently. */
#ifndef SNAP_MINIMISE_DIFFERS_H
#define SNAP_MINIMISE_DIFFERS_H
#include "settings.h"

/* In a copy of the program: whether ours and the predicate's tool do, or not, where it is negated.
 * False: *e may be set. */
bool differs(const struct settings *s, const struct predicate *p, struct str text, struct error *e);

#endif
