/* Puts capture.json into a ZIP that streams by: all bytes go through as they come but for the
 * directory at the end, which is held back and written anew with one entry more. */
#ifndef SNAP_FETCH_ANNEX_H
#define SNAP_FETCH_ANNEX_H
#include <stdint.h>
#include "common/msg.h"
#include "common/str.h"

struct annex {
	uint64_t passed;    /* bytes handed on */
	struct strbuf held; /* what may be the directory */
};

/* Takes the bytes that go on. */
typedef bool annex_sink(void *ctx, const char *bytes, size_t n, struct error *e);

bool annex_feed(
	struct annex *x, const char *bytes, size_t n, annex_sink *sink, void *ctx, struct error *e);
/* All has come, and it is a whole ZIP: what is held goes on, with json as the member capture.json
 * where the ZIP is as the plugin writes it
 * (*added: whether); any other ZIP ends as it came. */
bool annex_end(struct annex *x, struct str json, bool *added, annex_sink *sink, void *ctx,
	struct error *e);
/* All that will come has come: what is held goes on as it came. */
bool annex_flush(struct annex *x, annex_sink *sink, void *ctx, struct error *e);
/* Does the ZIP have a capture.json already? To be asked before annex_end. */
bool annex_has_one(const struct annex *x);
void annex_free(struct annex *x);

#endif
