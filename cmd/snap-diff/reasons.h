/* Why a pod group is pending, as the event "pending" says it. */
#ifndef SNAP_DIFF_REASONS_H
#define SNAP_DIFF_REASONS_H
#include <stdbool.h>
#include "common/str.h"

/* False: stop. */
typedef bool each_reason(void *ctx, struct str reason, struct str message);

/* Calls each for every reason of an event that the other one, which may be empty, does not have.
 * Both are JSON followed by JSON_PADDING readable bytes. False: each said to stop. */
bool reasons_only_in(struct str event, struct str other, each_reason *each, void *ctx);
bool reasons_differ(struct str a, struct str b);

#endif
