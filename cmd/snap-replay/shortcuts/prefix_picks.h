/* The picks of MultiNodeGang (rules/04 8.3): the entries picks_begin and next_pick of the table of
 * questions.
 *
 * Most picks are refuted by sums over their tasks, so a pick is *unlisted* at first: its batches
 * are given by their numbers, and nobody has put them in order. What is summed up over them stands
 * in the prefix set, which changes by a batch or few from state to state (prefix_sets.h). The list
 * is made when the pick is simulated or copied. */
#ifndef SNAP_PREFIX_PICKS_H
#define SNAP_PREFIX_PICKS_H
#include "solvers/scenario.h"

struct prefix_picks; /* of one probe; allocated with malloc */

/* Begins the picks of the next state of the probe's accumulator; state must live until the next
 * call. *g: NULL before the first state of the probe; the function then sets it. */
void prefix_picks_begin(struct prefix_picks **g, struct search *q, const struct proposal *state,
	const struct probe_nodes *nodes);
/* The state's next pick that can make up for the probe's deficit, and is not infeasible by kin.h;
 * valid until the next call; NULL: none is left. Do not call it behind NULL. It is unlisted.
 */
struct proposal *prefix_picks_next(struct prefix_picks *g);
/* Makes potential.items of p, if p is unlisted: it must be the last pick. */
void prefix_picks_list(struct prefix_picks *g, const struct proposal *p);
void prefix_picks_free(struct prefix_picks *g); /* may be NULL */

#endif
