/* The members of a snapshot that the Kubernetes API and the scheduler read as times. Any other text
 * that looks like a time, in a name, a label or an environment variable, is only a text to them. */
#ifndef SNAP_TIME_MEMBERS_H
#define SNAP_TIME_MEMBERS_H
#include "common/str.h"

struct time_member {
	/* Matches regardless of case, as in Go's decoder, but exactly in a MEMBER_MAP. An empty key
	 * ends a table. */
	struct str key;
	enum { MEMBER_TIME, MEMBER_OBJECT, MEMBER_LIST, MEMBER_MAP } how;
	/* The table of the object, of each object of the list, or of the map. */
	const struct time_member *inside;
};

extern const struct time_member snapshot_times[];

#endif
