/* A snapshot-tool built from a git ref of the scheduler and cached in
 * ${XDG_CACHE_HOME:-~/.cache}/snap. The user's checkout stays untouched: each build uses a git
 * worktree of its own, which is removed after the build. */
#ifndef SNAP_REFBUILD_H
#define SNAP_REFBUILD_H
#include "msg.h"
#include "str.h"

struct refbuild {
	const char *repo;  /* a folder in the repository; NULL: the current one */
	const char *build; /* shell command, run at the top of the worktree; NULL: the default */
	const char *arch;  /* Go's name, as in bin/snapshot-tool-ARCH; NULL: that of this machine */
	bool no_build;     /* use the cache only */
};

/* The argument of --arch; msg_usage on anything else. */
const char *refbuild_arch(const char *arg);

#define COMMIT_SIZE 72 /* hex digits of SHA-1 or SHA-256, and a NUL */

/* The commit of ref. False with *e set: ref is unknown (SNAP_INPUT), or there is no repository or
 * no git. */
bool refbuild_resolve(
	const struct refbuild *b, const char *ref, char commit[COMMIT_SIZE], struct error *e);
/* Sets path to the tool of a commit, from the cache or from a build; one process builds at a time.
 * log gets the output of the build, nothing for a cached tool. False with *e set: the build failed
 * (SNAP_SYSTEM), or no_build and the tool is not cached (SNAP_INPUT). */
bool refbuild_tool(const struct refbuild *b, const char *commit, struct strbuf *path,
	struct strbuf *log, struct error *e);

#endif
