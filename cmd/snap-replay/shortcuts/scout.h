/* The scout: expects which scenarios MultiNodeGang proposes next, and have a dry run. It reads
 * ahead in the victim sequence, expects that the filters accept each state to come, and makes the
 * states' picks (prefix_picks.h) and the sums of the bounds a second time.
 *
 * Nothing is decided by it: what it expects is only worked out ahead (dry_ahead.h). The session,
 * the search and its bounds stay the same, but for values that are kept once they are known: those
 * of struct victim_info and bounds.fates, and the victim sequence. */
#ifndef SNAP_SCOUT_H
#define SNAP_SCOUT_H
#include "shortcuts/bounds_private.h"

struct scout; /* of one probe and one shortcuts.generation; allocated with malloc */

struct scout *scout_new(struct search *q);
/* Call it in a forecast by f, before scout_next. If the probe has come to a state which the scout
 * has not seen yet, the scout goes on with that state. */
void scout_begin(struct scout *s, const struct bounds *f, const struct probe_nodes *nodes);
/* Valid until the next call; NULL: nothing is expected for now. */
const struct proposal *scout_next(struct scout *s);
/* bounds.spare of the last proposal. */
const double *scout_spare(const struct scout *s);
void scout_free(struct scout *s); /* may be NULL */

#endif
