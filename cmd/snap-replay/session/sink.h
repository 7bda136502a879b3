/* The sink receives committed decisions and the results of searches. native.c sets session.sink to
 * the one of report/events.h; without a sink nothing is sent.
 *
 * SESSION_SINK is the one list of calls. For each entry NAME it makes sink_NAME(s, ...), which
 * calls the member NAME of struct sink with the same parameters. The data of a sink is
 * session.sink.state. */
#ifndef SNAP_SINK_H
#define SNAP_SINK_H
#include "session/callbacks.h"
#include "session/session.h"

struct eviction;
struct search;

/* SEND(name, (parameters), (the same without types)): no result.
 * ASK(type of the result, name, ...): without a sink the result is 0 or false. */
/* clang-format off */
#define SESSION_SINK(SEND, ASK) \
	/* The task is bound to task.node_name. */ \
	SEND(bind, (struct session *s, const struct task *t), (s, t)) \
	/* The task is pipelined to n. */ \
	SEND(pipeline, (struct session *s, const struct task *t, const struct node *n), (s, t, n)) \
	/* The task is evicted from n. NULL: from a node that the session does not have. */ \
	SEND(evict, (struct session *s, const struct task *t, const struct node *n, \
			const struct eviction *why), (s, t, n, why)) \
	/* True: the sink shows eviction.message, so the caller makes it. */ \
	ASK(bool, wants_messages, (const struct session *s), (s)) \
	/* The time in ms, for started_ms; 0: the sink shows no timings. */ \
	ASK(double, clock, (const struct session *s), (s)) \
	/* The search q of one job ended. result: its name (actions/evicting.c). started_ms: \
	 * sink_clock at its beginning. */ \
	SEND(search, (struct session *s, const struct search *q, const char *result, \
			double started_ms), (s, q, result, started_ms))
/* clang-format on */

struct sink {
	SESSION_SINK(CALLBACK, CALLBACK_ASK)
};

#define SINK_CALL(name, params, args) CALLBACK_CALL(sink, s->sink.to, name, params, args)
#define SINK_CALL_ASK(type, name, params, args) \
	CALLBACK_CALL_ASK(sink, s->sink.to, type, name, params, args)
SESSION_SINK(SINK_CALL, SINK_CALL_ASK)

#endif
