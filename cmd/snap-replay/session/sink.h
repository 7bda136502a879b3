/* The sink: where committed decisions and the results of searches go. One sink is plugged in by
 * native.c (report/events.h); without it nothing is sent.
 *
 * SESSION_SINK is the one list of calls. For each entry NAME it makes sink_NAME(s, ...), which
 * calls the member NAME of struct sink. That function has the same parameters and finds its own
 * data in session.sink.state. */
#ifndef SNAP_SINK_H
#define SNAP_SINK_H
#include "session/session.h"

struct eviction;
struct search;

/* SEND(name, (parameters), (the same without types)): no result.
 * ASK(type of the result, name, ...): without a sink the result is 0 or false. */
/* clang-format off */
#define SESSION_SINK(SEND, ASK) \
	/* The task is bound to task.node_name. */ \
	SEND(bind, (struct session *s, const struct task *t), (s, t)) \
	SEND(pipeline, (struct session *s, const struct task *t, const struct node *n), (s, t, n)) \
	/* n: the task's node; NULL: a node that the session does not have. */ \
	SEND(evict, (struct session *s, const struct task *t, const struct node *n, \
			const struct eviction *why), (s, t, n, why)) \
	/* True: eviction.message is shown, so it must be made. */ \
	ASK(bool, wants_messages, (const struct session *s), (s)) \
	/* A clock in ms for started_ms; 0 when nobody wants timings. */ \
	ASK(double, clock, (const struct session *s), (s)) \
	/* The search of one job ended; started_ms: sink_clock at its beginning. */ \
	SEND(search, (struct session *s, const struct search *q, const char *result, \
			double started_ms), (s, q, result, started_ms))
/* clang-format on */

#define SINK_MEMBER(name, params, args) void(*name) params;
#define SINK_MEMBER_ASK(type, name, params, args) type(*name) params;
struct sink {
	SESSION_SINK(SINK_MEMBER, SINK_MEMBER_ASK)
};

#define SINK_CALL(name, params, args) \
	static inline void sink_##name params \
	{ \
		if (s->sink.to) \
			s->sink.to->name args; \
	}
#define SINK_CALL_ASK(type, name, params, args) \
	static inline type sink_##name params \
	{ \
		return s->sink.to ? s->sink.to->name args : (type){0}; \
	}
SESSION_SINK(SINK_CALL, SINK_CALL_ASK)

#endif
