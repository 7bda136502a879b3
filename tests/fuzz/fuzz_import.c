/* Documents of any bytes: read, filled in and written. What comes out is a snapshot of valid JSON,
 * or there is an error with words. */
#include "check.h"
#include "cmd/snap-import/import.h"
#include "common/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct stream {
	const char *p;
	size_t n;
};

static int fill(void *ctx, struct str *block, struct error *e)
{
	struct stream *s = ctx;
	size_t n = s->n < 61 ? s->n : 61;

	(void)e;
	*block = (struct str){s->p, n};
	s->p += n;
	s->n -= n;
	return n > 0;
}

static bool keep(void *ctx, struct str piece, struct error *e)
{
	(void)e;
	strbuf_addstr(ctx, piece);
	return true;
}

static void check_written(const struct import *im)
{
	struct strbuf out = {0};
	struct error e = {0};

	check("a snapshot that cannot be written", import_write(im, keep, &out, &e));
	struct stream s = {out.s, out.len};
	struct json *r = json_over_stream(fill, &s);
	check("what is written is no snapshot", whole_parse(r));
	json_free(r);
	strbuf_free(&out);
}

typedef bool read_fn(struct import *im, struct json *r, struct error *e);

static void import(read_fn *read, const uint8_t *data, size_t size)
{
	struct stream s = {(const char *)data, size};
	struct growth growths[] = {{.group = STR("gpu-asg"), .count = 2}};
	struct import im = {.captured = TIME_ZERO};
	struct error e = {0};

	im.options = (struct import_options){.profile = PROFILE_NONE,
		.adopt = size % 2 ? ADOPT_OWNER : ADOPT_ASKED,
		.placeholders = size % 3 == 0,
		.ready = true,
		.growths = growths,
		.n_growths = size % 5 == 0};
	struct json *r = json_over_stream(fill, &s);
	if (read(&im, r, &e)) {
		import_fill(&im);
		check_written(&im);
	} else {
		check("an error without words", e.status && e.what[0]);
	}
	json_free(r);
	import_free(&im);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	import(autoscaler_read, data, size);
	import(list_read, data, size);
	return 0;
}
