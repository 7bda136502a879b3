/* Certificates: what a search that found nothing proves about later ones. A certificate is the
 * record of such a search, with what it rests on.
 *
 * Claim. A search of which all that matters is as it was for an earlier search, which tried one pod
 *   and found nothing, ends as the record of that one says, count by count.
 * Why. A queue that has each other queue above it or below it has no sibling that it is compared
 *   with, and every job is below it. Such queues are the *trunk*, which makes no difference. A top
 *   queue is one with nothing above it, or nothing but the trunk. Take the jobs J and J' of the two
 *   searches, below one top queue. Between the searches nothing changed (rules/04 19.12), and both
 *   have the same candidates and nodes. The first probe of each generator is for one pod of the
 *   job, and these pods are alike. So both searches make the same proposals, as long as each
 *   scenario ends as it did. It does:
 *   - The other jobs below the top queue are no victims, and change nothing. So up to the turn of
 *     the preemptor they come in one order, whatever the scenario, and the key of the top queue
 *     with each of them is known. Both walks are the same up to the moment when the top queue first
 *     comes to the front with the greatest of these keys, which is the same for J and J'.
 *   - From that moment on it stays in front, in every walk of the earlier search: no other top
 *     queue goes before it with that key (scenario_walk_watch), nor with any smaller one. So the
 *     walk reaches J, or J', before anything else changes. What the nodes and queues hold is the
 *     same for both.
 *   - Then jobs below the top queue have no effect any more. The other top queues are in their
 *     order, which is total, and only the key of the one in front changes: they have their turns in
 *     an order that does not depend on the first one.
 *   - The preemptor's queues are the same; or they differ below the top queue only. There no victim
 *     is, so these queues hold up to the turn what they held before, and none of them limits the
 *     pod. Whether a victim may be lost depends on the queues below the common ancestor with it:
 *     the two top queues. Of the siblings below the top queue none lost anything. A job that is not
 *     preemptible is within the quota of its leaf, if it may reclaim, and the queues above have
 *     none.
 * Needs. Where the pod goes depends on its request, the class order and lasting nodes only
 *   (dry_run.h). A gang counts up to that moment neither as a whole nor as one pod of it: neither
 *   when the queue heap is filled, nor as the next job of its leaf.
 * Guard. certificate_of() in certificates.c; scenario_walk_own_turn. The earlier search was clean
 *   (repeated_searches.h). All are forgotten when a search leaves something behind.
 * Test. tests/unit/snap-replay/test_certificates.c; --exhaustive runs every search, and compares
 *   (tests/lib/both_ways.c). */
#ifndef SNAP_CERTIFICATES_H
#define SNAP_CERTIFICATES_H
#include "shortcuts/pending_jobs.h"
#include "solvers/search.h"

struct certificates; /* of one action */

struct certificates *certificates_new(struct session *s, struct pending_jobs *pending);
void certificates_free(struct certificates *c);

/* Begins a search. Returns the bytes of the record (search_record.h) of one that it repeats, valid
 * until certificates_forget; NULL: none is known. Sets *turn to what is to be watched in the
 * search, so that certificates_add may be called behind it. */
const struct strbuf *certificates_find(
	struct certificates *c, struct search *q, struct watched_turn *turn);
/* The search that certificates_find began was clean, found nothing, and has this record. */
void certificates_add(struct certificates *c, const struct strbuf *record);
void certificates_forget(struct certificates *c);

#endif
