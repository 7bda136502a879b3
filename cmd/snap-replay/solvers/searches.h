/* What all searches of one session share; session.searches points to it. native.c sets the options
 * and owns the memory. */
#ifndef SNAP_SEARCHES_H
#define SNAP_SEARCHES_H
#include "solvers/budget.h"

struct searches {
	/* options */
	struct budget_options budget;
	long diagnostics_limit; /* --victim-notes: once so many victims were simulated, no
			    simulation records why pods found no node */
	/* state */
	long diagnosed;         /* victims simulated so far */
	uint64_t victim_orders; /* random orders of victims made so far, see solvers/simulate.c */
	bool leaked;           /* a search left its statement in effect and lost it (rules/04 10) */
	uint64_t whole_before; /* shortcuts/: nodes whose last change has a smaller number hold
				  whole amounts */
};

#endif
