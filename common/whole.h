/* Verification of a complete snapshot. */
#ifndef SNAP_WHOLE_H
#define SNAP_WHOLE_H
#include "input.h"

/* Called with each block of JSON before it is parsed. False with *e set: stop. */
typedef bool whole_observer(void *ctx, struct str block, struct error *e);

/* Reads in from its beginning to its end: one valid JSON object, and an archive that is valid up to
 * its last byte. observe may be NULL. False: *e is set. */
bool whole_read(struct input *in, whole_observer *observe, void *ctx, struct error *e);

#endif
