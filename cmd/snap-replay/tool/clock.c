#include "clock.h"
#include <time.h>
#include "../model/read.h"
#include "common/source.h"

enum { MICROSECOND = 1000 };

/* As the native engine finds it. */
static bool newest_time(const char *path, struct instant *t, struct error *e)
{
	struct objects objects = {0};
	struct warnings ignored = {0};
	struct source source;
	if (!source_open(&source, path, e))
		return false;
	bool ok = objects_read(&objects, source.r, &ignored, e);
	source_close(&source);
	*t = objects.newest;
	objects_free(&objects);
	warnings_free(&ignored);
	return ok;
}

bool clock_set(struct tool_clock *c, const struct replay_options *o, const char *path, struct error *e)
{
	struct timespec wall;
	*c = (struct tool_clock){.now = o->now};
	if (!o->now_given && !newest_time(path, &c->now, e))
		return false;
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
