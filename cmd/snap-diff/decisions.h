/* What a snapshot's next cycle decides. */
#ifndef SNAP_DIFF_DECISIONS_H
#define SNAP_DIFF_DECISIONS_H
#include "side.h"

/* The cycle to be replayed. */
struct cycle {
	struct instant now;  /* its clock; TIME_ZERO: as snap-replay without --now */
	const char *follows; /* the scheduler's version; NULL: the default */
};

/* Replays it, and sets *events to what is told in lines of JSON, with JSON_PADDING readable bytes
 * behind them. Warns where something was not replayed. False: *e is set. */
bool decisions_of(
	const struct side *s, const struct cycle *cycle, struct strbuf *events, struct error *e);

#endif
