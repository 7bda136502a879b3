#include "clock.h"
#include <time.h>

enum { MICROSECOND = 1000 };

bool clock_set(struct tool_clock *c, const struct replay_options *o, struct instant newest, struct error *e)
{
	struct timespec wall;
	*c = (struct tool_clock){.now = o->now_given ? o->now : newest};
	c->known = !instant_is_zero(c->now);
	if (!c->known)
		return true;
	clock_gettime(CLOCK_REALTIME, &wall);
	int64_t ns = instant_diff((struct instant){wall.tv_sec, (int32_t)wall.tv_nsec}, c->now);
	if (ns == INT64_MAX || ns == INT64_MIN)
		return error_set(e, SNAP_USAGE, "--now is too far away", "a snapshot's times can be moved by 292 years");
	c->ahead = ns - ns % MICROSECOND;
	return true;
}
