/* Stale gangs: of the pods of one gang that have stale bookings, not all can go home untested in
 * one turn.
 *
 * Claim. Let a gang lose all its pods, and get all of them back. A pod goes home *untested* if it
 *   is chosen for the node of a stale booking while its own node, its home, has no room for it, or
 *   is none that it may go to. In each *clique* of pods with stale bookings one pod at most does
 *   so; all others take what they request from nodes that they may go to. One pod of each clique
 *   is *spared*: its request is left out of the sum as long as some member may go home.
 * Why. The pods are placed one behind the other, each on the first node that has room for it. Let
 *   p and q be two of them with the same request and the same nodes, p first. When p goes home
 *   untested by the booking on A, the one node whose free amounts change is p's home, which has no
 *   room for q, or is none that q may go to.
 *   - If q is the next pod, A is its first node, too: it goes home only if it has a booking there.
 *   - Whenever q has its turn, it is not chosen for p's home.
 *   Hence p and q form a *pair* of a clique if q is the next pod and they share no node with their
 *   bookings, or if q has bookings on p's home only.
 * Needs. The gang's pods are evicted together, and are its unit then. The order of nodes depends on
 *   the request and on what nodes have; what changes on a node that has no room for a pod does not
 *   change the order of the others. What a node has does not rise while pods are placed.
 * Guard. is_gang, is_served and orders_last in stale_gangs.c; the last two are those of dry runs
 *   (dry_run_pods.c, ledger_steps.c). Facts last: bounds_kept.lasting.
 * Test. tests/unit/snap-replay/test_stale_gangs.c; --exhaustive (prove.c). */
#ifndef SNAP_STALE_GANGS_H
#define SNAP_STALE_GANGS_H
#include "shortcuts/bounds_kept.h"

/* Sets spared, ways and in_clique of k->bounds, from its stale and first_stale. q: the search that
 * runs. */
void stale_gangs_find(struct search *q, struct bounds_kept *k);

#endif
