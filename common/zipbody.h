/* The data of one member of a ZIP, decompressed front to back: stored and deflated data here, other
 * methods by libarchive. */
#ifndef SNAP_ZIPBODY_H
#define SNAP_ZIPBODY_H
#include "peek.h"
#include "ziphead.h"

struct zipbody; /* owned by the caller until zipbody_free */

/* local is the local header of the member, in is right behind that header; both must outlive the
 * body. name is for messages. NULL with *e set: the method is not supported. */
struct zipbody *zipbody_new(
	struct peek *in, const struct zip_head *local, const char *name, struct error *e);
/* The next block, valid until the next call. 1: a block. 0: the end; in is behind data and
 * descriptor, and sizes and CRC of header and descriptor equal those of the data. -1: *e is set. */
int zipbody_next(struct zipbody *b, struct str *block, struct error *e);
/* Skips encrypted data, before the first block. */
bool zipbody_skip(struct zipbody *b, struct error *e);
/* At the end: the local header with sizes and CRC of the data. */
struct zip_head zipbody_known(const struct zipbody *b);
void zipbody_free(struct zipbody *b);

#endif
