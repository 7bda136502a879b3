/* The snapshots to replay: the operands. */
#ifndef SNAP_COMPARE_SNAPSHOTS_H
#define SNAP_COMPARE_SNAPSHOTS_H
#include "common/msg.h"
#include "common/str.h"

struct snapshots {
	const char **paths, **names; /* name: what messages and the table call it */
	size_t n;
	struct strbuf stdin_copy;
};

/* Takes n operands, or standard input without any. msg_usage if standard input is there twice. */
void snapshots_take(struct snapshots *s, size_t n, char *const *operands);
/* Checks every snapshot before the first build, and copies standard input to a file. False: *e is
 * set, and *which is the name of the bad one. */
bool snapshots_check(struct snapshots *s, const char **which, struct error *e);
/* Removes the copy. */
void snapshots_free(struct snapshots *s);

#endif
