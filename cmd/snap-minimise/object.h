/* What snap-minimise knows of an object. */
#ifndef SNAP_MINIMISE_OBJECT_H
#define SNAP_MINIMISE_OBJECT_H
#include "snapshot.h"

/* Reads names and owners out of the object's text, as JSON; those that it does not have stay. a
 * owns them. */
void object_read(struct arena *a, struct str raw, enum kind kind, struct object *o);

#endif
