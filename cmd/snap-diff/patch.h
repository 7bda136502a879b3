/* Patches: what makes snapshot B of snapshot A, in lines of JSON (snap-diff(1), Patches). */
#ifndef SNAP_DIFF_PATCH_H
#define SNAP_DIFF_PATCH_H
#include "common/output.h"
#include "match.h"

/* Writes the patch. *n: how many operations it has. False: *e is set. */
bool patch_write(struct output *out, const struct comparison *c, size_t *n, struct error *e);

/* Writes what the patch makes of a snapshot, as JSON. patch: its text, which must be followed by
 * JSON_PADDING readable bytes. False: *e is set; *blame is true if the patch itself is wrong. */
bool patch_apply(
	struct output *out, struct str patch, const struct side *s, bool *blame, struct error *e);

#endif
