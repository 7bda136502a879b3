/* What a ref stands for. repo is a folder in the repository, NULL: the current one. */
#ifndef SNAP_BUILDS_COMMIT_H
#define SNAP_BUILDS_COMMIT_H
#include "common/builds/copy.h"

/* Hex digits of SHA-1 or SHA-256, a NUL, and for files that differ from those of the commit
 * BUILD_DIRTY and 12 digits of their tree. */
#define COMMIT_SIZE 96
#define BUILD_DIRTY "-dirty-"

/* The commit that git knows as ref. False: *e is set. */
bool build_commit_resolve(
	const char *repo, const char *ref, char commit[COMMIT_SIZE], struct error *e);
/* HEAD, with BUILD_DIRTY where the files of the work tree differ from its. False: *e is set. */
bool build_commit_of_worktree(const char *repo, char commit[COMMIT_SIZE], struct error *e);
/* The same, with the files in c, whose data go to folder (copy_take). The caller frees c in either
 * case. */
bool build_commit_of_files(const char *repo, const char *folder, struct copy *c,
	char commit[COMMIT_SIZE], struct error *e);

#endif
