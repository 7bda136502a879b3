/* --explain: follows the named pods and pod groups through the run and says why the engine decided
 * so. This is the observer of session/trace.h.
 *
 * It never changes the session. It calls the predicate and score hooks on nodes, which have no
 * effects. It does not call pre-predicates, which keep their answers. What the order hooks cache in
 * a job is taken back (session/order_reasons.c). */
#ifndef SNAP_EXPLAIN_H
#define SNAP_EXPLAIN_H
#include "report/events.h"
#include "session/trace.h"

struct explain;

/* X(NAME, word): the words of --explain-depth. */
#define EXPLAIN_DEPTHS(X) \
	X(VERDICT, verdict) /* the first lines alone */ \
	X(USUAL, usual)     /* with the chapters, a screen for a pod group */ \
	X(FULL, full)       /* with all that is known */
#define EXPLAIN_DEPTH(NAME, word) EXPLAIN_##NAME,
enum explain_depth { EXPLAIN_DEPTHS(EXPLAIN_DEPTH) EXPLAIN_DEPTH_COUNT };
#undef EXPLAIN_DEPTH

/* Traces the session from now on and follows the pods and pod groups with these n names, "NAME" or
 * "NAMESPACE/NAME". NULL: a name does not exist; *e says which, with similar names. */
struct explain *explain_new(struct session *s, const char *const *names, int n,
	enum explain_depth depth, struct error *e);
/* For session.log.detailed: the pod groups that are followed. Valid until explain_free. */
const bool *explain_followed(struct explain *x);
void explain_free(struct explain *x); /* may be NULL */
/* Sends the explanations. Call it after the last action. */
void explain_send(struct explain *x, struct events *ev);

#endif
