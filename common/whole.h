/* Verification of a complete snapshot. */
#ifndef SNAP_WHOLE_H
#define SNAP_WHOLE_H
#include "input.h"
#include "json.h"

/* Reads the document of r to its end. False: r has failed; it is not valid JSON, no object, or
 * without any key of a snapshot. */
bool whole_parse(struct json *r);

/* Called with each block of JSON before it is parsed. False with *e set: stop. */
typedef bool whole_observer(void *ctx, struct str block, struct error *e);

/* Reads in from its beginning to its end: a document as of whole_parse, and an archive that is
 * valid up to its last byte. observe may be NULL. False: *e is set. */
bool whole_read(struct input *in, whole_observer *observe, void *ctx, struct error *e);

#endif
