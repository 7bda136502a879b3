/* A ZIP as the scheduler's snapshot plugin streams it: the one member snapshot.json, deflated, its
 * sizes in a data descriptor behind the data, no date. The same bytes and level give the same ZIP.
 */
#ifndef SNAP_ZIPWRITE_H
#define SNAP_ZIPWRITE_H
#include <stddef.h>
#include "msg.h"

struct zipwrite; /* owned by the caller until zipwrite_free */

/* Takes the bytes of the ZIP as they are made. */
typedef bool zipwrite_sink(void *ctx, const void *bytes, size_t n, struct error *e);

struct zipwrite *zipwrite_new(
	int level, zipwrite_sink *sink, void *ctx); /* level 1 (fast) to 9 (small) */
bool zipwrite_add(struct zipwrite *z, const void *bytes, size_t n, struct error *e);
bool zipwrite_end(
	struct zipwrite *z, struct error *e); /* the last bytes; without it the ZIP is cut short */
void zipwrite_free(struct zipwrite *z);

#endif
