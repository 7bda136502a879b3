/* The proof that the scheduler decides the same. */
#ifndef REDACT_PROVE_H
#define REDACT_PROVE_H
#include "book.h"
#include "common/capture_info.h"

/* Replays both documents, each followed by JSON_PADDING bytes. capture: of the original; NULL:
 * there is none. False: *e is set: the decisions differ under the new names (SNAP_NO), or the
 * original cannot be replayed. */
bool prove_same(const struct book *b, struct str original, const struct capture_info *capture,
	struct str redacted, struct error *e);

#endif
