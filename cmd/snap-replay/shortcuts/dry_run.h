/* The dry run: a simulation that is computed on two ledgers, without a change to jobs, pods or
 * nodes. The bound INFEASIBLE_DRY_RUN of bounds.h says when its outcome is that of the
 * simulation, and why. */
#ifndef SNAP_DRY_RUN_H
#define SNAP_DRY_RUN_H
#include "shortcuts/bounds_private.h"

/* True: the scenario p is known to fail. False: p must be simulated; *nobody_is_lost becomes true
 * if the preemptor and all victims that must return will find a place. Needs: p is plain, no other
 * bound refused it, and f->spare is that of p. */
bool dry_run_fails(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes, bool *nobody_is_lost);

#endif
