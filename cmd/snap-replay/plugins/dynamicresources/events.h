/* What a placing or an eviction does to the claims of a task (rules/07 C9). */
#ifndef SNAP_DRA_EVENTS_H
#define SNAP_DRA_EVENTS_H
#include "plugins/dynamicresources/state.h"

/* The task was booked on task.node; it was taken from there. */
void claims_allocate(struct dra *d, struct task *t);
void claims_deallocate(struct dra *d, struct task *t);

#endif
