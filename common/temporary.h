/* Temporary files in $TMPDIR. They are registered with common/cleanup.h: a fatal signal removes
 * them, too. */
#ifndef SNAP_TEMPORARY_H
#define SNAP_TEMPORARY_H
#include "common/msg.h"
#include "common/raw.h"
#include "common/str.h"

/* A new file, named after the program and open for writing; its path is set and the caller's. -1
 * with *e set. */
int temporary_open(struct strbuf *path, struct error *e);
/* A new file with all that raw still has, closed. label: shown with the progress; NULL: none is.
 * False with *e set, and no file. */
bool temporary_copy(struct strbuf *path, struct raw *raw, const char *label, struct error *e);
void temporary_remove(struct strbuf *path); /* the file, if there is one; frees path */

/* All bytes, whatever interrupts. False: errno is set. */
bool write_all(int fd, struct str bytes);

#endif
