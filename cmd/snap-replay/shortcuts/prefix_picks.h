/* MultiNodeGang's picks of the victims that were accumulated, one state after the other. */
#ifndef SNAP_PREFIX_PICKS_H
#define SNAP_PREFIX_PICKS_H
#include "solvers/scenario.h"

struct prefix_picks; /* of one probe */

/* A state of the probe's accumulator; *g: NULL before the first, which makes it. */
void prefix_picks_begin(struct prefix_picks **g, struct search *q, const struct proposal *state,
	const struct probe_nodes *nodes);
/* The state's next pick that can make up for the deficit; NULL: none is left. A repeat's potential
 * victims are listed with --exhaustive only. */
struct proposal *prefix_picks_next(struct prefix_picks *g);
void prefix_picks_free(struct prefix_picks *g); /* may be NULL */

#endif
