/* The skip memory: the failed jobs of an action, so that like jobs which are not easier to place
 * are skipped (rules/03 8.1). It lives for one run of an action, for one queue or for all. */
#ifndef SNAP_SKIP_MEMORY_H
#define SNAP_SKIP_MEMORY_H
#include "session/session.h"

/* Start with {0}; skip_memory_free releases it. */
struct skip_memory {
	struct map by_signature; /* job.signature to one failed struct job */
};
/* True: the job's Pending tasks are easier to place than those of the remembered job with the same
 * signature, or there is none. False: *other (other may be NULL) is the remembered job. */
bool skip_memory_easier(
	const struct session *s, const struct skip_memory *m, struct job *j, struct job **other);
/* Remembers the failed job. Where a job with the same signature is remembered, the new one replaces
 * it only if it has no more Pending tasks, and no greater ones. */
void skip_memory_remember(const struct session *s, struct skip_memory *m, struct job *j);
void skip_memory_free(struct skip_memory *m);

#endif
