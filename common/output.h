/* Output that is complete or absent: a temporary file beside PATH is renamed when it is complete.
 * Or stdout. */
#ifndef SNAP_OUTPUT_H
#define SNAP_OUTPUT_H
#include <stddef.h>
#include "msg.h"
#include "str.h"

struct output; /* owned by the caller; freed by output_commit and output_abort */

/* path NULL or "-": stdout. Folders above path that are missing are made; output_abort removes
 * them. NULL: *e is set. */
struct output *output_open(const char *path, struct error *e);
/* Into memory: appended to *to, which must live longer. output_fd is -1; nothing of it fails. */
struct output *output_memory(struct strbuf *to);
int output_fd(const struct output *o);
/* The file will be its owner's alone (0600), also where it replaces one that others may read. */
void output_private(struct output *o);
/* Buffered. False: *e is set. */
bool output_write(struct output *o, const void *bytes, size_t n, struct error *e);
bool output_flush(struct output *o, struct error *e);
/* Flushes, closes and renames. Reports every failure (ENOSPC, EPIPE, closed stdout) that earlier
 * calls did not report. Frees o. */
bool output_commit(struct output *o, struct error *e);
/* Writes the last bytes, then commits, or aborts where that fails. Frees o. */
bool output_finish(struct output *o, struct str last, struct error *e);
/* A whole output of these bytes. */
bool output_whole(const char *path, struct str bytes, struct error *e);
/* output_commit for what was written to output_fd, in a signal handler that ends the program:
 * nothing is freed, and nobody hears of a failure. */
void output_commit_now(struct output *o);
/* The same as output_commit, for something that is not all that PATH is meant for: it becomes
 * PATHend, and a file at PATH stays. Stdout, devices and FIFOs are written as ever. */
bool output_commit_as(struct output *o, const char *end, struct error *e);
/* Removes the temporary file; an existing file at PATH stays unchanged. Frees o. */
void output_abort(struct output *o);
/* Creates a folder and the missing folders above it. */
bool output_folder(const char *path, struct error *e);

#endif
