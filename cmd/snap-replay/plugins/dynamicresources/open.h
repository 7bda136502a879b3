/* The claims of the tasks when the session opens (rules/01 6.5, rules/07 C4). */
#ifndef SNAP_DRA_OPEN_H
#define SNAP_DRA_OPEN_H
#include "plugins/dynamicresources/state.h"

/* Sets task.claims of all tasks with claim references. */
void remember_claims(struct dra *d);
/* Promises the devices of bind requests whose claims are not allocated yet. */
void assume_pending_claims(struct dra *d);

#endif
