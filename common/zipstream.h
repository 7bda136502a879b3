/* A plain ZIP (zipplain.h), inflated in pieces: much faster than zipread. */
#ifndef SNAP_ZIPSTREAM_H
#define SNAP_ZIPSTREAM_H
#include "zipplain.h"

struct zipstream; /* owned by the caller until zipstream_free */

/* The raw of file must outlive the stream, and must not be read from meanwhile. NULL: the JSON has
 * more than max_size bytes. */
struct zipstream *zipstream_open(const struct zipplain *file, uint64_t max_size);
/* Writes the next bytes of the JSON to `to`: cap of them, or fewer at the end. 1: *n bytes. 0: the
 * end, everything verified as by zipread. -1: the file is damaged; then zipread reads it from the
 * start, skips the bytes already returned and sets the error. The last bytes are verified before
 * they are returned. */
int zipstream_fill(struct zipstream *s, char *to, size_t cap, size_t *n);
/* CRC of the bytes returned so far. */
uint32_t zipstream_crc(const struct zipstream *s);
/* Bytes of the file read so far. */
uint64_t zipstream_taken(const struct zipstream *s);
void zipstream_free(struct zipstream *s);

#endif
