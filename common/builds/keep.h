/* The tool that a build leaves in its worktree. */
#ifndef SNAP_BUILDS_KEEP_H
#define SNAP_BUILDS_KEEP_H
#include "common/worktree.h"

/* Sets path to it: bin/snapshot-tool-ARCH, bin/snapshot-tool or snapshot-tool. False: there is
 * none. */
bool build_find(const struct worktree *w, const char *arch, struct strbuf *path);
/* Copies it to the path tool, where a file is always complete. False: *e is set. */
bool build_keep(const struct worktree *w, const char *built, const char *tool, struct error *e);

#endif
