/* The files of the user's work tree as git would commit them now: changed, new and deleted files
 * count, ignored ones do not. Nothing of the repository is written: git has an index and a folder
 * for new objects of its own. */
#ifndef SNAP_BUILDS_COPY_H
#define SNAP_BUILDS_COPY_H
#include "common/git.h"

struct copy {
	struct strbuf index, objects; /* in the folder given to copy_take */
	struct strbuf tree;           /* hash of the files */
};

/* Takes the files of the work tree of repo (NULL: of the current folder); folder: an existing one
 * for git's data. False: *e is set. The caller frees c in either case. */
bool copy_take(struct copy *c, const char *repo, const char *folder, struct error *e);
/* Writes the files to a worktree that has none yet. False: *e is set. */
bool copy_check_out(const struct copy *c, const char *worktree, struct error *e);
void copy_free(struct copy *c);

#endif
