/* One hash for a set of decisions: equal means the same decisions (snap-replay(1), the summary
 * event). */
#ifndef SNAP_DECISIONS_H
#define SNAP_DECISIONS_H
#include "str.h"

/* Start with {0}; decisions_free releases it. Each decision is the line "action TAB kind TAB pod
 * TAB node" (kind: bind, pipeline, evict), a repeated one as often as it was taken. Nothing that
 * only one engine can tell is in it: the original tool logs the node of a bind, but not that of a
 * pipeline or an eviction (below verbosity 6), so node is empty in the lines of those two, whatever
 * is given here. */
struct decisions {
	struct str *lines;
	size_t n, cap;
};
#define DECISIONS_HEX 65 /* hex digits and a NUL */

void decisions_add(
	struct decisions *d, const char *action, const char *kind, struct str pod, struct str node);
/* SHA-256 in hex over the lines, sorted bytewise, each ended by a newline. */
void decisions_hash(struct decisions *d, char hex[DECISIONS_HEX]);
void decisions_free(struct decisions *d);

#endif
