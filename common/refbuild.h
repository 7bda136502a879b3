/* A snapshot-tool built from a git ref of the scheduler and kept in the cache
 * (common/builds/cache.h). The user's checkout stays untouched: each build uses a git worktree of
 * its own, which is removed after the build. */
#ifndef SNAP_REFBUILD_H
#define SNAP_REFBUILD_H
#include "common/builds/commit.h"
#include "common/builds/watch.h"
#include "msg.h"
#include "str.h"

struct refbuild {
	const char *repo;  /* a folder in the repository; NULL: the current one */
	const char *build; /* shell command, run at the top of the worktree; NULL: the default */
	const char *arch;  /* Go's name, as in bin/snapshot-tool-ARCH; NULL: that of this machine */
	bool no_build;     /* use the cache only */
	bool rebuild;      /* build what is in the cache, and what could not be built, once more */
	const struct build_watch *watch; /* NULL: stages go to stderr */
};

/* The argument of --arch; msg_usage on anything else. */
const char *refbuild_arch(const char *arg);
/* msg_usage if the settings contradict each other. */
void refbuild_check(const struct refbuild *b);

/* The ref that stands for the files of the work tree as they are. */
#define REF_WORKTREE "worktree"

/* The commit of ref. Of REF_WORKTREE: HEAD, and where files differ from it HEAD-dirty-HASH. False
 * with *e set: ref is unknown (SNAP_INPUT), or there is no repository or no git. */
bool refbuild_resolve(
	const struct refbuild *b, const char *ref, char commit[COMMIT_SIZE], struct error *e);
/* Sets path to the tool of a commit as refbuild_resolve gives it, from the cache or from a build;
 * one process builds at a time. ref is its name in messages. The tool stays in the cache as long as
 * this process lives. log gets the output of the build, also of one that failed earlier, nothing
 * for a cached tool. False with *e set: the build failed (SNAP_SYSTEM), or no_build and the tool is
 * not cached (SNAP_INPUT). Threads may call it, for different commits. */
bool refbuild_tool(const struct refbuild *b, const char *ref, const char *commit,
	struct strbuf *path, struct strbuf *log, struct error *e);

#endif
