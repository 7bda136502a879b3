/* The storage ledger: the room for claims in a dry run (shortcuts/dry_run.h), computed without a
 * change to tasks or spaces.
 *
 * Claim. While the ledger is told what a simulation does with its pods, it has the nodes on which
 *   storage_on_releasing, and storage_on_idle, would hold for the next pod.
 * Why. Both read three things: which claims are in which space, which owners are leaving which
 *   node, and how often a claim counts for the pod.
 *   In. A victim's pending claim is in the space of its node, if there is one, and stays when the
 *     pod is evicted; or when that is taken back. A placement on another node brings the claims
 *     that count into the space there, and taken back takes them out of it, even if that is the
 *     space of the pod's own node.
 *   Leaving. The entry of an evicted pod leaves its node until the pod returns. Other entries stay
 *     as they are.
 *   Counting. A pending claim counts once. One that is the pod's own counts once (more) for a
 *     victim, which is virtual from its eviction on; not for a pod of the preemptor, which is
 *     virtual only after it was placed.
 * Needs. The pods are settled (hook settled): before, no claim of a victim that counts is in any
 *   other space. Only the pod uses its claims that count, and nobody else owns them.
 * Guard. storage_ledger_serves; reversible.h, which dry runs require of all their pods.
 * Test. tests/unit/snap-replay/test_storage.c; --exhaustive (shortcuts/prove.c). */
#ifndef SNAP_STORAGE_LEDGER_H
#define SNAP_STORAGE_LEDGER_H
#include "session/storage/storage.h"

struct storage_ledger;

/* In the arena. NULL: there is none, because session.storage is NULL, or has very many spaces, or
 * claims of negative sizes. */
struct storage_ledger *storage_ledger_new(const struct session *s, struct arena *a);
/* Reads the session's claims. No pod is evicted. Call it before anything else. */
void storage_ledger_load(struct storage_ledger *l);
/* False: the ledger cannot follow the claims of this pod. */
bool storage_ledger_serves(const struct storage_ledger *l, const struct task *t);
/* True: to evict or place the pod may change the ledger. */
bool storage_ledger_concerns(const struct storage_ledger *l, const struct task *t);
/* Evicts the pod before the run, and undoes that. Call both directly after a reset. */
void storage_ledger_evict(struct storage_ledger *l, const struct task *t);
void storage_ledger_return(struct storage_ledger *l, const struct task *t);
/* Begins a dry run: nothing is placed. */
void storage_ledger_reset(struct storage_ledger *l);
/* Sets of nodes (bits by node.index): room: those of the set where the pod's claims have room, with
 * what leaves; idle: where they have it without. */
void storage_ledger_find(const struct storage_ledger *l, const struct task *t, const uint64_t *set,
	uint64_t *room, uint64_t *idle);
/* Places the pod on the node, and takes it back because its job cannot be placed. */
void storage_ledger_put(struct storage_ledger *l, const struct task *t, int node);
void storage_ledger_take_back(struct storage_ledger *l, const struct task *t, int node);
/* True: since the reset a pod lost a claim (storage_may_lose). */
bool storage_ledger_loses(const struct storage_ledger *l);

#endif
