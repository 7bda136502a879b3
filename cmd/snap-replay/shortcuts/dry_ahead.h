/* Dry runs ahead: other threads run, before they are asked for, the dry runs of the scenarios that
 * the scout (scout.h) expects next.
 *
 * Claim. A result is that of the dry run which the main thread would make itself.
 * Why. A dry run depends on struct dry_run and on its input, and on nothing else. A result counts
 *   only for an equal input, compared value by value, and only as long as struct dry_run is the
 *   same. So a wrong expectation costs time and nothing else.
 * Needs. A dry run reads nothing that the main thread changes: each thread has a lane of its own,
 *   and each task a copy of its input. What is read in the session is never changed there.
 * Guard. Results are forgotten (1) before struct dry_run is read anew, (2) at the end of a probe,
 *   (3) when the nodes of the probe or the usable nodes are others than those of the tasks.
 * Test. tests/bats/threads.bats; tests/lib/both_ways.c runs with several threads; the thread
 *   sanitizer: make B=build/tsan CFLAGS='-O1 -g' SAN=-fsanitize=thread. */
#ifndef SNAP_DRY_AHEAD_H
#define SNAP_DRY_AHEAD_H
#include "shortcuts/dry_run_private.h"

struct dry_ahead; /* of one action; NULL: none, the functions then do nothing */

/* True: *result is that of the dry run. False: the caller is to make it. Makes searches.threads - 1
 * threads when it is first called; with one thread, the result is always false. f and nodes are
 * those of the present forecast. */
bool dry_ahead_result(struct search *q, struct bounds *f, const struct dry_input *in,
	const struct probe_nodes *nodes, struct dry_result *result);
/* Forgets all tasks and results. No thread runs a task afterwards. */
void dry_ahead_forget(struct dry_ahead *a);
/* The same, before the memory of the search is freed. */
void dry_ahead_search_ends(struct dry_ahead *a);
/* The same, and ends the threads. */
void dry_ahead_free(struct dry_ahead *a);

#endif
