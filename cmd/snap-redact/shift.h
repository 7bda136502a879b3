/* --profile public: all times of a snapshot move by one offset, so that ages and their order stay.
 */
#ifndef REDACT_SHIFT_H
#define REDACT_SHIFT_H
#include "common/msg.h"
#include "common/timefmt.h"

struct shift {
	int64_t sec; /* added to each time; 0: none has been drawn */
};
enum { SHIFT_MOST = 100 * 366 }; /* days, of a map */

/* Draws an offset of one month to ten years into the past: what lies before the clock of a machine
 * goes on doing so. False: *e is set. */
bool shift_draw(struct shift *s, struct error *e);
/* The moved time. TIME_ZERO, which stands for none, does not move; what would leave the years 1 to
 * 9999 stays at their end. */
struct instant shift_time(struct shift s, struct instant t);

#endif
