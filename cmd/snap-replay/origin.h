/* Where a snapshot is from, and by what clock its cycle runs: the same for both engines. */
#ifndef SNAP_ORIGIN_H
#define SNAP_ORIGIN_H
#include "common/arena.h"
#include "common/input.h"
#include "model/objects.h"
#include "model/warnings.h"
#include "replay.h"
#include "report/events.h"

struct origin {
	struct events_origin from;
	struct instant now; /* --now, else the time of the capture (capture.json, else
			       source.capturedAt), else the newest one in the objects; TIME_ZERO:
			       there is none */
	bool captured;      /* there is a capture.json */
	struct arena arena; /* of the texts */
};

/* Start with {0}. in was read to its end, and gave the objects. A capture.json that cannot be read
 * is a warning. */
void origin_read(struct origin *g, const struct replay_options *o, const struct objects *objects,
	struct input *in, struct warnings *w);
/* The same where capture.json is known; c NULL: there is none. */
void origin_take(struct origin *g, const struct replay_options *o, const struct objects *objects,
	const struct capture_info *c);
/* Where the snapshot cannot be read and --now is given. */
void origin_set(struct origin *g, struct instant now);

#endif
