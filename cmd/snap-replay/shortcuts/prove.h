/* The table of questions for --exhaustive (prove.c): it answers none of them, and holds what the
 * short cuts would have answered against what happens. */
#ifndef SNAP_PROVE_H
#define SNAP_PROVE_H
#include "solvers/search.h"

struct claims {        /* of the short cuts, about one scenario */
	bool left_out; /* it would not have been proposed */
	bool repeat;   /* it was handed out before */
	bool fails;    /* a bound says so */
	bool fails_early;
	bool nobody_is_lost;
	bool pick; /* it is proof.pick */
};
struct proof {
	struct claims claims;
	/* What the short cuts leave out is neither counted nor traced: while a scenario of that
	 * kind runs, tracing is off and the counts are kept here. */
	bool quiet;
	struct search_counts counts;
	/* the same for a whole probe, with the scenarios that are known to have failed */
	bool quiet_probe;
	struct search_counts probe_counts;
	struct visited failed;
	/* of the accumulator's present state */
	bool state_fails;
	const struct proposal **failing; /* choices that fail */
	int n_failing, cap_failing;
	bool picks; /* the short cuts have some, of which this is the next */
	const struct proposal *pick;
	/* of the simulation */
	struct scenario scenario;
	struct walk *walk;
};
void proof_free(struct proof *p);

#endif
