/* --part: one row of a plan, run by a line of --plan, maybe on another machine. */
#ifndef SNAP_COMPARE_PART_H
#define SNAP_COMPARE_PART_H
#include "settings.h"

/* Takes the argument, "KEY:NAME"; msg_usage if it is none. */
void part_parse(struct settings *s, const char *text);
/* Replays the snapshot with the ref, and writes the result as DIR/NAME... when it is whole. Does
 * nothing where such a result is there and has passed. Returns the exit status. */
int part_run(struct settings *s);

#endif
