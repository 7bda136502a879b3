/* Search budgets (rules/04 3, rules/03 8.5): how long an action may search. */
#ifndef SNAP_BUDGET_H
#define SNAP_BUDGET_H
#include "session/session.h"

enum budget_mode {
	BUDGET_OFF,   /* searches are complete; the default */
	BUDGET_STEPS, /* a virtual clock, which each scenario moves on by step_cost */
	BUDGET_WALL   /* the clock of the machine */
};
struct budget_options {
	int mode;          /* enum budget_mode */
	int64_t step_cost; /* ns */
};

#define NEVER INT64_MAX
struct action_budget { /* all times in ns of the budget's clock */
	struct session *session;
	int64_t clock; /* virtual clock of BUDGET_STEPS */
	int64_t action_deadline;
	int64_t job_limit, job_minimum; /* 0: none */
	int64_t job_deadline, generator_deadline;
};

/* False: the snapshot's budgets are invalid; *text says why (session arena). */
bool budget_start(struct action_budget *b, struct session *s, const char *action, struct str *text);
void budget_begin_job(struct action_budget *b);
void budget_begin_generator(struct action_budget *b, const char *generator);
bool budget_job_exhausted(const struct action_budget *b);
bool budget_generator_exhausted(const struct action_budget *b);
void budget_step(struct action_budget *b); /* a generator handed out a scenario */

#endif
