/* Files that another machine may have written. */
#ifndef SNAP_COMPARE_FOREIGN_H
#define SNAP_COMPARE_FOREIGN_H
#include "common/str.h"

/* Opens a regular file for reading, no link, and no FIFO that nobody writes to. -1: errno is set,
 * EINVAL if it is something else. */
int foreign_open(const char *path, uint64_t *size);
/* Reads such a file, of at most `most` bytes, and JSON_PADDING zero bytes behind them. False: errno
 * is set, EFBIG for a longer one. */
bool foreign_read(const char *path, size_t most, struct strbuf *text);

#endif
