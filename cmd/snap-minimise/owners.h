/* Which object belongs to which. */
#ifndef SNAP_MINIMISE_OWNERS_H
#define SNAP_MINIMISE_OWNERS_H
#include "snapshot.h"

/* Sets the owners of all objects, by their names. */
void owners_find(struct snapshot *s);

#endif
