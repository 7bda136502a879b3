/* A git worktree for one build, in a folder of the cache:
 *
 *   CACHE/worktrees/COMMIT-RANDOM/    the folder
 *     lock                            locked (flock) by the run as long as the run lives
 *     admin                           path of git's data about the worktree, in the repository
 *     tmp/                            TMPDIR of the build
 *     snap-COMMIT-RANDOM/             the worktree
 *
 * The folder and git's data are registered with common/cleanup.h before they are created; the guard
 * removes them if the run ends early. What is left after a power cut, the next run removes: it
 * tries the lock of each folder, and a folder whose lock it gets has no owner. A process id would
 * not show that, since the other run may be in another container. */
#ifndef SNAP_WORKTREE_H
#define SNAP_WORKTREE_H
#include "msg.h"
#include "str.h"

struct worktree {
	struct strbuf folder, path, tmp; /* path: of the worktree */
	struct strbuf admin;             /* REPOSITORY/worktrees/snap-COMMIT-RANDOM */
	int lock;
};

/* Checks out commit, a hash, from the repository at repo (NULL: of the current folder); empty: but
 * leaves the files to the caller. False: *e is set. The caller calls worktree_close in either case.
 */
bool worktree_open(struct worktree *w, const char *cache, const char *repo, const char *commit,
	bool empty, struct error *e);
/* Only the folder, without a worktree. As worktree_open otherwise. */
bool worktree_scratch(struct worktree *w, const char *cache, struct error *e);
/* Removes the folder and git's data about the worktree; warns on failure. */
void worktree_close(struct worktree *w);
/* Removes the worktrees of runs that have ended. */
void worktree_sweep(const char *cache);

#endif
