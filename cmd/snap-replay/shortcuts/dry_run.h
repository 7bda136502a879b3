/* The dry run: a simulation that is computed on two ledgers, without a change to jobs, pods or
 * nodes.
 *
 * Claim. INFEASIBLE_DRY_RUN: a scenario is infeasible if its dry run fails.
 * Why. The dry run takes the steps of the simulation. The order of jobs and their requests come
 *   from the session, once, with the pods of all dry jobs evicted: a job's place depends on its own
 *   pods only. The walk is the same, with queues compared on the queue ledger, where they gain and
 *   lose the same amounts, which are whole. A pod goes to the first node of its class's order that
 *   has enough free; idle room, which the rest of the order depends on, does not change (or is too
 *   little for all, where a Pipelined pod is evicted). Before the preemptor's turn spare room is
 *   counted as for INFEASIBLE_EARLY (bounds.c). The preemptor's own limits are not tested: if they
 *   refuse it, the scenario fails as well.
 * Needs. The job of each victim is a dry job: it loses all its pods, in one pod set, waits for
 *   none, has no cached unit, and its unit is then all of them. Their requests are regular. Nothing
 *   but the requests, the class's order of nodes and the predicate's lasting nodes decides where
 *   they go. No queue reaches a limit, whatever comes back.
 * Guard. That of all bounds (bounds.h). Dry jobs have no unit cache to be dropped.
 * Test. tests/unit/snap-replay/test_dry_run.c; --exhaustive also compares a dry run that succeeds
 *   with its simulation (prove.c). */
#ifndef SNAP_DRY_RUN_H
#define SNAP_DRY_RUN_H
#include "shortcuts/bounds_private.h"

/* True: the scenario p is known to fail. False: p must be simulated; *nobody_is_lost becomes true
 * if the preemptor and all victims that must return will find a place. Needs: p is reversible, no
 * other bound refused it, and f->spare is that of p. */
bool dry_run_fails(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes, bool *nobody_is_lost);

#endif
