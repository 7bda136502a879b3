/* Folder trees. */
#ifndef SNAP_TREE_H
#define SNAP_TREE_H
#include <stdbool.h>

/* Removes a file, a link (not its target), or a folder with everything in it, also read-only
 * folders such as those of Go's module cache. True: path does not exist now. False: errno is set,
 * and something is left. */
bool tree_remove(const char *path);

#endif
