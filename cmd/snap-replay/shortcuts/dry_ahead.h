/* Dry runs ahead: a second thread makes the dry runs, while the search goes on as if they failed.
 *
 * Claim. The search ends as it would without the thread, with the same counts.
 * Why. A scenario that is *assumed* to fail is kept in a window, in order. One that does fail needs
 *   no more: a dry run leaves nothing behind. If one may succeed, what came behind it in the search
 *   does not matter: the scenario is simulated, which leaves nothing behind if it fails, because
 *   it is reversible, and a cached unit that it drops would be read anew alike. If it is solved,
 *   the probe ends: what the search found out and counted behind it is taken back, and the
 *   generator is not used any more. Victims that were drawn ahead are those that would be drawn
 *   later (victim_sequence.h).
 * Needs. A simulation and a dry run never run at the same time: the thread pauses. Whatever is not
 *   undone in that way waits until the window is empty (forecast.waits): simulations, dropped
 *   caches, another preemptor.
 * Guard. may_assume() in dry_ahead.c: nobody listens to the search, and it has no budget.
 * Test. tests/unit/snap-replay/test_dry_ahead.c; tests/bats/threads.bats; tests/lib/both_ways.c
 *   with several threads; `make tsan`. */
#ifndef SNAP_DRY_AHEAD_H
#define SNAP_DRY_AHEAD_H
#include "shortcuts/dry_run_private.h"

struct dry_ahead;                 /* of one action */
struct assumed {                  /* a scenario that is taken to fail */
	struct proposal proposal; /* its own copy */
	uint64_t *usable;         /* bounds.usable when it was proposed; owned by the window */
};

struct dry_ahead *dry_ahead_new(void);
void dry_ahead_free(struct dry_ahead *d);
/* Call it once for each dry run that is due. True: it may be left to the thread. */
bool dry_ahead_serves(struct dry_ahead *d, const struct search *q);
/* Takes p to fail: its dry run, of which *in is the input, is made later. Copies what changes with
 * the next proposal. p is not unlisted. Only if dry_ahead_serves has just been true. */
void dry_ahead_assume(struct dry_ahead *d, struct search *q, struct dry_run *r,
	const struct dry_input *in, const struct proposal *p);
/* No scenario is assumed to fail, and the thread rests. */
bool dry_ahead_is_empty(const struct dry_ahead *d);
/* The first of the scenarios in the window whose dry run did not fail, out of those that are over;
 * all: out of all. NULL: none. The thread pauses until dry_ahead_settled; simulate the scenario
 * now. */
const struct assumed *dry_ahead_settle(struct dry_ahead *d, struct search *q, bool all);
/* The simulation is over. solved: empties the window, and takes back what the search has counted
 * behind the scenario. */
void dry_ahead_settled(struct dry_ahead *d, struct search *q, bool solved);
/* Behind a search. The window is empty. */
void dry_ahead_search_ends(struct dry_ahead *d);

#endif
