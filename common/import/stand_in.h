/* What stands for a node or a pod that only a dump knows: an item of a list of kubectl. */
#ifndef IMPORT_STAND_IN_H
#define IMPORT_STAND_IN_H
#include "common/jsonw.h"
#include "common/import/dump.h"

/* A ready node with the dump's amounts, but for the number of pods that it takes. */
void stand_in_node(struct jsonw *w, const struct dump_node *n, int64_t pods);
/* A pod on the node; empty: on none. requested: what its one container requests; NULL: not known.
 */
void stand_in_pod(struct jsonw *w, const struct dump_pod *p, struct str node,
	const struct dump_amounts *requested);

#endif
