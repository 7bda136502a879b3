/* The trace: the calls by which the engine reports its steps to --explain. They go to one observer,
 * which native.c plugs in (report/explain.h). Without an observer every call returns at once. The
 * observer must not change the session.
 *
 * SESSION_TRACE is the one list of calls. For each entry NAME it makes
 *   - trace_NAME(s, ...), which calls the observer if tracing(s);
 *   - the member NAME of struct tracer, the observer's function. It has the same parameters; its
 *     data is session.trace.state.
 * Where arguments take time to make, put the call behind `if (tracing(s))`. */
#ifndef SNAP_TRACE_H
#define SNAP_TRACE_H
#include "session/callbacks.h"
#include "session/session.h"

/* Why an action passes a job over without a search. */
enum passed_over {
	PASSED_INELIGIBLE = 1, /* the action makes no room for it: can_reclaim */
	PASSED_INVARIANT,      /* no eviction makes room for a pod of it: victim_invariant */
	PASSED_TEST            /* a test of the action before its search */
};
/* X(NAME, words): why an action's walk does not come to a job. The last two are of the action as a
 * whole. */
#define ABSENCES(X) \
	X(NOT_READY, "it is not ready") \
	X(NOT_PENDING, "no pod of it is pending") \
	X(NOT_PREEMPTIBLE, "it is not preemptible") \
	X(NOT_RUNNING, "no pod of it runs") \
	X(INNER_QUEUE, "its queue has queues below it") \
	X(NO_QUEUE, "its queue does not exist") \
	X(DELAYED, "it is within its preemption delay") \
	X(LEFT_OUT, "its queue has more pod groups than queueDepthPerAction allows") \
	X(NO_WALK, "the action did not begin") \
	X(ENDED, "the action ended before its turn")
#define ABSENCE_MEMBER(NAME, words) ABSENT_##NAME,
enum absence { PRESENT, ABSENCES(ABSENCE_MEMBER) ABSENCE_COUNT };
#undef ABSENCE_MEMBER
extern const char *const absence_words[ABSENCE_COUNT]; /* PRESENT: NULL */

struct choice;
struct chosen;
struct eviction;
struct search;
struct walk;

/* NOTE(name, (parameters), (the same without types)): no result.
 * ASK(type of the result, name, ...): without tracing the result is 0, false or {0}. */
/* clang-format off */
#define SESSION_TRACE(NOTE, ASK) \
	/* ---- an action's walk over pod groups ---- */ \
	NOTE(action, (struct session *s), (s)) /* session.action begins */ \
	/* The job entered the walk, or came back into it. */ \
	NOTE(waits, (struct session *s, const struct job *j), (s, j)) \
	/* The job stays out of the walk. */ \
	NOTE(stays_out, (struct session *s, const struct job *j, enum absence why), (s, j, why)) \
	/* Before and after the walk pops the job. */ \
	NOTE(pop, (struct session *s, struct walk *w, struct job *j), (s, w, j)) \
	NOTE(popped, (struct session *s, struct walk *w, struct job *j), (s, w, j)) \
	/* The action is done with the popped job. outcome: a constant; text: details, may be empty. */ \
	NOTE(outcome, (struct session *s, const struct job *j, const char *outcome, struct str text), \
		(s, j, outcome, text)) \
	/* The popped job was not tried; how: enum passed_over. trace_outcome follows. */ \
	NOTE(passed_over, (struct session *s, const struct job *j, int how), (s, j, how)) \
	/* The popped job is not tried: other, of the same kind and no harder to find room for, failed \
	 * before in this action. */ \
	NOTE(like, (struct session *s, const struct job *j, const struct job *other), \
		(s, j, other)) \
	/* The action ends without a walk; why: in the session's arena, or a constant. */ \
	NOTE(no_walk, (struct session *s, struct str why), (s, why)) \
	/* ---- placing ---- */ \
	/* An attempt to place the job's unit of `pods` pods begins, for real or simulated. */ \
	NOTE(unit, (struct session *s, const struct job *j, int pods, bool simulated), \
		(s, j, pods, simulated)) \
	/* The capacity check of a queue refused the unit. */ \
	NOTE(limit, (struct session *s, const struct job *j, const struct capacity_result *r), \
		(s, j, r)) \
	/* The domains of a topology for a group of the job were chosen (plugins/topology/choose.h). \
	 * Each set of nodes that the choice returns is then tried, until one is placed. */ \
	NOTE(domains, (struct session *s, const struct choice *c, const struct chosen *r), (s, c, r)) \
	/* Before and after the set with this index is tried for the group. */ \
	NOTE(set_begins, (struct session *s, const struct job *j, struct str group, int set), \
		(s, j, group, set)) \
	NOTE(set_ends, (struct session *s, const struct job *j, struct str group, int set, \
			bool placed), (s, j, group, set, placed)) \
	/* A pre-predicate refused the task. */ \
	NOTE(refused, (struct session *s, const struct task *t, struct str text), (s, t, text)) \
	/* True: the observer uses trace_look of this task. */ \
	ASK(bool, looks, (const struct session *s, const struct task *t), (s, t)) \
	/* The task is about to be tried on the nodes; node_pre_order was called. */ \
	NOTE(look, (struct session *s, struct task *t, const struct node_set *nodes), (s, t, nodes)) \
	/* The attempt to place the task ended. */ \
	NOTE(placed, (struct session *s, const struct task *t, bool placed), (s, t, placed)) \
	/* ---- committed decisions ---- */ \
	NOTE(evicted, (struct session *s, const struct task *t, const struct node *n, \
			const struct eviction *why), (s, t, n, why)) \
	NOTE(pipelined, (struct session *s, const struct task *t, const struct node *n), (s, t, n)) \
	/* ---- search for room: consolidation, reclaim, preempt ---- */ \
	/* victim: the action's victim filter accepts the job. If not, trace_why gave the reason. */ \
	NOTE(candidate, (struct session *s, const struct job *j, bool victim), (s, j, victim)) \
	/* The job is no victim before `end`: it is within its minimum runtime. */ \
	NOTE(protected, (struct session *s, const struct job *j, struct instant end), (s, j, end)) \
	/* There are more than `lots` candidates; each probe draws that many by lot. */ \
	NOTE(lots, (struct session *s, int64_t lots), (s, lots)) \
	/* A generator's last probe begins or ends. It is for the whole unit and gives the result. */ \
	NOTE(final_probe, (struct session *s, bool begins), (s, begins)) \
	/* The simulation of a scenario begins. */ \
	NOTE(scenario, (struct session *s), (s)) \
	/* That simulation failed. */ \
	NOTE(scenario_failed, (struct session *s), (s)) \
	/* A bound excluded a scenario or restricted a probe; how: enum bound (solvers/search.h). */ \
	NOTE(bound, (struct session *s, int how), (s, how)) \
	/* The search of a job ended; result: a constant. */ \
	NOTE(searched, (struct session *s, const struct search *q, const char *result), (s, q, result)) \
	/* ---- reasons of hooks and filters: call trace_why and trace_rule, below ---- */ \
	NOTE(reason, (struct session *s, const char *text), (s, text)) \
	NOTE(victim_rule, (struct session *s, const struct job *victim, const char *text), \
		(s, victim, text)) \
	/* The text of the last trace_why; valid until the next one. */ \
	ASK(struct str, last_reason, (struct session *s), (s))
/* clang-format on */

struct tracer {
	SESSION_TRACE(CALLBACK, CALLBACK_ASK)
};

static inline bool tracing(const struct session *s)
{
	return s->trace.on;
}

#define TRACE_CALL(name, params, args) CALLBACK_CALL(trace, s->trace.on, name, params, args)
#define TRACE_CALL_ASK(type, name, params, args) \
	CALLBACK_CALL_ASK(trace, s->trace.on, type, name, params, args)
SESSION_TRACE(TRACE_CALL, TRACE_CALL_ASK)

/* From now on the calls go to the tracer. */
void trace_start(struct session *s, const struct tracer *tracer, void *state);
/* Suspends the calls until the matching trace_on; pairs nest. For work that the original does not
 * do. */
void trace_off(struct session *s);
void trace_on(struct session *s);

/* Reports why the calling hook, filter or test returns false. The observer counts refused victims
 * by text, so a victim filter gives no figures that differ from victim to victim. Texts are cut at
 * 511 bytes. */
void trace_why(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Reports the rule by which the victim may be evicted. Texts are cut at 511 bytes. */
void trace_rule(struct session *s, const struct job *victim, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
