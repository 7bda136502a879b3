/* Searches ahead: while the search of one job goes on, twins of the program (common/twin.h) run
 * those of the next jobs, and take it that the searches before, which others run, find nothing.
 *
 * Claim. A search ends as its record says, which a twin made: each probe with the same counts, and
 *   solved by the same scenario.
 * Why. A search depends on the session, and the twin's was as this one is now: it is a copy of this
 *   one, from which it has gone on by its own searches, whose solutions were taken here, too; and
 *   the searches that it took to find nothing have found nothing, and left the session as it was.
 *   They were clean, or the twin is killed (rules/04 19.12).
 * Needs. Nobody listens to a search: no log, no trace. No budget. The limit on diagnostics has
 *   passed (guard of bounds.h).
 * Guard. is_clean() and may_run_ahead() in search_ahead.c. A twin tells nothing of a search that
 * was not clean. A search that finds something ends all twins but the one that ran it. A record of
 *   another job is not used. A solution is simulated here; if that fails, the search is run.
 * Test. tests/unit/snap-replay/test_search_ahead.c; tests/bats/threads.bats; --exhaustive runs
 * every search itself, and compares (tests/lib/both_ways.c). */
#ifndef SNAP_SEARCH_AHEAD_H
#define SNAP_SEARCH_AHEAD_H
#include "shortcuts/pending_jobs.h"
#include "solvers/questions.h"

struct search_ahead; /* of one action */

/* turn: what is watched for certificates; turn and pending must live as long. */
struct search_ahead *search_ahead_new(
	struct session *s, struct watched_turn *turn, struct pending_jobs *pending);
void search_ahead_free(struct search_ahead *a);

/* ---- in the order of a search ---- */

/* May return in a twin, too, and then again for each search that this runs. */
void search_ahead_begins(struct search_ahead *a, struct search *q);
/* questions.gives_up. Makes twins once the search has taken long, and returns true in these.
 * reversible: all its scenarios were, so far. */
bool search_ahead_gives_up(struct search_ahead *a, bool reversible);
/* questions.probe_known */
enum probe_end search_ahead_probe(
	struct search_ahead *a, struct search *q, struct batches *potential);
/* The probe is searched here, whatever was known of it. */
void search_ahead_searched(struct search_ahead *a);
void search_ahead_solved(struct search_ahead *a, const struct proposal *p);
void search_ahead_probe_ends(struct search_ahead *a, struct search *q);
/* reversible: all scenarios were. False: with --exhaustive, the record of a twin is another one
 * than that of the search. */
bool search_ahead_ends(struct search_ahead *a, struct search *q, bool undone, bool reversible);

#endif
