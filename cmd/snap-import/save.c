/* A snapshot as a file: JSON, or a ZIP archive with it. */
#include "common/output.h"
#include "common/zipwrite.h"
#include "save.h"

enum { ZIP_LEVEL = 6 };

struct sink {
	struct output *out;
	struct zipwrite *zip; /* NULL: bare JSON */
};

static bool to_output(void *ctx, const void *bytes, size_t n, struct error *e)
{
	return output_write(ctx, bytes, n, e);
}

static bool to_sink(void *ctx, struct str piece, struct error *e)
{
	struct sink *s = ctx;

	return s->zip ? zipwrite_add(s->zip, piece.p, piece.n, e)
		      : output_write(s->out, piece.p, piece.n, e);
}

bool import_save(const struct import *im, const char *path, struct error *e)
{
	struct sink sink = {.out = output_open(path, e)};
	bool zip = path && str_ends(str_of(path), STR(".zip")), good;

	if (!sink.out)
		return false;
	if (zip)
		sink.zip = zipwrite_new(ZIP_LEVEL, to_output, sink.out);
	good = import_write(im, to_sink, &sink, e) && (!zip || zipwrite_end(sink.zip, e));
	zipwrite_free(sink.zip);
	if (good)
		return output_commit(sink.out, e);
	output_abort(sink.out);
	return false;
}
