/* One member of a ZIP by a method that libarchive has (bzip2, LZMA, xz, zstd, PPMd): its packed
 * bytes come from the caller. */
#ifndef SNAP_ZIPLIB_H
#define SNAP_ZIPLIB_H
#include "msg.h"
#include "ziphead.h"

struct ziplib; /* owned by the caller until ziplib_free */

/* The next packed bytes, valid until the next call. 1: there are; 0: the end; -1: *e set. */
typedef int ziplib_source(void *ctx, struct str *block, struct error *e);

/* local says all sizes; name is for messages. Both and ctx must outlive it. */
struct ziplib *ziplib_new(
	const struct zip_head *local, const char *name, ziplib_source *source, void *ctx);
/* The next block, valid until the next call. 1: a block; 0: the end; -1: *e set. */
int ziplib_next(struct ziplib *l, struct str *block, struct error *e);
void ziplib_free(struct ziplib *l);

#endif
