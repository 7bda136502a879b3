/* Level values: what is left says plain things. */
#ifndef SNAP_MINIMISE_VALUES_H
#define SNAP_MINIMISE_VALUES_H
#include "edits.h"

/* True: something became plainer. now: the clock of the cycle. At the end nothing can alone, unless
 * the prober is over. */
bool reduce_values(struct edits *e, struct instant now);

/* The kinds of edits, each in a file of its own. What they do is plainer in an order of their own,
 * so that it comes to an end. */

/* Of the configuration and the scheduler's parameters, what is built in; and no empty lists. */
void collect_defaults(struct edits *e, void *ctx);
/* Times: those of ctx, a struct instant. */
void collect_times(struct edits *e, void *ctx);
/* Amounts: 1, or fewer digits as of ctx. */
struct rounding {
	int digits; /* 0: everything becomes 1 */
	bool up;
};
void collect_amounts(struct edits *e, void *ctx);
/* Names: letters, in the same order; not those that predicates name. ctx, a size_t, is the number
 * of names: two that become one are unsound. */
void collect_names(struct edits *e, void *ctx);
sound_fn names_are_sound;

#endif
