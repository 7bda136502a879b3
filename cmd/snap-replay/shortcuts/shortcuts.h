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
struct narrow;
struct prefix_picks;
struct scenario_jobs;
struct shortcuts {                       /* search.memory */
	struct victim_sequence *victims; /* of the action */
	/* of the search */
	struct bounds *bounds;      /* in the search's arena */
	struct scenario_jobs *jobs; /* the same */
	long generation;            /* grows with each simulation that may have left a trace */
	/* of the probe */
	const struct narrow *narrow; /* NULL: any victim may help */
	struct narrow_sum {          /* of the accumulated batches */
		double most;         /* of the positive nets: no choice of victims has more */
		bool odd;
		int n; /* so many batches are in it */
	} sum;
	struct prefix_picks *picks;
	struct proof proof; /* prove.c */
};

static inline struct shortcuts *shortcuts_of(const struct search *q)
{
	return q->memory;
}

#endif
