/* A download of any bytes: it goes through as it came, in blocks of any size; and capture.json is
 * put into no ZIP but one that stays whole, with the JSON that was in it. The first byte is the
 * size of the blocks. */
#include <unistd.h>
#include "check.h"
#include "cmd/snap-fetch/annex.h"
#include "common/input.h"

static const char capture[] = "{\"capturedAt\":\"2026-11-21T06:42:54Z\",\"version\":\"v0.17.0\"}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool sink(void *ctx, const char *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

static void feed(struct annex *x, struct str bytes, size_t step, struct strbuf *out)
{
	struct error e = {0};

	for (size_t n; bytes.n; bytes = (struct str){bytes.p + n, bytes.n - n}) {
		n = bytes.n < step ? bytes.n : step;
		check("a block is refused", annex_feed(x, bytes.p, n, sink, out, &e));
	}
	check("more is passed than came", x->passed == out->len);
}

/* The snapshot in the ZIP and, in *info, whether it has a capture.json. */
static bool read_zip(struct str zip, struct strbuf *json, bool *info)
{
	static FILE *file;
	struct error e = {0};
	struct str text;

	if (!file)
		file = tmpfile();
	check("temporary file",
		file && ftruncate(fileno(file), 0) == 0 &&
			pwrite(fileno(file), zip.p, zip.n, 0) == (ssize_t)zip.n);
	lseek(fileno(file), 0, SEEK_SET);
	struct input *in =
		input_open_fd(fileno(file), "ZIP", &(struct input_limits){.max_size = 1 << 24}, &e);
	bool good = in && strcmp(input_kind(in), "zip") == 0 && input_read_all(in, &text, &e);
	if (good) {
		struct error ignored = {0};

		strbuf_addstr(json, text);
		*info = input_capture(in, &ignored) != NULL;
	}
	input_close(in);
	return good;
}

static void check_added(struct str before, struct str after)
{
	struct strbuf was = {0}, is = {0};
	bool info = false;

	if (before.n && read_zip(before, &was, &info)) { /* of others nothing was promised */
		check("a ZIP that is whole no more", read_zip(after, &is, &info));
		check("another snapshot", str_eq(strbuf_str(&was), strbuf_str(&is)));
		check("no capture.json", info);
	}
	strbuf_free(&was);
	strbuf_free(&is);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct annex flushed = {0}, ended = {0};
	struct strbuf same = {0}, more = {0};
	struct error e = {0};
	bool added = false;

	if (size == 0)
		return 0;
	struct str bytes = {(const char *)data + 1, size - 1};
	size_t step = (size_t)data[0] + 1;
	feed(&flushed, bytes, step, &same);
	check("flush", annex_flush(&flushed, sink, &same, &e) && str_eq(strbuf_str(&same), bytes));
	feed(&ended, bytes, 2 * step, &more);
	bool has = annex_has_one(&ended);
	check("end", annex_end(&ended, STR(capture), &added, sink, &more, &e));
	check("what was added, or not", added || str_eq(strbuf_str(&more), bytes));
	if (added && !has)
		check_added(bytes, strbuf_str(&more));
	annex_free(&flushed);
	annex_free(&ended);
	strbuf_free(&same);
	strbuf_free(&more);
	return 0;
}
