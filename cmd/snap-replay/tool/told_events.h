/* The events of a run of a real snapshot-tool, from what its log told. */
#ifndef SNAP_TOLD_EVENTS_H
#define SNAP_TOLD_EVENTS_H
#include "report/events.h"
#include "tool/told.h"

/* follows: the git ref that the tool was built from, NULL where that is not known. verbosity: the
 * tool's, which decides what a log without a line of some kind means. Output errors are kept in ev.
 */
void told_events(struct events *ev, const struct told *t, const char *follows, int verbosity);

/* From this level on the log holds binds, or all decisions. */
enum { TOLD_BINDS_LEVEL = 3, TOLD_ALL_LEVEL = 4, TOLD_NODES_LEVEL = 6 };

#endif
