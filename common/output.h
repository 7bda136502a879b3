/* Output that is whole or not there: a temporary file beside PATH, renamed when complete; or
 * stdout. */
#ifndef SNAP_OUTPUT_H
#define SNAP_OUTPUT_H
#include <stddef.h>
#include "msg.h"

struct output; /* owned by the caller; freed by output_commit and output_abort */

/* path NULL or "-": stdout. NULL on failure with *e set. */
struct output *output_open(const char *path, struct error *e);
int output_fd(const struct output *o);
bool output_write(struct output *o, const void *bytes, size_t n, struct error *e); /* buffered */
bool output_flush(struct output *o, struct error *e);
/* Flush, check, close, rename. Every failure (ENOSPC, EPIPE, closed stdout) is reported here at the
 * latest. Frees o. */
bool output_commit(struct output *o, struct error *e);
void output_abort(struct output *o); /* removes the temporary file; an existing file at PATH stays
					as it was. Frees o. */
bool output_folder(const char *path, struct error *e); /* makes it and what is missing above it */

#endif
