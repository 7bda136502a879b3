/* Reversible scenarios.
 *
 * Claim. The simulation of a reversible scenario, undone, leaves nothing behind but dropped unit
 *   caches and diagnostics (bounds.h).
 * Why. rules/04 19.2. A sum of whole numbers is the same again after an addition is undone.
 *   What a plugin remembers of a placement besides: the hook settled says that it is nothing.
 *     Inter-pod terms: a pod that no term concerned once is skipped from then on (rules/06 4.2).
 *     It is settled if it is skipped already, or never will be: pod_affinity_settled.
 *     Claims of storage: those that take room may be others than before (link_is_settled in
 *     session/storage/free_space.c). Where that hangs on where the simulation places a victim
 *     (storage_may_lose), storage_losses tells afterwards whether it did.
 * Needs. Pods with whole requests, and with no claims of devices but their own
 *   (plugins/dynamicresources/own.h); no pod twice in the scenario, but as repeated_victims.h says.
 * Guard. The hook settled, for all pods that the simulation may place; no leak before; amounts of
 *   nodes are whole, and those of their zones are exact; those of queues are whole, or
 *   REVERSIBLE_IF_SMALLER. No victim with a stale booking where zones apply to it: a simulation
 *   that chooses that node takes the booking for the evicted pod and, if the zones there are
 *   others than before, pipelines the pod onto it instead of sparing it; undone, the node has lost
 *   the booking, and its room (rules/02 11.2).
 *   Without zones the pod is spared, and the booking stays.
 * Test. not_reversible() of tests/unit/snap-replay/test_bounds.c; tests/lib/both_ways.c. */
#ifndef SNAP_REVERSIBLE_H
#define SNAP_REVERSIBLE_H
#include "solvers/scenario.h"

/* Which scenarios of a search are reversible; valid as long as nothing is committed. */
enum reversibility {
	/* a leak, amounts of nodes that are not whole, or of zones not exact */
	NEVER_REVERSIBLE,
	/* Amounts of queues may not be whole. Their sums are the same again if no victim's queue
	 * ever holds more than before the simulation. */
	REVERSIBLE_IF_SMALLER,
	REVERSIBLE,
};
enum reversibility reversibility_of(struct search *q);
/* True: all n numbers are whole, and so small (2^52) that sums with them are exact. */
bool is_whole(const double *v, int n);
/* For REVERSIBLE_IF_SMALLER. True: the amounts of the preemptor's queue and its ancestors can grow
 * by unit (CPU, memory, GPUs), and shrink again, without rounding. */
bool reversible_preemptor(const struct search *q, const struct job *preemptor, const double *unit);
/* True: t is active, on a node, and a reversible_pod, or one but for storage_may_lose. If its job
 * has Pending pods, which a simulation may place, p is REVERSIBLE and all pods of the job are. Ask
 * reversible_booking for each node that books t, too. */
bool reversible_victim(struct session *s, const struct task *t, enum reversibility p);
/* The node books t. False: t has a stale booking there, which an undone simulation may remove. */
bool reversible_booking(struct session *s, const struct task *t, const struct node *n);
/* True: a regular or MIG request, settled (hook), and with no claims of devices but its own; those
 * may be others after a simulation that was not reversible. */
bool reversible_pod(struct session *s, const struct task *t);
/* True: the victims' memories of claims are those of the recorded copies. */
bool reversible_recorded(const struct batches *recorded);

#endif
