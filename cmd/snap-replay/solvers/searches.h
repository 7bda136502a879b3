/* What all searches of one session share; session.searches points to it. native.c sets the options
 * and owns the struct. */
#ifndef SNAP_SEARCHES_H
#define SNAP_SEARCHES_H
#include "solvers/budget.h"

struct searches {
	/* options */
	struct budget_options budget;
	/* --victim-notes: a simulation with a *noted* victim records why pods find no node, until
	 * such simulations had so many victims. Noted are those whose job has other pods that wait,
	 * for `pending` events tell what is recorded of it, or all of them. */
	long diagnostics_limit;
	bool all_noted; /* `unplaced` events are shown, or somebody listens */
	int threads;    /* --threads: with more than one, dry runs are made ahead */
	/* SNAP_DRY_AHEAD, for tests: bounds and these also where a search is small. */
	bool always_ahead;
	/* state */
	long simulated;         /* victims in all simulations so far */
	long diagnosed;         /* those in simulations with a noted one */
	uint64_t victim_orders; /* random orders so far: append_by_chance, simulate.c */
	bool leaked;            /* a search ended with a leak (rules/04 10) */
	/* Nodes whose node.changed is smaller have whole amounts; shortcuts/reversible.c. */
	uint64_t whole_before;
};

/* Simulations with a noted victim still record. */
static inline bool searches_record(const struct searches *s)
{
	return s->diagnosed < s->diagnostics_limit;
}

#endif
