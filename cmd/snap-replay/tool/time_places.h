/* Where times stand in a snapshot: members that the Kubernetes API and the scheduler read as a
 * time. Any other text that looks like one, as in a name, a label or an environment variable, is a
 * text to the scheduler, too. */
#ifndef SNAP_TIME_PLACES_H
#define SNAP_TIME_PLACES_H
#include "common/str.h"

struct time_place {
	struct str key; /* as Go's decoder takes keys: regardless of case, but exactly in a
			   PLACE_MAP; the last one is empty */
	enum { PLACE_TIME, PLACE_OBJECT, PLACE_LIST, PLACE_MAP } how;
	const struct time_place *inside; /* of the object, of each object of the list, of the map */
};

extern const struct time_place snapshot_times[];

#endif
