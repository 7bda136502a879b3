/* Level fields: of the objects that are left, members and elements of lists go, too. */
#ifndef SNAP_MINIMISE_FIELDS_H
#define SNAP_MINIMISE_FIELDS_H
#include "edits.h"

/* At the end no field can go alone, unless the prober is over. True: one went. */
bool reduce_fields(struct edits *e);

#endif
