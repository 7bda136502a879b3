/* Level objects: those go without which all predicates hold. */
#ifndef SNAP_MINIMISE_OBJECTS_H
#define SNAP_MINIMISE_OBJECTS_H
#include "state.h"

/* GRAIN_FINE: at the end no object can go alone, unless the prober is over. */
void reduce_objects(struct state *s, enum grain grain);

#endif
