/* Fields that the table does not know. */
#ifndef REDACT_DROPPED_H
#define REDACT_DROPPED_H
#include "common/map.h"

/* Notes how many there were, and where. unknown: path to a count; sorted by the call. */
void dropped_tell(struct map *unknown);

#endif
