/* What makes the replay of a snapshot doubtful: rules that snap-inspect --check and snap-replay share, so that both say the same of the
 * same snapshot, in the same words. */
#ifndef SNAP_DOUBTS_H
#define SNAP_DOUBTS_H
#include "str.h"

/* What both say. In formats %s is a kind, such as "pods". */
#define DOUBT_DUPLICATE_NAME "several %s of one namespace and name: the first one counts"
#define DOUBT_DUPLICATE_UID "several %s of one uid: the scheduler takes them for one"
#define DOUBT_QUEUE_CYCLE "the queues above it form a cycle: the scheduler hangs as soon as one of them has a pod"
#define DOUBT_SHARE_NEGATIVE "negative and not -1: the scheduler computes with it as it stands"
#define DOUBT_MEMORY_SHARE_NEGATIVE "negative: the scheduler takes it for -1, unlimited"
#define DOUBT_AMOUNT_NEGATIVE "negative: the scheduler computes with it as it stands"
#define DOUBT_VERSION "captured from scheduler %.*s, which may decide otherwise than v0.17.0"
#define DOUBT_LIST_UNREAD "[]: the scheduler could not read this list (of a kind without objects it writes null)"
#define DOUBT_LIST_ODD "[] where other kinds are null: the scheduler could not read this list, or the file was changed"

/* Is the version, as in "v0.16.8", of another line than the one that the native engine follows? Empty: not known, so no. */
bool doubtful_version(struct str version);

/* Quota, limit or weight of a queue, as written; -1 means unlimited. */
bool doubtful_share(double v);

/* Of each cycle one queue is marked: the first at which a walk up from queue 1, 2, ... comes back to where it has been. up[i] is the queue
 * above queue i, 0 for none; both arrays have n + 1 elements, of which the first is not used. Costs one visit a queue. */
void find_cycles(const uint32_t *up, uint32_t n, bool *in_cycle);

/* Schedulers from v0.15.0 on write a newline behind each value of the document and a comma behind that, which nothing else does: a
 * file of that form is as its scheduler wrote it. Start with {0}; layout_see takes the text in blocks (a see_block of common/source.h). */
struct layout {
	bool decided, as_written;
	bool at_line_end; /* the last block ended in the first newline */
};
void layout_see(void *layout, struct str block);

/* What an empty list, [], says of a kind. The scheduler's lists have null where there is nothing. */
enum list_doubt { LIST_SOUND, LIST_ODD, LIST_UNREAD };
enum list_doubt doubtful_list(const struct layout *l, bool any_null);

#endif
