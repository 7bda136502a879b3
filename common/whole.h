/* Is it a whole snapshot? */
#ifndef SNAP_WHOLE_H
#define SNAP_WHOLE_H
#include "input.h"

/* Sees each block of JSON before it is judged. False with *e set: enough. */
typedef bool whole_observer(void *ctx, struct str block, struct error *e);

/* Reads in, of which nothing was read yet, to its end: one JSON object, valid to its last byte, out
 * of an archive that is sound to its last byte. see may be NULL. False with *e set. */
bool whole_read(struct input *in, whole_observer *observe, void *ctx, struct error *e);

#endif
