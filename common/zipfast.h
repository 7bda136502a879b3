/* A plain ZIP (zipplain.h), inflated in one call. */
#ifndef SNAP_ZIPFAST_H
#define SNAP_ZIPFAST_H
#include "zipplain.h"

/* The JSON, verified as by zipread, followed by `padding` zero bytes; *n is its length. The caller
 * owns the result (free). NULL: the file is unusual or damaged; zipread then reads it and sets the
 * error. */
char *zipfast_read(const struct zipplain *file, uint64_t max_size, size_t padding, size_t *n);

#endif
