/* The victim sequence: the batches of the victim walk (solvers/victim_walk.h), taken once and read
 * by several probes and searches of an action through cursors.
 *
 * Claim. An accumulator without recorded victims gets the same batches as from its own walk.
 * Why. A walk depends on what jobs and queues hold and on what jobs want placed. While these stay
 *   the same, walks over the same candidates give the same batches. A reversible scenario changes
 *   none of them: it drops unit caches, which are filled with the same units again.
 * Needs. The candidates are the same, in the same order.
 * Guard. The sequence is forgotten when a search ends with a statement in effect, before a scenario
 *   that is not reversible, and before a scenario that drops a stale unit cache, whose unit is not
 *   the same again. A cursor in use is detached before that: it continues with a walk of its own at
 *   the same position.
 * Test. tests/unit/snap-replay/test_generators.c, drawn_before(). */
#ifndef SNAP_VICTIM_SEQUENCE_H
#define SNAP_VICTIM_SEQUENCE_H
#include "solvers/questions.h"

struct victim_sequence *victim_sequence_new(const struct session *s);
/* Call it before a scenario is simulated, or a bound leaves behind what its simulation would. */
void victim_sequence_before(struct victim_sequence *d, const struct proposal *p, bool reversible);
/* same: the search left the session as it was, except for the scenarios of victim_sequence_before.
 */
void victim_sequence_search_ends(struct victim_sequence *d, bool same);
void victim_sequence_free(struct victim_sequence *d);

struct cursor; /* of one accumulator; in the search's arena */
struct cursor *cursor_new(struct search *q, struct job_list candidates);
bool cursor_is_over(const struct cursor *d);
struct batch cursor_next(struct cursor *d); /* not over */
void cursor_free(struct cursor *d);

#endif
