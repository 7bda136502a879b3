/* What makes the replay of a snapshot doubtful: rules that snap-inspect --check and snap-replay
 * share, so that both say the same of the same snapshot, in the same words. */
#ifndef SNAP_DOUBTS_H
#define SNAP_DOUBTS_H
#include "common/kinds.h"
#include "quantity.h"

/* What both say. In formats %s is a kind, such as "pods". */
#define DOUBT_KIND_UNKNOWN "not one of the 17 kinds of a snapshot: not read"
_Static_assert(KIND_COUNT == 17, "DOUBT_KIND_UNKNOWN says how many");
#define DOUBT_NAME_MISSING "one of the %s has no name"
#define DOUBT_DUPLICATE_NAME "several %s of one namespace and name: the first one counts"
#define DOUBT_DUPLICATE_UID "several %s of one uid: the scheduler takes them for one"
#define DOUBT_PARENT_MISSING "the scheduler drops this queue and all below it"
#define DOUBT_QUEUE_CYCLE \
	"the queues above it form a cycle: the scheduler hangs as soon as one of them has a pod"
#define DOUBT_SHARE_NEGATIVE "negative and not -1: the scheduler computes with it as it stands"
#define DOUBT_MEMORY_SHARE_NEGATIVE "negative: the scheduler takes it for -1, unlimited"
#define DOUBT_AMOUNT_NEGATIVE "negative: the scheduler computes with it as it stands"
#define DOUBT_AMOUNT_HUGE "beyond 64 bits: the scheduler computes with what is left of it"
#define DOUBT_VERSION "captured from scheduler %.*s, which may decide otherwise than v0.17.0"
/* For a kind without objects schedulers write null, so this is told where another kind is null:
 * else it is a writer's way to say "none". */
#define DOUBT_LIST_UNREAD \
	"[] where other kinds are null: the scheduler could not read this list, or the file was edited"

/* What older schedulers wrote beside the 17 kinds; nobody reads it any more. */
bool kind_was_known(struct str key);

/* Is the version, as in "v0.16.8", of another line than the one that the native engine follows?
 * Empty: not known, so no. */
bool doubtful_version(struct str version);

/* Quota, limit or weight of a queue, as written; -1 means unlimited. */
bool doubtful_share(double v);

/* An amount of a resource that the scheduler's number does not hold, be it in whole units or in
 * thousandths. */
bool doubtful_amount(struct str resource, struct quantity q);

/* Of each cycle one queue is marked: the first at which a walk up from queue 1, 2, ... comes back
 * to where it has been. up[i] is the queue above queue i, 0 for none; both arrays have n + 1
 * elements, of which the first is not used. Costs one visit a queue. */
void find_cycles(const uint32_t *up, uint32_t n, bool *in_cycle);

#endif
