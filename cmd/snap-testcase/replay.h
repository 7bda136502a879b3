/* A cycle, and its events as values. */
#ifndef TESTCASE_REPLAY_H
#define TESTCASE_REPLAY_H
#include "common/capture_info.h"
#include "common/value.h"

struct cycle {
	struct instant now; /* its clock; before the run TIME_ZERO: as snap-replay without --now */
	/* In their sequence: decisions, pending pod groups, and every pod as it ends. */
	const struct value *const *events;
	size_t n_events;
};

/* text: a snapshot, which JSON_PADDING bytes follow. capture: NULL: there is none. The arena owns
 * the events. False: *e is set; SNAP_NO if not all of it can be replayed. */
bool cycle_run(struct cycle *c, struct str text, const struct capture_info *capture,
	struct arena *a, struct error *e);
/* The value of text, which may be anything. NULL: *e is set. */
const struct value *value_parse(struct arena *a, struct str text, struct error *e);
/* Whether the event has this name: "bind". */
bool event_is(const struct value *event, const char *name);
/* How many have it. */
size_t cycle_count(const struct cycle *c, const char *name);

#endif
