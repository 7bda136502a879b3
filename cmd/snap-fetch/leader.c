#include "leader.h"
#include <poll.h>
#include <time.h>
#include "common/proc.h"
#include "common/timefmt.h"

/* A leader renews its Lease every two seconds by default. */
enum { LOOK_EVERY_MS = 1000, LATE_MS = 3000, NEW_MS = 30000 };

/* True if the Lease has expired by the local clock, so that its holder is dead or stuck. */
static bool ran_out(const struct lease *lease)
{
	struct instant renewed;
	struct timespec now;

	if (!rfc3339_parse(lease->renewed, &renewed) || clock_gettime(CLOCK_REALTIME, &now) != 0)
		return false;
	return instant_diff((struct instant){now.tv_sec, (int32_t)now.tv_nsec}, renewed) / 1000000 >
		lease->duration_ms;
}

static void announce(const struct cluster *c)
{
	const struct lease *l = &c->lease;

	if (l->holder.n)
		msg_warn(NULL,
			"the leader is gone: %.200s renewed the Lease %s last at %.40s, for %llds; waiting for the next one",
			l->holder.p, c->lease_name, l->renewed.p,
			(long long)(l->duration_ms / 1000));
	else
		msg_warn(NULL, "nobody leads: the Lease %s has no holder; waiting for the next one",
			c->lease_name);
}

static enum leader watch(
	const struct settings *s, const struct cluster *c, struct arena *a, struct error *e)
{
	const int64_t started = proc_clock_ms();
	bool noted = false;

	for (;;) {
		struct lease now;
		struct error ignored = {0};
		int64_t clock = proc_clock_ms();

		if (clock >= s->deadline)
			break;
		if (cluster_lease(s, c->lease_name, a, &now, &ignored) != KUBECTL_OK) {
			if (proc_clock_ms() >= s->deadline)
				break;
			return LEADER_STAYS;
		}
		if (now.holder.n && !str_eq(now.holder, c->lease.holder)) {
			msg_warn(
				NULL, "%.200s holds the Lease %s now", now.holder.p, c->lease_name);
			return LEADER_NEW;
		}
		if (!str_eq(now.renewed, c->lease.renewed))
			return LEADER_STAYS;
		if (!noted && (ran_out(&now) || clock - started >= LATE_MS)) {
			announce(c);
			noted = true;
		}
		int64_t left = s->deadline - proc_clock_ms();
		poll(NULL, 0, (int)(left > LOOK_EVERY_MS ? LOOK_EVERY_MS : left > 0 ? left : 0));
	}
	deadline_error(s, e, "no new leader took the Lease %s", c->lease_name);
	return LEADER_NOBODY;
}

enum leader leader_wait(const struct settings *s, const struct cluster *c, struct error *e)
{
	struct arena a = {0};

	/* Without a renewal time nothing shows that the holder is gone. */
	if (!c->lease_name || (c->lease.holder.n && !c->lease.renewed.n))
		return LEADER_STAYS;
	enum leader end = watch(s, c, &a, e);
	arena_free(&a);
	return end;
}

/* Both times are of its own clock. */
bool leader_is_new(const struct lease *lease)
{
	struct instant acquired, renewed;

	return rfc3339_parse(lease->acquired, &acquired) &&
		rfc3339_parse(lease->renewed, &renewed) &&
		instant_diff(renewed, acquired) / 1000000 < NEW_MS;
}
