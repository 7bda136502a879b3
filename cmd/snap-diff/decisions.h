/* What a snapshot's next cycle decides. */
#ifndef SNAP_DIFF_DECISIONS_H
#define SNAP_DIFF_DECISIONS_H
#include "side.h"

/* Replays it, and sets *events to what is told in lines of JSON, with JSON_PADDING readable bytes
 * behind them. Warns where something was not replayed. False: *e is set. */
bool decisions_of(const struct side *s, struct strbuf *events, struct error *e);

#endif
