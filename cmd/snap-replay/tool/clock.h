/* The cycle's clock for a snapshot-tool, which itself knows the wall clock only. */
#ifndef SNAP_TOOL_CLOCK_H
#define SNAP_TOOL_CLOCK_H
#include "../replay.h"

struct tool_clock {
	bool known;         /* false: no age in the snapshot hangs on it */
	struct instant now; /* of the cycle: --now, else the newest time in the snapshot */
	int64_t ahead;      /* ns that the wall clock is ahead of it; 0 where it is not known */
};

/* At this moment. newest: TIME_ZERO where the snapshot tells no time. False: *e set. */
bool clock_set(struct tool_clock *c, const struct replay_options *o, struct instant newest, struct error *e);

#endif
