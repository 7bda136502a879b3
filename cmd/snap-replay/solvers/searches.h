/* What all searches of one session share; session.searches points to it. native.c sets the options
 * and owns the struct. */
#ifndef SNAP_SEARCHES_H
#define SNAP_SEARCHES_H
#include "solvers/budget.h"

struct searches {
	/* options */
	struct budget_options budget;
	/* --victim-notes: once so many victims were simulated, no simulation records why pods find
	 * no node. */
	long diagnostics_limit;
	int threads; /* --threads: with more than one, dry runs are made ahead */
	/* SNAP_DRY_AHEAD, for tests: also where a search has few of them. */
	bool always_ahead;
	/* state */
	long diagnosed;         /* victims in all simulations so far */
	uint64_t victim_orders; /* random orders so far: append_by_chance, simulate.c */
	bool leaked;            /* a search ended with a leak (rules/04 10) */
	/* Nodes whose node.changed is smaller have whole amounts; shortcuts/reversible.c. */
	uint64_t whole_before;
};

#endif
