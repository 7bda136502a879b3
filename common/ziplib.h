/* The data of one ZIP member, decompressed by libarchive (bzip2, LZMA, xz, zstd, PPMd). The caller
 * supplies the packed bytes. */
#ifndef SNAP_ZIPLIB_H
#define SNAP_ZIPLIB_H
#include "msg.h"
#include "ziphead.h"

struct ziplib; /* owned by the caller until ziplib_free */

/* Supplies the next packed bytes, valid until the next call. 1: a block; 0: the end; -1: *e is set.
 */
typedef int ziplib_source(void *ctx, struct str *block, struct error *e);

/* local has all sizes; name is for messages. Both and ctx must outlive the result. */
struct ziplib *ziplib_new(
	const struct zip_head *local, const char *name, ziplib_source *source, void *ctx);
/* The next block, valid until the next call. 1: a block; 0: the end; -1: *e is set. */
int ziplib_next(struct ziplib *l, struct str *block, struct error *e);
void ziplib_free(struct ziplib *l);

#endif
