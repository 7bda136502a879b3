/* Another engine: a snapshot-tool of the scheduler, or another snap-replay. */
#ifndef SNAP_MINIMISE_TOOL_H
#define SNAP_MINIMISE_TOOL_H
#include "common/msg.h"
#include "common/str.h"

/* Whether it is a snapshot-tool; else its name begins with snap-replay. */
bool tool_is_real(struct str path);
/* In a copy of the program: runs it on text, and appends its events to *events, which JSON_PADDING
 * readable bytes follow. pending: those that wait are told, too. False: *e is set. */
bool tool_run(
	struct str path, struct str text, bool pending, struct strbuf *events, struct error *e);
/* The hash of the decisions, as the summary among events has it; empty: it has none. It points into
 * events. */
struct str tool_decisions(struct str events);

#endif
