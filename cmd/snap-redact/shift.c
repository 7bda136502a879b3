#define _DEFAULT_SOURCE 1 /* getentropy */
#include "shift.h"

#include <unistd.h>

enum { DAY = 24 * 60 * 60, LEAST = 30 * DAY, MOST = 3650 * DAY };

bool shift_draw(struct shift *s, struct error *e)
{
	uint64_t random;

	if (getentropy(&random, sizeof random) != 0) {
		error_errno(e, "cannot draw a random number");
		return false;
	}
	s->sec = -(LEAST + (int64_t)(random % (MOST - LEAST)));
	return true;
}

struct instant shift_time(struct shift s, struct instant t)
{
	static const struct instant last = {253402300799, 999999999}; /* of the year 9999 */
	const struct instant first = {TIME_ZERO.sec + 1, 0}, moved = {t.sec + s.sec, t.nsec};

	if (instant_is_zero(t))
		return t;
	if (instant_cmp(moved, first) < 0)
		return first;
	return instant_cmp(moved, last) > 0 ? last : moved;
}
