/* Windows of the JSON reader: memory is read in place, a stream through a buffer, which keeps the
 * bytes that are still needed. */
#include <stdlib.h>

#include "common/json_reader.h"
#include "common/mem.h"

#define WINDOW (32 * 1024)
#define DIRECT 4096 /* with so many bytes left of a block, the window is made in place */
#define BRIDGE 1024
/* Bytes of the buffer: memory that is not written to costs nothing, growing would copy. */
#define ROOM (2 * WINDOW)

static struct json *json_new(size_t window)
{
	struct json *r = xmalloc(sizeof *r);

	memset(r, 0, offsetof(struct json, levels));
	r->hold = JSON_NO_HOLD;
	r->levels[0] = (struct json_level){.object = false};
	r->h.top = r->levels;
	r->h.deepest = &r->levels[JSON_MAX_DEPTH];
	json_tune(r, getenv("SNAP_JSON_SIMD"), window);
	return r;
}

bool json_tune(struct json *r, const char *scanner, size_t window)
{
	const struct json_scanner *s = json_scanner_pick(scanner);

	r->scanner = s ? s : json_scanner_pick(NULL);
	r->window = (window + JSON_BLOCK - 1) / JSON_BLOCK * JSON_BLOCK;
	free(r->places);
	r->places = xrealloc_array(NULL, r->window + JSON_BLOCK, sizeof *r->places);
	return s != NULL;
}

struct json *json_over_memory(const char *text, size_t len)
{
	struct json *r = json_new(len < WINDOW ? len + 1 : WINDOW);

	r->text = text;
	r->text_len = len;
	return r;
}

struct json *json_over_stream(json_fill *fill, void *ctx)
{
	struct json *r = json_new(WINDOW);

	r->fill = fill;
	r->ctx = ctx;
	return r;
}

void json_free(struct json *r)
{
	if (r == NULL)
		return;
	free(r->places);
	free(r->buf);
	strbuf_free(&r->saved);
	strbuf_free(&r->decoded);
	free(r);
}

const char *json_simd(void)
{
	const struct json_scanner *s = json_scanner_pick(getenv("SNAP_JSON_SIMD"));

	return s ? s->name : json_scanner_pick(NULL)->name;
}

uint64_t json_input_size(const struct json *r)
{
	return r->text_off + r->text_len;
}

static void scan_window(struct json *r, const char *win, size_t n)
{
	r->h.win = win;
	r->h.win_off = r->text_off + (uint64_t)(win - r->text);
	size_t count = r->scanner->scan(&r->scan, win, n, r->places);
	r->h.it = r->places;
	r->h.end = r->places + count;
	r->win_len = (uint32_t)n;
	r->newlines += r->scan.newlines;
	if (r->scan.newlines)
		r->last_newline = r->h.win_off + r->scan.last_newline;
	r->suspect |= r->scan.suspect;
	r->h.quick = r->suspect || count < 4 ? r->places : r->h.end - 3;
}

/* Counts the lines before their bytes leave the buffer. The scanner has counted the newlines of the
 * whole text; those of the kept part, which is nearly always short, are counted here and
 * subtracted. */
static void count_lines(struct json *r, size_t gone)
{
	if (gone == 0 || r->newlines == 0)
		return;
	const char *begin = r->text, *cut = r->text + gone, *end = r->text + r->text_len,
		   *last = json_at(r, r->last_newline);
	uint64_t kept = 0;
	for (const char *p = cut; p <= last && (p = memchr(p, '\n', (size_t)(end - p))) != NULL;
		p++)
		kept++;
	if (r->newlines > kept) {
		for (last = cut <= last ? cut - 1 : last; last > begin && *last != '\n';)
			last--;
		r->line_off = r->text_off + (uint64_t)(last - begin) + 1;
	}
	r->lines += r->newlines - kept;
	r->newlines = kept;
}

static void need_room(struct json *r, size_t need)
{
	if (need <= r->buf_cap)
		return;
	size_t cap = r->buf_cap ? 2 * r->buf_cap
				: ROOM; /* doubling keeps the moves of a long string linear */
	r->buf_cap = need > cap ? need : cap;
	r->buf = xrealloc_array(r->buf, r->buf_cap, 1);
}

/* Drops all bytes except the held ones, which move to the front of the buffer. */
static void forget(struct json *r)
{
	size_t gone = r->hold == JSON_NO_HOLD ? r->text_len : (size_t)(r->hold - r->text_off);
	size_t kept = r->text_len - gone;

	json_save_keys(r, r->text_off + gone);
	count_lines(r, gone);
	if (r->text != r->buf)
		r->text += gone;
	else if (kept)
		memmove(r->buf, r->buf + gone, kept);
	r->text_off += gone;
	r->text_len = kept;
}

static void fill_block(struct json *r)
{
	r->block = (struct str){NULL, 0};
	int got = r->fill(r->ctx, &r->block, &r->fill_error);
	if (got > 0)
		return;
	r->ended = true;
	r->block.n = 0;
	if (got < 0)
		error_set(&r->fill_error, SNAP_SYSTEM, "cannot read",
			"unknown reason"); /* keeps the error of fill */
}

static void into_buffer(struct json *r)
{
	bool in_block = r->text != r->buf;

	need_room(r, r->text_len + r->window);
	if (in_block && r->text_len)
		memcpy(r->buf, r->text, r->text_len);
	r->text = r->buf;
}

/* Fills a window in the buffer, behind the kept bytes. It has whole blocks, so only the last one of
 * the input is cut. */
static bool copy_window(struct json *r, size_t size)
{
	size_t have = 0;

	into_buffer(r);
	while (have < size) {
		if (r->block.n == 0) {
			if (r->ended)
				break;
			fill_block(r);
			continue;
		}
		size_t n = size - have < r->block.n ? size - have : r->block.n;
		memcpy(r->buf + r->text_len + have, r->block.p, n);
		r->block.p += n;
		r->block.n -= n;
		have += n;
	}
	r->text_len += have;
	if (have)
		scan_window(r, r->buf + r->text_len - have, have);
	return have != 0;
}

/* Copied windows hold only bytes around a border of blocks, so they are small. They grow with a
 * long string, so that moving the kept bytes stays linear. */
static size_t bridge_size(const struct json *r)
{
	size_t size = r->text_len > BRIDGE ? r->text_len / JSON_BLOCK * JSON_BLOCK : BRIDGE;

	return size < r->window ? size : r->window;
}

static bool next_stream_window(struct json *r)
{
	forget(r);
	bool in_buffer = r->text_len > 0 && r->text == r->buf;
	if (in_buffer || (r->block.n < DIRECT && r->block.n < r->window))
		return copy_window(r, bridge_size(r));
	const char *win = r->block.p;
	size_t size = r->block.n < r->window ? r->block.n / JSON_BLOCK * JSON_BLOCK : r->window;
	if (r->text_len == 0)
		r->text = win; /* else the kept bytes are in front of it, in the same block */
	r->text_len += size;
	r->block.p += size;
	r->block.n -= size;
	scan_window(r, win, size);
	return true;
}

static bool next_memory_window(struct json *r)
{
	size_t n = r->text_len - r->scanned;

	if (n == 0)
		return false;
	if (n > r->window)
		n = r->window;
	scan_window(r, r->text + r->scanned, n);
	r->scanned += n;
	return true;
}

static bool has_bom(const struct json *r)
{
	return r->text_len >= 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0;
}

bool json_more(struct json *r)
{
	if (r->h.state == JSON_READER_FAILED)
		return false;
	r->suspect = false; /* summed over windows inside a string, which have no places */
	do {
		bool first = json_input_size(r) == 0 || (r->fill == NULL && r->scanned == 0);

		if (!(r->fill ? next_stream_window(r) : next_memory_window(r)))
			return false;
		if (first && has_bom(r)) {
			json_fail_at(
				r, IN_CONTAINER, 0, "a byte order mark; JSON begins without one");
			r->hint = "remove the first three bytes: tail -c +4 FILE";
			return false;
		}
	} while (r->h.it == r->h.end);
	return true;
}
