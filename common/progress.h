/* Progress on stderr, only on a terminal and only for work over a second: bytes, rate, time left;
 * or what is being done. */
#ifndef SNAP_PROGRESS_H
#define SNAP_PROGRESS_H
#include <stdint.h>
#include "common/str.h"

struct progress {
	const char *label;
	uint64_t total; /* bytes, 0: not known */
	int64_t started_ms, shown_ms;
	int enabled;
};

void progress_start(struct progress *p, const char *label, uint64_t total);
void progress_update(
	struct progress *p, uint64_t done); /* cheap: looks at the clock now and then */
/* "label: what: 12 units". p may be NULL. */
void progress_say(struct progress *p, struct str what, long done, const char *unit);
void progress_end(struct progress *p); /* wipes the line */

#endif
