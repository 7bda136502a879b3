/* Claims that are a pod's own: what a simulation does to them leaves nothing behind (hook
 * owns_claims).
 *
 * Claim. Operations of a statement on pods that own their claims, undone last first, leave claims,
 *   devices and memories of claims as they were, and report nothing.
 * Why. Only the pod's operations touch such a claim, so each is undone on the claim that it left.
 *   An eviction takes the allocation from the claim and from the memory; undone, the memory from
 *   before it gives the same one back. A placing finds neither, and searches; undone, the claim has
 *   no consumer, so the allocation goes. Of a device the last undoing counts, which is that of the
 *   first operation on it: of an eviction it makes the device busy, as it was (guard 2); of a
 *   placing free, as the search takes free devices only. A search reports selectors that are not
 *   replayed, requests that panic, and that it does not end: guard 1 excludes them all.
 * Needs. All pods that the statement evicts or places own their claims or have none, and none is
 *   evicted twice. A recorded victim's copy has the memory that the pod has
 *   (solvers/recorded_claims.h).
 * Guard. 1, whatever the state: no extended resources; no device is booked for several pods at once
 *   (model/shared_gpus.h); each claim has one reference in the whole cluster, and a version, so
 *   that it can be stored; its requests are exact numbers of devices; their selectors say yes or no
 *   of each device of each node; the pod's searches need no more tries than one may have. 2, in the
 *   present state: each claim of an active pod is reserved for the pod alone, is allocated what the
 *   pod remembers, and its devices are busy; one of a pending pod has no consumer, and neither
 *   claim nor pod knows an allocation.
 * Test. tests/unit/snap-replay/test_own_claims.c; tests/lib/both_ways.c. */
#ifndef SNAP_DRA_OWN_H
#define SNAP_DRA_OWN_H
#include "plugins/dynamicresources/state.h"

bool owns_claims(struct dra *d, const struct task *t);

#endif
