/* The state of shortcuts_proved, the table of questions for --exhaustive (prove.c). No scenario is
 * left out; what the short cuts claim is compared with what happens. */
#ifndef SNAP_PROVE_H
#define SNAP_PROVE_H
#include "solvers/search.h"

struct claims {           /* what the short cuts claim about one scenario */
	bool left_out;    /* with short cuts it would not be proposed */
	bool repeat;      /* the probe proposed it before */
	bool fails;       /* a bound proves it infeasible */
	bool fails_early; /* INFEASIBLE_EARLY */
	bool all_return;  /* forecast.all_return */
	bool pick;        /* it is proof.pick */
};
struct proof {
	struct claims claims;
	/* A scenario that short cuts would leave out is neither counted nor traced. quiet: such a
	 * scenario runs, tracing is off, and counts has the search's counts from before. */
	bool quiet;
	struct search_counts counts;
	/* Nor is it known as one that failed: with short cuts it never was proposed. aside: while
	 * it runs, search.failed holds those that were left out, and failed_aside the others. Else
	 * failed_aside holds those that were left out. */
	bool aside;
	struct visited failed_aside;
	/* The same for a probe that they would leave out. failed: search.failed from before. */
	bool quiet_probe;
	struct search_counts probe_counts;
	struct visited failed;
	/* The present state of the accumulator. */
	bool state_fails;                /* the claim of questions.state_fails */
	const struct proposal **failing; /* proposals for which choice_fails claims true */
	int n_failing, cap_failing;
	bool picks;                  /* the short cuts make picks of the state */
	const struct proposal *pick; /* the next of these; NULL: none is left */
	/* The present simulation. */
	struct scenario scenario;
	struct walk *walk; /* simulation_walk; NULL: the short cuts have no answer */
};
void proof_free(struct proof *p); /* frees what p holds, not p */
/* Warns that a claim is wrong. */
void proof_failed(const struct search *q, const char *what);

#endif
