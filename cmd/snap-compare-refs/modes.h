/* What --cache, --plan, --collect and --part go with. */
#ifndef SNAP_COMPARE_MODES_H
#define SNAP_COMPARE_MODES_H
#include "settings.h"

/* Ends the program with a message and the status of a usage error where options contradict each
 * other; n: operands. Before the format is resolved, and before the snapshots are taken. */
void modes_check(const struct settings *s, size_t n, char *const *operands);
/* Whether there are refs to replay. */
bool modes_has_refs(const struct settings *s);

#endif
