/* Why, not only what: follows the pods and pod groups that --explain names through the run. It is
 * the observer of session/trace.h.
 *
 * Nothing here changes the session. Nodes are judged through the predicate and score hooks, which
 * have no effects. Pre-predicates, whose answers stick, are not called a second time. What the
 * order hooks cache in a job is taken back (session/order_reasons.c). */
#ifndef SNAP_EXPLAIN_H
#define SNAP_EXPLAIN_H
#include "report/events.h"
#include "session/trace.h"

struct explain;

/* Follows the pods or pod groups with these names, "NAME" or "NAMESPACE/NAME", and traces the
 * session from now on. NULL: *e names the first name that does not exist, with the nearest ones. */
struct explain *explain_new(struct session *s, const char *const *names, int n, struct error *e);
void explain_free(struct explain *x); /* may be NULL */
/* Sends all that was noted; called after the last action. */
void explain_tell(struct explain *x, struct events *ev);

#endif
