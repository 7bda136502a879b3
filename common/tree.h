/* Folders with all that is in them. */
#ifndef SNAP_TREE_H
#define SNAP_TREE_H
#include <stdbool.h>

/* Removes what is at path: a file, a link (never what it leads to), or a folder with everything in
 * it, also where folders are read-only, as those of Go's module cache are. True also when there is
 * nothing. False: something is left, errno says why. */
bool tree_remove(const char *path);

#endif
