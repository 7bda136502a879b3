/* The times of a snapshot moved, so that a tool that reads the wall clock finds all ages as they
 * were. */
#ifndef SNAP_MOVE_TIMES_H
#define SNAP_MOVE_TIMES_H
#include "common/arena.h"
#include "common/msg.h"
#include "common/source.h"
#include "common/timefmt.h"

/* Takes the bytes of the new JSON as they are made. */
typedef bool move_sink(void *ctx, struct str bytes, struct error *e);

/* All of the JSON of source, whose bytes nobody has read yet, with ns added to each time that the
 * scheduler reads as one. What is no time in such a place stays, as do null and the zero time,
 * which mean that there is none. False: *e set. */
bool move_times(struct source *source, int64_t ns, move_sink *sink, void *ctx, struct error *e);

/* A text of the tool's log, into the arena: every RFC 3339 time in it was in the moved snapshot, or
 * was read from the wall clock, and is moved back by ns. One without a fraction was cut to whole
 * seconds by the tool; it becomes the whole second that it was. */
struct str move_back(struct arena *a, struct str text, int64_t ns);

#endif
