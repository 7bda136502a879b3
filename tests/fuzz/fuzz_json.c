/* The JSON reader on any bytes: no crash, and all its ways of reading agree on what they see and on
 * the error to the letter. The first byte picks the size of the stream's blocks. */
#include "tests/unit/json_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_agree(
	const char *text, size_t len, struct trace_way way, enum trace_job job, bool mixed)
{
	struct strbuf want = {0}, got = {0};
	struct error e = {0}, e2 = {0};

	trace_read(text, len, (struct trace_way){"scalar", 1 << 16, 0}, job, mixed, &want, &e);
	trace_read(text, len, way, job, mixed, &got, &e2);
	if (!str_eq(strbuf_str(&want), strbuf_str(&got))) {
		fprintf(stderr,
			"scanner %s, window %zu, blocks of %zu, job %d\nwanted:\n%s\ngot:\n%s\n",
			way.scanner ? way.scanner : "best", way.window, way.chunk, (int)job,
			want.s ? want.s : "", got.s ? got.s : "");
		abort();
	}
	strbuf_free(&want);
	strbuf_free(&got);
}

/* Walking and skipping must refuse the same texts with the same words. */
static void walk_equals_skip(const char *text, size_t len)
{
	struct strbuf out = {0};
	struct error walk = {0}, skip = {0};
	bool walked = trace_read(
		text, len, (struct trace_way){NULL, 64, 0}, TRACE_WALK, false, &out, &walk);
	bool skipped = trace_read(
		text, len, (struct trace_way){NULL, 1 << 16, 0}, TRACE_SKIP, false, &out, &skip);

	if (walked != skipped || strcmp(walk.why, skip.why) != 0) {
		fprintf(stderr, "walk: %s\nskip: %s\n", walk.why, skip.why);
		abort();
	}
	strbuf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	size_t len = size - 1, chunk = (size_t)data[0] + 1;
	char *text = xmalloc(len + JSON_PADDING);
	memcpy(text, data + 1, len);
	memset(text + len, '"', JSON_PADDING); /* of any value, and this one is the most tempting */
	for (int job = TRACE_WALK; job < TRACE_JOBS; job++) {
		must_agree(text, len, (struct trace_way){NULL, 64, 0}, (enum trace_job)job,
			chunk % 2 == 0);
		must_agree(text, len, (struct trace_way){NULL, 128, chunk}, (enum trace_job)job,
			chunk % 2 == 1);
		must_agree(
			text, len, (struct trace_way){NULL, 4096, 0}, (enum trace_job)job, false);
		must_agree(text, len, (struct trace_way){"avx2", 128, chunk}, (enum trace_job)job,
			chunk % 2 == 1);
		must_agree(text, len, (struct trace_way){"scalar", 64, chunk / 16 + 1},
			(enum trace_job)job, true);
	}
	walk_equals_skip(text, len);
	free(text);
	return 0;
}
