/* A snapshot-tool built from a git ref of the scheduler, kept in ${XDG_CACHE_HOME:-~/.cache}/snap.
 * The user's checkout is never touched: each build has a git worktree of its own, which is gone
 * when it is done. */
#ifndef SNAP_REFBUILD_H
#define SNAP_REFBUILD_H
#include "msg.h"
#include "str.h"

struct refbuild {
	const char *repo;  /* a folder in the repository; NULL: the current one */
	const char *build; /* shell command, run at the top of the worktree; NULL: the default */
	const char *arch;  /* Go's name, as in bin/snapshot-tool-ARCH; NULL: this machine's */
	bool no_build;     /* only what was built before */
};

#define COMMIT_SIZE 72 /* hex digits of SHA-1 or SHA-256, and a NUL */

/* What git makes of ref. False with *e set: unknown (SNAP_INPUT), or no repository, or no git. */
bool refbuild_resolve(
	const struct refbuild *b, const char *ref, char commit[COMMIT_SIZE], struct error *e);
/* The tool of a commit: from the cache, or built now, by one process at a time. path gets its path;
 * log, what the build wrote (nothing when it came from the cache). False with *e set: the build
 * failed (SNAP_SYSTEM), or it is not there and no_build (SNAP_INPUT). */
bool refbuild_tool(const struct refbuild *b, const char *commit, struct strbuf *path,
	struct strbuf *log, struct error *e);

#endif
