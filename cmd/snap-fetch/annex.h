/* Adds capture.json to a streamed ZIP: all bytes are passed on unchanged except the directory at
 * the end, which is held back and rewritten with one more entry. */
#ifndef SNAP_FETCH_ANNEX_H
#define SNAP_FETCH_ANNEX_H
#include <stdint.h>
#include "common/msg.h"
#include "common/str.h"

struct annex {
	uint64_t passed;    /* bytes passed on */
	struct strbuf held; /* bytes that may be the directory */
};

/* Receives the bytes that are passed on. */
typedef bool annex_sink(void *ctx, const char *bytes, size_t n, struct error *e);

bool annex_feed(
	struct annex *x, const char *bytes, size_t n, annex_sink *sink, void *ctx, struct error *e);
/* Ends a complete ZIP: passes on the held bytes. If the ZIP has the form that the plugin writes,
 * json becomes its member capture.json and *added is true; any other ZIP stays unchanged. */
bool annex_end(struct annex *x, struct str json, bool *added, annex_sink *sink, void *ctx,
	struct error *e);
/* Ends the input: passes on the held bytes unchanged. */
bool annex_flush(struct annex *x, annex_sink *sink, void *ctx, struct error *e);
/* True if the ZIP already has a capture.json. Call it before annex_end. */
bool annex_has_one(const struct annex *x);
void annex_free(struct annex *x);

#endif
