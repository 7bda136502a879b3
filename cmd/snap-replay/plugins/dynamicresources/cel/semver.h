/* Parts of semantic versions. */
#ifndef SNAP_CEL_SEMVER_H
#define SNAP_CEL_SEMVER_H
#include "values.h"

bool semver_digits(struct str s);
/* What stands in front of the next `mark`; *rest goes behind it, or becomes NULL. */
struct str semver_take(struct str *rest, char mark);

#endif
