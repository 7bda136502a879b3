/* A git worktree for one build, in a folder of its own of the cache:
 *
 *   CACHE/worktrees/COMMIT-RANDOM/          the folder
 *     lock                                  held by the run as long as it lives (flock)
 *     admin                                 the path of what git keeps in the repository about this
 * worktree tmp/                                  TMPDIR of the build snap-COMMIT-RANDOM/ the
 * worktree
 *
 * The folder and what git keeps are registered with cleanup before they are made, and the guard
 * removes them when the run ends in the middle. What even the guard could not remove (power cut),
 * the next run does: it takes the lock of each folder, and whose lock it gets is nobody's. A
 * process id would tell nothing where the other run is in another container. */
#ifndef SNAP_WORKTREE_H
#define SNAP_WORKTREE_H
#include "msg.h"
#include "str.h"

struct worktree {
	struct strbuf folder, path, tmp; /* path: of the worktree */
	struct strbuf admin;             /* REPOSITORY/worktrees/snap-COMMIT-RANDOM */
	int lock;
};

/* Checks commit, a hash, out of the repository at repo (NULL: the current folder's). worktree_close
 * is due either way. */
bool worktree_open(struct worktree *w, const char *cache, const char *repo, const char *commit,
	struct error *e);
/* Removes all of it, the repository's record included; warns when it cannot. */
void worktree_close(struct worktree *w);
/* Removes the worktrees of runs that are no more. */
void worktree_sweep(const char *cache);

#endif
