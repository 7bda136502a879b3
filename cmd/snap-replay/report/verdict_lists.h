/* The words of the verdict of --explain: ends, reasons and changes. */
#ifndef SNAP_VERDICT_LISTS_H
#define SNAP_VERDICT_LISTS_H

/* X(NAME, word): where it ends. Of the ends of its pods the first in this order counts. */
#define VERDICT_ENDS(X) \
	X(EVICTED, evicted)         /* had a place, ends without one */ \
	X(WITHDRAWN, withdrawn)     /* waited, was pipelined, and lost that room again */ \
	X(BOUND, bound)             /* waited, is placed on idle room */ \
	X(PIPELINED, pipelined)     /* waited, is placed on room that is being freed */ \
	X(MOVED, moved)             /* had a place, ends with another */ \
	X(PENDING, pending)         /* waits, as before */ \
	X(UNCHANGED, unchanged)     /* runs, as before */ \
	X(TERMINATING, terminating) /* was being deleted before the cycle */ \
	X(FINISHED, finished)       /* succeeded or failed before the cycle */ \
	X(EMPTY, empty)             /* a pod group without pods */ \
	X(OUTSIDE, outside)         /* no part of the cycle */
#define VERDICT_END(NAME, word) END_##NAME,
enum verdict_end { VERDICT_ENDS(VERDICT_END) VERDICT_END_COUNT };
#undef VERDICT_END

/* X(NAME, word): the reasons. man/snap-replay.1 has the table. */
#define VERDICT_REASONS(X) \
	X(IDLE_ROOM, "idle-room") \
	X(FREED_ROOM, "freed-room") \
	X(RECLAIM, "reclaim") \
	X(PREEMPT, "preempt") \
	X(CONSOLIDATION, "consolidation") \
	X(STALE_GANG, "stale-gang") \
	X(RUNS, "runs") \
	X(TERMINATES, "terminates") \
	X(ENDED, "ended") \
	X(NO_PODS, "no-pods") \
	X(NO_POD_GROUP, "no-pod-group") \
	X(OTHER_POOL, "other-node-pool") \
	X(MARKED, "marked-unschedulable") \
	X(NO_SUB_GROUP, "sub-group-missing") \
	X(GATED, "gated") \
	X(NO_QUEUE, "queue-missing") \
	X(INNER_QUEUE, "queue-not-leaf") \
	X(NOT_READY, "not-ready") \
	X(NOT_VISITED, "not-visited") \
	X(OVER_LIMIT, "over-limit") \
	X(OVER_QUOTA, "over-quota") \
	X(NO_TOPOLOGY, "topology-missing") \
	X(NO_LEVEL, "topology-level") \
	X(TOO_LARGE, "larger-than-any-node") \
	X(REFUSED, "pod-refused") \
	X(NODES_REFUSE, "nodes-refuse") \
	X(DELAY, "preemption-delay") \
	X(OVER_FAIR_SHARE, "over-fair-share") \
	X(NO_VICTIMS, "no-victims") \
	X(NO_SCENARIO, "no-scenario") \
	X(SEARCH_ENDED, "search-ended") \
	X(NO_ROOM, "no-room") \
	X(NO_DOMAIN, "no-domain") \
	X(OTHER, "other")
#define VERDICT_REASON(NAME, word) REASON_##NAME,
enum verdict_reason { VERDICT_REASONS(VERDICT_REASON) VERDICT_REASON_COUNT };
#undef VERDICT_REASON

/* X(NAME, word): what would change it. man/snap-replay.1 has the table. */
#define VERDICT_CHANGES(X) \
	X(FREE_ROOM, "free-room") \
	X(FAIR_SHARE, "raise-fair-share") \
	X(LIMIT, "raise-limit") \
	X(QUOTA, "raise-quota") \
	X(PREEMPTIBLE, "make-preemptible") \
	X(LARGER_NODE, "larger-node") \
	X(TOLERATE, "tolerate-taint") \
	X(LABEL, "label-node") \
	X(PODS, "add-pods") \
	X(UNGATE, "remove-gates") \
	X(QUEUE, "create-queue") \
	X(LEAF, "leaf-queue") \
	X(SUB_GROUP, "create-sub-group") \
	X(POOL, "node-pool-label") \
	X(TOPOLOGY, "create-topology") \
	X(LEVEL, "change-level") \
	X(WAIT, "wait") \
	X(PODS_END, "pods-end")
#define VERDICT_CHANGE(NAME, word) CHANGE_##NAME,
enum verdict_change { VERDICT_CHANGES(VERDICT_CHANGE) VERDICT_CHANGE_COUNT };
#undef VERDICT_CHANGE

#endif
