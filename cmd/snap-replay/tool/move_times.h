/* Moves the times of a snapshot, so that a tool that reads the wall clock computes the ages that
 * the scheduler saw. */
#ifndef SNAP_MOVE_TIMES_H
#define SNAP_MOVE_TIMES_H
#include "common/arena.h"
#include "common/msg.h"
#include "common/source.h"
#include "common/timefmt.h"

/* Takes the next bytes of the new JSON, valid during the call. False: *e set; move_times ends. */
typedef bool move_sink(void *ctx, struct str bytes, struct error *e);

/* Sends the JSON of source, unread so far, to sink, with ns added to each text that the scheduler
 * reads as a time. Null and the zero time, which mean none, stay; so does a text that is no time.
 * False: *e set. */
bool move_times(struct source *source, int64_t ns, move_sink *sink, void *ctx, struct error *e);

/* A copy in a of a text from the tool's log. Every RFC 3339 time in it comes from the moved
 * snapshot or the wall clock, so it is moved back by ns. The tool cut a time without a fraction to
 * whole seconds; it becomes the whole second that it was before the move. */
struct str move_back(struct arena *a, struct str text, int64_t ns);

#endif
