/* The picks of MultiNodeGang (rules/04 8.3): the entries picks_begin and next_pick of the table of
 * questions. */
#ifndef SNAP_PREFIX_PICKS_H
#define SNAP_PREFIX_PICKS_H
#include "solvers/scenario.h"

struct prefix_picks; /* of one probe; allocated with malloc */

/* Begins the picks of the next state of the probe's accumulator; state must live until the next
 * call. *g: NULL before the first state of the probe; the function then sets it. */
void prefix_picks_begin(struct prefix_picks **g, struct search *q, const struct proposal *state,
	const struct probe_nodes *nodes);
/* The state's next pick that can make up for the probe's deficit, and is not infeasible by kin.h;
 * valid until the next call; NULL: none is left. Do not call it behind NULL. If repeat is true,
 * potential is empty unless session.exhaustive is true. */
struct proposal *prefix_picks_next(struct prefix_picks *g);
void prefix_picks_free(struct prefix_picks *g); /* may be NULL */

#endif
