/* What snap-import writes is a snapshot of valid JSON. */
#ifndef FUZZ_WRITTEN_H
#define FUZZ_WRITTEN_H
#include "check.h"
#include "common/import/import.h"
#include "common/whole.h"
#include "stream.h"

static inline bool keep_written(void *ctx, struct str piece, struct error *e)
{
	(void)e;
	strbuf_addstr(ctx, piece);
	return true;
}

static inline void check_written(const struct import *im)
{
	struct strbuf out = {0};
	struct error e = {0};

	check("a snapshot that cannot be written", import_write(im, keep_written, &out, &e));
	struct stream s = {out.s, out.len};
	struct json *r = json_over_stream(stream_fill, &s);
	check("what is written is no snapshot", whole_parse(r));
	json_free(r);
	strbuf_free(&out);
}

#endif
