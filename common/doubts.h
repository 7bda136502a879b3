/* Doubts about the replay of a snapshot: rules and texts that snap-inspect --check and snap-replay
 * share. */
#ifndef SNAP_DOUBTS_H
#define SNAP_DOUBTS_H
#include "common/kinds.h"
#include "quantity.h"

/* Texts of both programs. %s is a kind, such as "pods". */
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
#define REPLAYED_VERSION "v0.17.0" /* that snap-replay follows unless told otherwise */
#define DOUBT_VERSION "captured from scheduler %.*s, which may decide otherwise than %s"
/* Schedulers write null for a kind without objects. So this doubt needs another kind that is null:
 * else [] may be how some other writer writes "none". */
#define DOUBT_LIST_UNREAD \
	"[] where other kinds are null: the scheduler could not read this list, or the file was edited"

/* True for the kinds that older schedulers wrote beside the 17, and that no reader uses now. */
bool kind_was_known(struct str key);

/* True if version ("v0.16.8") is another than REPLAYED_VERSION, with or without its "v". False for
 * an empty, unknown version. */
bool doubtful_version(struct str version);

/* v: quota, limit or weight of a queue as the file has it; -1 is unlimited. */
bool doubtful_share(double v);

/* True if q exceeds the scheduler's 64 bits, in whole units or in thousandths, whichever it uses
 * for the resource. */
bool doubtful_amount(struct str resource, struct quantity q);

/* Marks one queue of each cycle: the first one that a walk up from queue 1, 2, ... visits twice.
 * up[i] is the parent of queue i, 0 for none. Both arrays have n + 1 elements; element 0 is unused.
 * O(n). */
void find_cycles(const uint32_t *up, uint32_t n, bool *in_cycle);

#endif
