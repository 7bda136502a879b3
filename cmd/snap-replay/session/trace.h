/* The trace: what the engine reports while it decides, so that --explain can answer why. One
 * observer is plugged in by native.c (report/explain.h); without it every call returns at once.
 * The observer must not change the session.
 *
 * SESSION_TRACE is the one list of calls. For each entry NAME it makes
 *   - trace_NAME(s, ...), which calls the observer if tracing(s);
 *   - the member NAME of struct tracer, the observer's function. It has the same parameters and
 *     finds its own data in session.trace.state.
 * Where arguments take time to make, put the call behind `if (tracing(s))`. */
#ifndef SNAP_TRACE_H
#define SNAP_TRACE_H
#include "session/session.h"

struct eviction;
struct search;
struct walk;

/* NOTE(name, (parameters), (the same without types)): no result.
 * ASK(type of the result, name, ...): while nobody traces, the result is 0, false or {0}. */
/* clang-format off */
#define SESSION_TRACE(NOTE, ASK) \
	/* ---- an action's walk over pod groups ---- */ \
	NOTE(action, (struct session *s), (s)) /* session.action begins */ \
	/* The job entered the walk, or came back into it. */ \
	NOTE(waits, (struct session *s, const struct job *j), (s, j)) \
	/* The job stays out of the walk, and why. */ \
	NOTE(stays_out, (struct session *s, const struct job *j, struct str why), (s, j, why)) \
	NOTE(pop, (struct session *s, struct walk *w, struct job *j), (s, w, j)) /* before the pop */ \
	NOTE(popped, (struct session *s, struct walk *w, struct job *j), (s, w, j)) /* after it */ \
	/* The visit of the job ended; text: more about it, or absent. */ \
	NOTE(outcome, (struct session *s, const struct job *j, const char *outcome, struct str text), \
		(s, j, outcome, text)) \
	/* ---- placing ---- */ \
	/* An attempt to place `pods` pods of the job begins, in a simulation or for real. */ \
	NOTE(unit, (struct session *s, const struct job *j, int pods, bool simulated), \
		(s, j, pods, simulated)) \
	/* A queue's capacity refused the attempt. */ \
	NOTE(limit, (struct session *s, const struct job *j, const struct capacity_result *r), \
		(s, j, r)) \
	/* A pre-predicate refused the task. */ \
	NOTE(refused, (struct session *s, const struct task *t, struct str text), (s, t, text)) \
	/* True: look is wanted for this task. */ \
	ASK(bool, looks, (const struct session *s, const struct task *t), (s, t)) \
	/* The nodes are about to be tried; node_pre_order hooks were called. */ \
	NOTE(look, (struct session *s, struct task *t, const struct node_set *nodes), (s, t, nodes)) \
	NOTE(placed, (struct session *s, const struct task *t, bool placed), (s, t, placed)) \
	/* ---- committed decisions ---- */ \
	NOTE(evicted, (struct session *s, const struct task *t, const struct node *n, \
			const struct eviction *why), (s, t, n, why)) \
	NOTE(pipelined, (struct session *s, const struct task *t, const struct node *n), (s, t, n)) \
	/* ---- search for room: consolidation, reclaim, preempt ---- */ \
	/* The job is a candidate for a victim, or the reason of trace_why excluded it. */ \
	NOTE(candidate, (struct session *s, const struct job *j, bool victim), (s, j, victim)) \
	/* Each probe draws `lots` of the candidates. */ \
	NOTE(lots, (struct session *s, int64_t lots), (s, lots)) \
	/* The last probe, which decides, begins or ends. */ \
	NOTE(final_probe, (struct session *s, bool begins), (s, begins)) \
	NOTE(scenario, (struct session *s), (s)) /* a simulation begins */ \
	NOTE(scenario_failed, (struct session *s), (s)) \
	/* A scenario was not simulated, or not to its end; how: enum bound of solvers/search.h. */ \
	NOTE(bound, (struct session *s, int how), (s, how)) \
	NOTE(searched, (struct session *s, const struct search *q, const char *result), (s, q, result)) \
	/* ---- reasons that hooks give, see trace_why and trace_rule ---- */ \
	NOTE(reason, (struct session *s, const char *text), (s, text)) \
	NOTE(victim_rule, (struct session *s, const struct job *victim, const char *text), \
		(s, victim, text)) \
	/* The last reason; valid until the next one. */ \
	ASK(struct str, last_reason, (struct session *s), (s))
/* clang-format on */

#define TRACE_MEMBER(name, params, args) void(*name) params;
#define TRACE_MEMBER_ASK(type, name, params, args) type(*name) params;
struct tracer {
	SESSION_TRACE(TRACE_MEMBER, TRACE_MEMBER_ASK)
};

static inline bool tracing(const struct session *s)
{
	return s->trace.on;
}

#define TRACE_CALL(name, params, args) \
	static inline void trace_##name params \
	{ \
		if (s->trace.on) \
			s->trace.on->name args; \
	}
#define TRACE_CALL_ASK(type, name, params, args) \
	static inline type trace_##name params \
	{ \
		return s->trace.on ? s->trace.on->name args : (type){0}; \
	}
SESSION_TRACE(TRACE_CALL, TRACE_CALL_ASK)

/* The observer hears of everything from now on. */
void trace_start(struct session *s, const struct tracer *tracer, void *state);
/* No calls until the matching trace_on; pairs nest. For work that the original does not do. */
void trace_off(struct session *s);
void trace_on(struct session *s);

/* The reason of a hook that is about to return false. Equal cases must give equal texts: no figures
 * of the moment. Cut at 511 bytes. */
void trace_why(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The rule that lets this victim go. */
void trace_rule(struct session *s, const struct job *victim, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
