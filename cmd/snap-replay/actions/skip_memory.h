/* Which jobs need not be tried because a like one failed (rules/03 8.1). One memory lives for
 * one action run, of one queue or of all. */
#ifndef SNAP_SKIP_MEMORY_H
#define SNAP_SKIP_MEMORY_H
#include "session/session.h"

/* At most one failed job per scheduling-constraint signature. Start with {0}; skip_memory_free
 * releases it. */
struct skip_memory {
	struct map by_signature;
};
/* Is the job easier than the remembered one? *other (may be NULL): the remembered one when it is
 * not. */
bool skip_memory_easier(
	const struct session *s, const struct skip_memory *m, struct job *j, struct job **other);
void skip_memory_remember(const struct session *s, struct skip_memory *m, struct job *j);
void skip_memory_free(struct skip_memory *m);

#endif
