/* Where times stand in a snapshot: members that the Kubernetes API and the scheduler read as a
 * time. Any other text that looks like one, as in a name, a label or an environment variable, is a
 * text to the scheduler, too. */
#ifndef SNAP_TIME_MEMBERS_H
#define SNAP_TIME_MEMBERS_H
#include "common/str.h"

struct time_member {
	struct str key; /* as Go's decoder takes keys: regardless of case, but exactly in a
			   MEMBER_MAP; the last one is empty */
	enum { MEMBER_TIME, MEMBER_OBJECT, MEMBER_LIST, MEMBER_MAP } how;
	const struct time_member
		*inside; /* of the object, of each object of the list, of the map */
};

extern const struct time_member snapshot_times[];

#endif
