/* The data of one member of a ZIP, unpacked front to back: stored and deflated here, by the other
 * methods in libarchive. */
#ifndef SNAP_ZIPBODY_H
#define SNAP_ZIPBODY_H
#include "peek.h"
#include "ziphead.h"

struct zipbody; /* owned by the caller until zipbody_free */

/* local is the member's header; in stands behind it, and local and in must outlive the body. name
 * is for messages. NULL with *e set: it cannot be unpacked. */
struct zipbody *zipbody_new(
	struct peek *in, const struct zip_head *local, const char *name, struct error *e);
/* The next block, valid until the next call. 1: a block; 0: the end, where in stands behind data
 * and descriptor and all that header and descriptor say has been compared with what came; -1: *e
 * set. */
int zipbody_next(struct zipbody *b, struct str *block, struct error *e);
/* Passes over the data without looking into it: what is encrypted, before the first block. */
bool zipbody_skip(struct zipbody *b, struct error *e);
/* The header with the sizes and the CRC that came out, at the end. */
struct zip_head zipbody_known(const struct zipbody *b);
void zipbody_free(struct zipbody *b);

#endif
