/* Units: objects that go together. */
#ifndef SNAP_MINIMISE_UNITS_H
#define SNAP_MINIMISE_UNITS_H
#include "snapshot.h"

/* Unit u has the objects members[starts[u]] .. members[starts[u + 1] - 1]. Start with {0};
 * units_free releases it. */
struct units {
	int *members, *starts;
	int n;
};

/* What a list of units is of. */
enum unit_list {
	UNITS_WAITING, /* a pod group none of whose pods has a node, with these */
	UNITS_NODES,   /* a node, with what tells of its zones */
	UNITS_ROOMS,   /* the same with the pods on it, and pod groups that have no other pods */
	UNITS_GROUPS,  /* a pod group, with its pods and their bind requests */
	UNITS_QUEUES,  /* a queue, with those below it and all of their pod groups */
	UNITS_SINGLE,  /* each object alone */
	UNIT_LISTS
};
extern const char *const unit_list_names[UNIT_LISTS];

/* Of the objects that keep has left. */
void units_of(
	struct units *u, enum unit_list list, const struct snapshot *s, const unsigned char *keep);
void units_free(struct units *u);

#endif
