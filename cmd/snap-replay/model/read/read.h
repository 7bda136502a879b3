/* Reads the JSON of a snapshot into struct objects: one pass over the bytes, which keeps only what
 * the cycle needs. */
#ifndef SNAP_READ_H
#define SNAP_READ_H
#include "common/doubts.h"
#include "common/json.h"
#include "model/objects.h"
#include "model/warnings.h"

/* Fills *o, {0} before but for follows; objects_free releases it, also after a failure. Decodes as
 * Go does (rules/01 1.7): a wrong type, a bad quantity, time or duration anywhere fails the load.
 * Null parts are read as in the last column of rules/01 2.4. Of objects with one kind, namespace
 * and name the first is kept, with a warning. False: *e set (SNAP_INPUT). */
bool objects_read(struct objects *o, struct json *r, struct warnings *w, struct error *e);
/* Warns of values that snap-inspect --check reports as errors or that make the replay doubtful
 * (common/doubts.h), except for those of which objects_read and cluster_build warn. */
void objects_doubt(const struct objects *o, struct warnings *w);
/* Reads the value of an annotation ZONES_OBSERVED or ZONES_PREDICTED. False: it is malformed, *e
 * set. */
bool objects_zone_record(
	struct objects *o, struct str annotation, struct zone_record *out, struct error *e);
void objects_free(struct objects *o);

#endif
