/* What all searches of one session share; session.searches points to it. native.c sets the options
 * and owns the struct. */
#ifndef SNAP_SEARCHES_H
#define SNAP_SEARCHES_H
#include "model/job.h"
#include "solvers/budget.h"

struct searches {
	/* options */
	struct budget_options budget;
	/* --victim-notes: a simulation with a *noted* victim (searches_note) records why pods find
	 * no node, until such simulations had so many victims. */
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

/* True: what is recorded of victims of the job will be printed. If pods of it wait, `pending`
 * events do so. */
static inline bool searches_note(const struct searches *s, const struct job *j)
{
	return s->all_noted || job_pending_pods(j) > 0;
}
/* True: simulations with a noted victim still record. */
static inline bool searches_record(const struct searches *s)
{
	return s->diagnosed < s->diagnostics_limit;
}

#endif
