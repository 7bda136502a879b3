/* Whether two values mean the same in a configuration. */
#ifndef CONFIG_SAME_H
#define CONFIG_SAME_H
#include "common/value_diff.h"

/* Of texts, numbers, truth values and null: numbers of one value, durations of one length ("137s",
 * "2m17s"), and lists of actions that differ in blanks mean the same.
 * place: of the member. */
bool same_scalar(const struct value_place *place, const struct value *a, const struct value *b);

#endif
