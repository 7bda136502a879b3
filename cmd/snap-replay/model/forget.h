#ifndef SNAP_FORGET_H
#define SNAP_FORGET_H
#include "model/objects.h"

/* From now on the objects are as the version *f reads them. Call it once, behind objects_read. */
void objects_follow(struct objects *o, const struct follows *f);

#endif
