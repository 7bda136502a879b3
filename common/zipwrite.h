/* A ZIP as the scheduler's snapshot plugin streams it: one deflated member, snapshot.json, with its
 * sizes in a descriptor behind the data, and without a date. Equal bytes at an equal level give an
 * equal ZIP. */
#ifndef SNAP_ZIPWRITE_H
#define SNAP_ZIPWRITE_H
#include <stddef.h>
#include "msg.h"

struct zipwrite; /* owned by the caller until zipwrite_free */

/* Receives the bytes of the ZIP. False: *e is set. */
typedef bool zipwrite_sink(void *ctx, const void *bytes, size_t n, struct error *e);

/* level: 1 (fast) to 9 (small). */
struct zipwrite *zipwrite_new(int level, zipwrite_sink *sink, void *ctx);
bool zipwrite_add(struct zipwrite *z, const void *bytes, size_t n, struct error *e);
/* Writes the end. Without it the ZIP is cut short. */
bool zipwrite_end(struct zipwrite *z, struct error *e);
void zipwrite_free(struct zipwrite *z);

#endif
