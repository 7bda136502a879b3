/* Whether two scalars of a snapshot mean the same. */
#ifndef SNAP_DIFF_SAME_H
#define SNAP_DIFF_SAME_H
#include "common/value_diff.h"

/* Numbers and times of one value do, and so do amounts where amounts stand ("1000m" and 1, in
 * requests) and durations ("60s", "1m0s"). Values of labels and annotations are texts. */
bool same_meaning(const struct value_place *place, const struct value *a, const struct value *b);

#endif
