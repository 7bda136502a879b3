/* Temporary files. Each has a random name, so that no other process meets it, and is registered
 * with common/cleanup.h until it is removed: a fatal signal and a crash remove it. */
#ifndef SNAP_TEMPORARY_H
#define SNAP_TEMPORARY_H
#include <sys/types.h>
#include "common/msg.h"
#include "common/raw.h"
#include "common/str.h"

/* Begins the name of a file that is renamed when it is complete, in the folder of its target. */
#define TEMPORARY_NAME ".snap-"

/* Creates a file and opens it for reading and writing. path: the path up to the random end of the
 * name, which the call adds; folder: AT_FDCWD, or a descriptor of the folder that path names. The
 * owner of path calls cleanup_drop_file once the file is renamed or removed. -1: errno is set. */
int temporary_create(int folder, mode_t mode, struct strbuf *path);
/* Creates a file in $TMPDIR, or else /tmp, named after the program. The caller owns path. -1 with
 * *e set. */
int temporary_open(struct strbuf *path, struct error *e);
/* The same for a file without a name, which is gone once it is closed. It has a name for a moment
 * where the file system knows only files with names. */
int temporary_unlinked(struct error *e);
/* Writes the rest of raw to a file in $TMPDIR and closes it. label: name of the progress bar; NULL:
 * no bar. False with *e set, and no file. */
bool temporary_copy(struct strbuf *path, struct raw *raw, const char *label, struct error *e);
/* Removes the file, if path names one, and frees path. False: errno is set, and the file stays. */
bool temporary_remove(struct strbuf *path);

/* Writes all bytes, repeated after EINTR. False: errno is set. */
bool write_all(int fd, struct str bytes);

#endif
