#include "annex.h"
#include <libdeflate.h>
#include "common/capture_info.h"
#include "common/zipdir.h"
#include "common/zipput.h"
#include "common/zipread.h"

enum {
	SIGNATURE = 4,
	/* The plugin's directory has 59 bytes, or 87 with ZIP64, and the end records at most 98. */
	HELD_MAX = 1024,
	ENTRY_SIZE = 46
};
static const char signature[SIGNATURE] = "PK\1\2";

static bool pass(struct annex *x, size_t n, annex_sink *sink, void *ctx, struct error *e)
{
	if (!n)
		return true;
	bool ok = sink(ctx, x->held.s, n, e);
	x->passed += n;
	memmove(x->held.s, x->held.s + n, x->held.len - n + 1);
	x->held.len -= n;
	return ok;
}

/* Start of the bytes to hold: the last signature of a directory entry that is near enough to the
 * end to be the plugin's; else a part of a signature at the end. */
static size_t hold_from(struct str s)
{
	size_t far = s.n > HELD_MAX ? s.n - HELD_MAX : 0;

	for (size_t at = s.n; at-- > far;)
		if (s.n - at >= SIGNATURE && memcmp(s.p + at, signature, SIGNATURE) == 0)
			return at;
	for (size_t n = SIGNATURE - 1; n > 0; n--)
		if (s.n >= n && memcmp(s.p + s.n - n, signature, n) == 0)
			return s.n - n;
	return s.n;
}

bool annex_feed(
	struct annex *x, const char *bytes, size_t n, annex_sink *sink, void *ctx, struct error *e)
{
	strbuf_add(&x->held, bytes, n);
	return pass(x, hold_from(strbuf_str(&x->held)), sink, ctx, e);
}

bool annex_flush(struct annex *x, annex_sink *sink, void *ctx, struct error *e)
{
	return pass(x, x->held.len, sink, ctx, e);
}

bool annex_has_one(const struct annex *x)
{
	struct str entry = strbuf_str(&x->held), name = STR(CAPTURE_MEMBER);

	return entry.n > ENTRY_SIZE + name.n && memcmp(entry.p + ENTRY_SIZE, name.p, name.n) == 0;
}

void annex_free(struct annex *x)
{
	strbuf_free(&x->held);
}

/* The common fields of local header and directory entry: stored, no date. */
static void put_fields(struct strbuf *b, struct str json, bool far)
{
	zip_put(b, far ? ZIP_VERSION_64 : ZIP_VERSION, 2);
	zip_put(b, 0, 2 + 2 + 4);
	zip_put(b, libdeflate_crc32(0, json.p, json.n), 4);
	zip_put(b, json.n, 4);
	zip_put(b, json.n, 4);
	zip_put(b, sizeof CAPTURE_MEMBER - 1, 2);
	zip_put(b, far ? 12 : 0, 2); /* extra */
}

static void put_member(struct strbuf *b, struct str json)
{
	strbuf_add(b, "PK\3\4", 4);
	put_fields(b, json, false);
	strbuf_addz(b, CAPTURE_MEMBER);
	strbuf_addstr(b, json);
}

static void put_entry(struct strbuf *b, struct str json, uint64_t at)
{
	bool far = at >= UINT32_MAX;

	strbuf_addstr(b, (struct str){signature, SIGNATURE});
	zip_put(b, far ? ZIP_VERSION_64 : ZIP_VERSION, 2);
	put_fields(b, json, far);
	zip_put(b, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
	zip_put(b, far ? UINT32_MAX : at, 4);
	strbuf_addz(b, CAPTURE_MEMBER);
	if (far) {
		zip_put(b, ZIP_64_EXTRA, 2);
		zip_put(b, 8, 2);
		zip_put(b, at, 8);
	}
}

/* True if the held bytes are a directory with the only entry snapshot.json, and the end records. */
static bool is_plugins(const struct annex *x, struct zipdir *dir)
{
	struct error ignored = {0};
	struct zip_head entry;

	if (!zipdir_open(dir, strbuf_str(&x->held), x->passed, &ignored) ||
		dir->rest.p != x->held.s || dir->count != 1)
		return false;
	struct zipdir copy = *dir;
	return zipdir_next(&copy, &entry, &ignored) == 1 &&
		str_eq(entry.name, STR(SNAPSHOT_MEMBER)) && !copy.rest.n;
}

bool annex_end(
	struct annex *x, struct str json, bool *added, annex_sink *sink, void *ctx, struct error *e)
{
	struct zipdir dir;
	struct strbuf b = {0};

	*added = is_plugins(x, &dir);
	if (!*added)
		return annex_flush(x, sink, ctx, e);
	put_member(&b, json);
	uint64_t at = x->passed, directory = at + b.len;
	strbuf_addstr(&b, dir.rest);
	put_entry(&b, json, at);
	zip_put_end(&b, 2, directory, at + b.len - directory, dir.comment);
	bool ok = sink(ctx, b.s, b.len, e);
	strbuf_free(&b);
	strbuf_clear(&x->held);
	return ok;
}
