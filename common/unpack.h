/* Decompression of gzip, xz and zstd as a stream; checksums are verified. */
#ifndef SNAP_UNPACK_H
#define SNAP_UNPACK_H
#include "msg.h"
#include "raw.h"

struct unpack; /* owned by the caller until unpack_free */

/* kind: RAW_GZIP, RAW_XZ or RAW_ZSTD. The caller keeps owning raw, which must outlive the result.
 * NULL: *e is set. */
struct unpack *unpack_new(struct raw *raw, enum raw_kind kind, struct error *e);
/* The next block, valid until the next call. 1: a block; 0: the end, verified; -1: *e is set. */
int unpack_next(struct unpack *u, struct str *block, struct error *e);
void unpack_free(struct unpack *u);

#endif
