/* The usual snapshot, a ZIP file with one deflated member, inflated in one go. */
#ifndef SNAP_ZIPFAST_H
#define SNAP_ZIPFAST_H
#include "zipplain.h"

/* The JSON, all of it verified as zipread does, with padding zero bytes behind it; *n is its
 * length. NULL whenever anything is out of the ordinary, be it wrong or merely rare: zipread then
 * reads the file and has the words for it. The caller owns the result (free). */
char *zipfast_read(const struct zipplain *file, uint64_t max_size, size_t padding, size_t *n);

#endif
