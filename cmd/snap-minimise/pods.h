/* The pods that predicates are about. */
#ifndef SNAP_MINIMISE_PODS_H
#define SNAP_MINIMISE_PODS_H
#include "state.h"

/* Finds them in the snapshot; arena owns their full names. A pod may be given by its bare name, if
 * no other namespace has one of that name. False: *e is set. */
bool pods_find(
	const struct snapshot *s, struct settings *settings, struct arena *arena, struct error *e);

#endif
