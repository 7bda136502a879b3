/* What snap-redact does to a snapshot, for other programs. It is in build/parts/snap-redact.a, made
 * of cmd/snap-redact/, and wants build/libengine.a; this header is all that programs see of it. */
#ifndef SNAP_REDACT_H
#define SNAP_REDACT_H
#include "common/capture_info.h"
#include "common/msg.h"

/* Appends the snapshot under other names, of which there is no map, to *out, which must be empty;
 * JSON_PADDING readable bytes follow. json, which JSON_PADDING bytes follow, too, and capture
 * (NULL: there is none) are as engine_open has them. Fields that are dropped because nobody knows
 * them are told as notes. False: *e is set, as snap-redact fails: SNAP_NO where the decisions would
 * differ. */
bool redact_text(
	struct str json, const struct capture_info *capture, struct strbuf *out, struct error *e);

#endif
