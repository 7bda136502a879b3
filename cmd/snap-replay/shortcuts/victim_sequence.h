/* Victim jobs in the order of the victim walk, and what is taken of each (rules/04 6): what
 * accumulators grow their scenarios from.
 *
 * Probes without recorded victims draw the same, and so do the searches of one action, as long as
 * the candidates are the same and nothing changed that a walk looks at: what jobs and queues hold,
 * and what jobs want placed. So their draws are remembered, with the walk that gave them, and only
 * what nobody has drawn yet is asked of that walk. They are forgotten
 * - when a search ends with a statement in effect;
 * - before a scenario that is not plain: one that is leaves no trace (bounds.h) but dropped
 * caches, which are filled with the same again;
 * - before one that drops a stale cache, which is not.
 * Who is drawing then goes on with a walk of its own, filled and popped while all is still as it
 * was: it stands where the one stood that would have been filled at the beginning. */
#ifndef SNAP_VICTIM_SEQUENCE_H
#define SNAP_VICTIM_SEQUENCE_H
#include "solvers/questions.h"

struct victim_sequence *victim_sequence_new(const struct session *s);
/* A scenario is about to be simulated, or to be foreseen with what that would leave behind. */
void victim_sequence_before(struct victim_sequence *d, const struct proposal *p, bool plain);
/* The search is over; same: it left the session as it was, but for what victim_sequence_before was
 * told of.
 */
void victim_sequence_search_ends(struct victim_sequence *d, bool same);
void victim_sequence_free(struct victim_sequence *d);

struct cursor; /* one accumulator's; lives in the search's arena */
struct cursor *cursor_new(struct search *q, struct job_list candidates);
bool cursor_is_over(const struct cursor *d);
struct batch cursor_next(struct cursor *d); /* which must be there */
void cursor_free(struct cursor *d);

#endif
