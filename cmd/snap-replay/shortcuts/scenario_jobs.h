/* The scenario walk of simulations: the entries scenario_begins and next_scenario_job of the table
 * of questions. Queues are compared by the session's own amounts, in a live queue ledger. */
#ifndef SNAP_SCENARIO_JOBS_H
#define SNAP_SCENARIO_JOBS_H
#include "solvers/questions.h"

/* Made by the first scenario_jobs_begin of an action. */
struct scenario_jobs;

/* Begins the walk for s. False: none, because plugins do not order queues by one queue ledger. */
bool scenario_jobs_begin(struct search *q, const struct scenario *s);
/* The next job that the scenario involves; NULL: none is left. */
struct job *scenario_jobs_next(struct search *q);
/* Both take NULL, too. */
void scenario_jobs_search_ends(struct scenario_jobs *m);
void scenario_jobs_free(struct scenario_jobs *m);

#endif
