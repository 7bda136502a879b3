/* Writes the log events of a run of a real snapshot-tool as the events of snap-replay. */
#ifndef SNAP_LOG_EVENTS_WRITE_H
#define SNAP_LOG_EVENTS_WRITE_H
#include "report/events.h"
#include "tool/log_events.h"

/* follows: the git ref that the tool was built from; NULL: not known. verbosity: of the tool. Below
 * the verbosity of a kind of line, a log without such lines means nothing. Output errors are kept
 * in ev. */
void log_events_write(
	struct events *ev, const struct log_events *t, const char *follows, int verbosity);

/* The lowest verbosities at which the log holds binds, all decisions, and nodes. */
enum { LOG_BINDS_LEVEL = 3, LOG_ALL_LEVEL = 4, LOG_NODES_LEVEL = 6 };

#endif
