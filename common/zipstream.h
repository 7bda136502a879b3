/* The usual snapshot, a ZIP file with one deflated member, inflated piece by piece: a good deal
 * faster than zipread. */
#ifndef SNAP_ZIPSTREAM_H
#define SNAP_ZIPSTREAM_H
#include "zipplain.h"

struct zipstream; /* owned by the caller until zipstream_free */

/* NULL when more than max_size would come. The raw that file was found in must outlive the stream
 * and not be read from meanwhile. */
struct zipstream *zipstream_open(const struct zipplain *file, uint64_t max_size);
/* The next bytes of the JSON into to: cap of them, or *n < cap that end it. 1: there are *n; 0: the
 * end, all of it verified as zipread does; -1: something is wrong and *n is 0. The last bytes are
 * not given before they are verified. After -1 zipread has the words: it reads from the start, the
 * bytes that were given are to be skipped. */
int zipstream_fill(struct zipstream *s, char *to, size_t cap, size_t *n);
uint32_t zipstream_crc(const struct zipstream *s);   /* of the bytes given so far */
uint64_t zipstream_taken(const struct zipstream *s); /* bytes of the file read so far */
void zipstream_free(struct zipstream *s);

#endif
