/* Which version of the scheduler the native engine follows (--follows, --switch). */
#ifndef SNAP_VERSION_H
#define SNAP_VERSION_H
#include "model/objects.h"
#include "model/warnings.h"
#include "replay.h"

/* Call it when the objects are read. captured: the version that capture.json names; empty: not
 * known. Warns where another version than the captured one is followed without being asked for, and
 * notes what --follows auto found. False: that version cannot be followed; *e is set. */
bool version_choose(const struct replay_options *o, struct str captured,
	const struct objects *objects, struct warnings *w, struct follows *f, struct error *e);
/* Sets *e for a version that cannot be followed; from says where it is from. Returns false. */
bool version_refuse(struct str version, const char *from, struct error *e);

#endif
