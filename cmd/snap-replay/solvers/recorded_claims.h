/* Recorded victims are copies of tasks (rules/04 11), made when the scenario that recorded them
 * was: they have the memory of claims of that moment, whatever its undone simulation left in the
 * tasks. In the scenarios of a probe it lasts. */
#ifndef SNAP_RECORDED_CLAIMS_H
#define SNAP_RECORDED_CLAIMS_H
#include "session/statement.h"
#include "solvers/scenario.h"

/* The batch's tasks were evicted in the statement. Keeps the memory that they had before. */
void recorded_claims_keep(struct search *q, struct batch *b, const struct statement *st);
/* Call before the victims are evicted: the tasks get the memory of the copies. */
void recorded_claims_recall(const struct batches *recorded);
/* Call after the simulation was undone: the copies keep the memory that the tasks have now. */
void recorded_claims_note(const struct batches *recorded);

#endif
