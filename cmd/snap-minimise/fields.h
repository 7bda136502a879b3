/* Level fields: of the objects that are left, members and elements of lists go, too. */
#ifndef SNAP_MINIMISE_FIELDS_H
#define SNAP_MINIMISE_FIELDS_H
#include "state.h"

/* text, a snapshot on which all predicates hold, becomes one with fewer fields, in one line. At the
 * end no field can go alone, unless the prober is over. */
void reduce_fields(struct state *s, struct strbuf *text);

#endif
