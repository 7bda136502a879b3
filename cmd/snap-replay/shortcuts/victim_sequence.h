/* The victim sequence: the batches of the victim walk (solvers/victim_walk.h), taken once and read
 * by several probes and searches of an action through cursors.
 *
 * Claim. A cursor gives an accumulator the batches of a new victim walk.
 * Why. A victim walk depends on the candidates, on the amounts of jobs and queues, and on the
 *   units of jobs. While these stay the same, each walk gives the same batches. A reversible
 *   scenario changes none of them: it drops unit caches, which are then filled with the same
 *   units. The walk leaves out a batch with recorded tasks, and puts the job's other tasks back
 *   (rules/04 6). If the batch is the whole job, and all of it is recorded, nothing is left to put
 *   back: the walk goes on as if it had given the batch. At any other batch with recorded tasks,
 *   the cursor is detached.
 * Needs. The candidates are the same, in the same order.
 * Guard. The sequence is forgotten (1) when a search ends with a statement in effect, (2) before a
 *   scenario that is not reversible, (3) before a scenario that drops a stale unit cache: the
 *   job's next unit is another one. The cursor in use is detached before: it continues at the same
 *   position with a walk of its own.
 * Test. tests/unit/snap-replay/test_accumulator.c, drawn_before() and drawn_beside_recorded(). */
#ifndef SNAP_VICTIM_SEQUENCE_H
#define SNAP_VICTIM_SEQUENCE_H
#include "solvers/questions.h"

/* An empty sequence; the caller frees it with victim_sequence_free. */
struct victim_sequence *victim_sequence_new(const struct session *s);
/* Call it before the simulation of p, or before bounds_drop_caches in place of it. */
void victim_sequence_before(struct victim_sequence *d, const struct proposal *p, bool reversible);
/* True: the call before this reversible p would have an effect. */
bool victim_sequence_minds(const struct victim_sequence *d, const struct proposal *p);
/* same: the search changed nothing but what scenarios of victim_sequence_before left behind. */
void victim_sequence_search_ends(struct victim_sequence *d, bool same);
void victim_sequence_free(struct victim_sequence *d);

/* A cursor serves one accumulator, and is in the search's arena. Only one may be in use. The
 * entries victims_begin, victims_over, victims_next and victims_end of the table of questions. */
struct cursor;
struct cursor *cursor_new(struct search *q, struct job_list candidates, const bool *recorded);
bool cursor_is_over(const struct cursor *d);
bool cursor_next(struct cursor *d, struct batch *out);
void cursor_free(struct cursor *d); /* ends the use; the arena keeps the memory */

#endif
