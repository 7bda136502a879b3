/* Whether two values mean the same in a configuration. */
#ifndef CONFIG_SAME_H
#define CONFIG_SAME_H
#include "common/value.h"

/* Of texts, numbers, truth values and null: numbers of one value, durations of one length ("137s",
 * "2m17s"), and lists of actions that differ in blanks mean the same. key: of the member. */
bool same_scalar(struct str key, const struct value *a, const struct value *b);

#endif
