/* Repeated searches: a search that repeats an earlier one of the action, which found nothing, is
 * not run. What it repeats is told by certificates.h; here stands when an earlier search may be
 * kept as a certificate: if it was clean (rules/04 19.12).
 *
 * Claim. A search ends as the record of the earlier one says: each probe with the same counts.
 * Why. That of certificates.h. Besides, nothing may have changed in between: what a search leaves
 *   behind, but for a solution, it tells here, and then all certificates are forgotten.
 * Needs. Nobody listens to a search: no log, no trace. No budget. None of its
 *   simulations recorded diagnostics (guard of bounds.h).
 * Guard. repeated_searches_clean and may_be_known() in repeated_searches.c.
 * Test. tests/unit/snap-replay/test_repeated_searches.c; --exhaustive runs every search itself, and
 *   compares (tests/lib/both_ways.c). */
#ifndef SNAP_REPEATED_SEARCHES_H
#define SNAP_REPEATED_SEARCHES_H
#include "shortcuts/pending_jobs.h"
#include "solvers/questions.h"

struct known_failures;
struct repeated_searches; /* of one action */

/* turn: what is watched for certificates; turn, pending and failures must live as long. */
struct repeated_searches *repeated_searches_new(struct session *s, struct watched_turn *turn,
	struct pending_jobs *pending, struct known_failures *failures);
void repeated_searches_free(struct repeated_searches *r);

/* ---- in the order of a search ---- */

void repeated_searches_begin(struct repeated_searches *r, struct search *q);
/* questions.probe_known */
bool repeated_searches_probe(struct repeated_searches *r);
void repeated_searches_probe_ends(struct repeated_searches *r, struct search *q);
/* The search is clean so far. reversible: all scenarios were. */
bool repeated_searches_clean(struct repeated_searches *r, bool reversible);
/* The search ends; undone: it found nothing. False: with --exhaustive, it ended otherwise than the
 * one that it repeats. */
bool repeated_searches_end(
	struct repeated_searches *r, const struct search *q, bool undone, bool reversible);

#endif
