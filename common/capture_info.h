/* What a capture knows of itself: the member capture.json, which snap-fetch puts behind
 * snapshot.json. snap-snapshot(5) describes it. */
#ifndef SNAP_CAPTURE_INFO_H
#define SNAP_CAPTURE_INFO_H
#include "arena.h"
#include "msg.h"
#include "timefmt.h"

#define CAPTURE_MEMBER "capture.json"
enum { CAPTURE_MAX = 1 << 16 }; /* bytes of JSON; more than this is no capture.json */

enum capture_field {
	CAPTURE_AT, /* RFC 3339, by the scheduler's clock */
	CAPTURE_NAMESPACE,
	CAPTURE_DEPLOYMENT,
	CAPTURE_POD,
	CAPTURE_IMAGE,          /* with its tag */
	CAPTURE_IMAGE_ID,       /* with its digest */
	CAPTURE_VERSION,        /* of the scheduler: "v0.17.0" */
	CAPTURE_LEASE_HOLDER,   /* "POD_UUID" */
	CAPTURE_SHARD,          /* the SchedulingShard's name; else the node pool, as in
				   --partition-label-value */
	CAPTURE_SERVER_VERSION, /* of the API server: "v1.35.0" */
	CAPTURE_PROGRAM,        /* that made it: "snap-fetch 0.3.0" */
	CAPTURE_FIELDS
};
extern const char *const capture_names[CAPTURE_FIELDS]; /* of the members: "capturedAt" */

struct capture_info {
	struct str field[CAPTURE_FIELDS]; /* NUL-terminated, of any bytes that UTF-8 has; empty: not
					     known */
	struct instant at;                /* CAPTURE_AT; TIME_ZERO: not known */
};

/* text is foreign, of at most CAPTURE_MAX bytes, with JSON_PADDING readable ones behind it. The
 * fields live in the arena. False: *e says why it cannot be read. */
bool capture_info_read(
	struct str text, struct arena *a, struct capture_info *info, struct error *e);

#endif
