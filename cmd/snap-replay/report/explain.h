/* Why, not only what: follows the pods and pod groups that --explain names through the run
 * (snap-replay(1),
 * --explain).
 *
 * Session, actions and solvers tell what happens to them at the moment it happens, each behind a
 * test of session.explain. Nothing here changes the session: nodes are judged through predicate and
 * score hooks, which have no effects, while pre-predicates, whose answers stick, are never asked a
 * second time; and what the order hooks cache in a job is taken back (session/order_reasons.c). */
#ifndef SNAP_EXPLAIN_H
#define SNAP_EXPLAIN_H
#include "session/place/placement.h"
#include "session/walk/queue_walk.h"
#include "report/events.h"

struct explain; /* in session.explain; NULL: nobody asked */
struct search;

/* names: "NAME" or "NAMESPACE/NAME" of pods or pod groups. NULL: *e tells the name that is none,
 * with the nearest ones. */
struct explain *explain_new(struct session *s, const char *const *names, int n, struct error *e);
void explain_free(struct explain *x); /* may be NULL */
/* All that was noted, after the last action; does nothing when nobody asked. */
void explain_tell(struct events *ev, struct session *s);

/* ---- order: one action's walk ---- */
void explain_action(struct session *s);                     /* it begins */
void explain_waits(struct session *s, const struct job *j); /* it entered the walk, or came back */
void explain_stays_out(struct session *s, const struct job *j, struct str why); /* it did not */
/* j is about to be popped: the others that wait get to know why they come later. */
void explain_pop(struct session *s, struct walk *w, struct job *j);
void explain_popped(
	struct session *s, struct walk *w, struct job *j); /* and what comes behind it */
struct str explain_said(struct session *s); /* by the last session_why; valid until the next */
/* The end of a visit, in words; absent text: nothing to add. */
void explain_outcome(struct session *s, const struct job *j, const char *outcome, struct str text);

/* ---- placing ---- */
void explain_unit(
	struct session *s, const struct job *j, int pods, bool simulated); /* an attempt begins */
void explain_limit(struct session *s, const struct job *j, const struct capacity_result *r);
void explain_refused(
	struct session *s, const struct task *t, struct str text); /* by a pre-predicate */
bool explain_looks(const struct session *s, const struct task *t); /* are its nodes wanted? */
void explain_look(struct session *s, struct task *t,
	const struct node_set *nodes); /* after pre-order, before any node is tried */
void explain_placed(struct session *s, const struct task *t, bool placed);

/* ---- decisions, as they are committed ---- */
void explain_evicted(
	struct session *s, const struct task *t, const struct node *n, const struct eviction *why);
void explain_pipelined(struct session *s, const struct task *t, const struct node *n);

/* ---- search: consolidation, reclaim, preempt ---- */
void explain_candidate(struct session *s, const struct job *j,
	bool victim); /* victims are drawn; refused ones after session_why */
void explain_lots(
	struct session *s, int64_t lots); /* so many of the victims are drawn for each probe */
void explain_final_probe(
	struct session *s, bool begins);  /* its placements are looked at node by node */
void explain_scenario(struct session *s); /* a simulation begins */
void explain_scenario_failed(struct session *s);
void explain_foreseen(
	struct session *s, int how); /* enum bound: not simulated, or not to its end */
void explain_searched(struct session *s, const struct search *q, const char *result);

#endif
