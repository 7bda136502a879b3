/* From the JSON of a snapshot to struct objects: one pass over the bytes that builds only what the
 * cycle needs. */
#ifndef SNAP_READ_H
#define SNAP_READ_H
#include "common/doubts.h"
#include "common/json.h"
#include "model/objects.h"
#include "model/warnings.h"

/* Fills *o (start with {0}; objects_free releases it, also after a failure). Go's decoding rules of
 * rules/01 1.7: a wrong type, a bad quantity, time or duration anywhere fails the load.
 * Duplicate objects: the first one wins, with a warning. Null parts as in rules/01 2.4, last
 * column. False: *e set (SNAP_INPUT). */
bool objects_read(struct objects *o, struct json *r, struct warnings *w, struct error *e);
/* Warns of what snap-inspect --check calls an error and what makes the replay doubtful, but for
 * what objects_read and cluster_build tell. */
void objects_doubt(const struct objects *o, struct warnings *w);
void objects_free(struct objects *o);

#endif
