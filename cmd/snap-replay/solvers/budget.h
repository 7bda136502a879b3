/* Search budgets (rules/04 3, rules/03 8.5): how long an action, a job and a generator may search.
 */
#ifndef SNAP_BUDGET_H
#define SNAP_BUDGET_H
#include "session/session.h"

enum budget_mode {
	BUDGET_OFF,   /* no deadline ever passes; the default */
	BUDGET_STEPS, /* a virtual clock, which each budget_step advances by step_cost */
	BUDGET_WALL   /* the monotonic clock of the machine */
};
struct budget_options {
	int mode;          /* enum budget_mode */
	int64_t step_cost; /* of BUDGET_STEPS, in ns */
};

#define NEVER INT64_MAX
struct action_budget { /* times and durations in ns; a deadline may be NEVER */
	struct session *session;
	int64_t clock; /* the virtual clock of BUDGET_STEPS */
	int64_t action_deadline;
	int64_t job_limit, job_minimum; /* durations; 0: none */
	int64_t job_deadline, generator_deadline;
};

/* Sets *b at the start of the action. False: the budgets of the configuration are invalid, in any
 * mode; *text says why, and is valid as long as the session. */
bool budget_start(struct action_budget *b, struct session *s, const char *action, struct str *text);
/* Each sets its deadline from the present time; BUDGET_OFF: never. Call the first once per job, the
 * second once per job and generator. */
void budget_begin_job(struct action_budget *b);
void budget_begin_generator(struct action_budget *b, const char *generator);
/* True: the deadline has passed. */
bool budget_job_exhausted(const struct action_budget *b);
bool budget_generator_exhausted(const struct action_budget *b);
/* Call once for each proposal of a generator, duplicates included. */
void budget_step(struct action_budget *b);

#endif
