/* Metadata of a capture: the member capture.json, which snap-fetch writes behind snapshot.json.
 * snap-snapshot(5) describes the member. */
#ifndef SNAP_CAPTURE_INFO_H
#define SNAP_CAPTURE_INFO_H
#include "arena.h"
#include "msg.h"
#include "timefmt.h"

#define CAPTURE_MEMBER "capture.json"
enum { CAPTURE_MAX = 1 << 16 }; /* bytes; a longer member is refused */

enum capture_field {
	CAPTURE_AT, /* RFC 3339, by the scheduler's clock */
	CAPTURE_NAMESPACE,
	CAPTURE_DEPLOYMENT,
	CAPTURE_POD,
	CAPTURE_IMAGE,        /* with its tag */
	CAPTURE_IMAGE_ID,     /* with its digest */
	CAPTURE_VERSION,      /* of the scheduler: "v0.17.0" */
	CAPTURE_LEASE_HOLDER, /* "POD_UUID" */
	/* Name of the SchedulingShard, or else the value of --partition-label-value. */
	CAPTURE_SHARD,
	CAPTURE_SERVER_VERSION, /* of the API server: "v1.35.0" */
	CAPTURE_CLOCK,          /* whose CAPTURE_AT is, if not the cluster's: "local" */
	/* Where a capture from the API has its configuration from: "schedulingshard default". */
	CAPTURE_SETTINGS,
	/* Resources that a capture from the API lacks: "configmaps, topologies". */
	CAPTURE_MISSING,
	CAPTURE_PROGRAM, /* that wrote the capture: "snap-fetch 0.3.0" */
	CAPTURE_FIELDS
};
extern const char *const capture_names[CAPTURE_FIELDS]; /* JSON keys: "capturedAt" */

struct capture_info {
	/* Valid UTF-8 with any characters, followed by a NUL. Empty: unknown. */
	struct str field[CAPTURE_FIELDS];
	struct instant at; /* CAPTURE_AT; TIME_ZERO: unknown */
};

/* Parses text, at most CAPTURE_MAX bytes of untrusted JSON, followed by JSON_PADDING readable
 * bytes. The arena owns the fields. False: *e is set. */
bool capture_info_read(
	struct str text, struct arena *a, struct capture_info *info, struct error *e);

#endif
