/* The tables of questions that native.c plugs into the session (solvers/questions.h), and what is
 * remembered behind them. */
#ifndef SNAP_SHORTCUTS_H
#define SNAP_SHORTCUTS_H
#include "shortcuts/prove.h"
#include "solvers/questions.h"

/* The first answers what it knows. The second, for --exhaustive, does not: it holds each claim of
 * the first against what happens, and warns. */
extern const struct questions shortcuts, shortcuts_proved;

struct victim_sequence;
struct bounds;
struct deficit;
struct prefix_picks;
struct scenario_jobs;
struct shortcuts {                       /* search.memory */
	struct victim_sequence *victims; /* of the action */
	/* of the search */
	struct bounds *bounds;      /* in the search's arena */
	struct scenario_jobs *jobs; /* the same */
	long generation;            /* grows with each simulation that may have left a trace */
	/* of the probe */
	const struct deficit *deficit; /* NULL: none, any victim may help */
	struct contribution_sum {      /* of the first n accumulated batches */
		double most;           /* the positive ones: no choice of victims has more */
		bool exempt;           /* a job of them is exempt */
		int n;
	} sum;
	struct prefix_picks *picks;
	struct proof proof; /* prove.c */
};

static inline struct shortcuts *shortcuts_of(const struct search *q)
{
	return q->memory;
}

#endif
