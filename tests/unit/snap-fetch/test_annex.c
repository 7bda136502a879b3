/* capture.json behind what the plugin wrote, whatever the pieces in which it comes, and every other
 * ZIP as it came. */
#include <stdlib.h>
#include "../tap.h"
#include "cmd/snap-fetch/annex.h"
#include "common/zipdir.h"
#include "common/zipwrite.h"

static const char json_text[] = "{\"pod\":\"a\"}\n";
static const struct str json = {json_text, sizeof json_text - 1};

static bool keep(void *ctx, const char *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

static bool keep_zip(void *ctx, const void *bytes, size_t n, struct error *e)
{
	return keep(ctx, bytes, n, e);
}

static struct strbuf plugins(void)
{
	struct strbuf zip = {0}, text = {0};
	struct error e = {0};

	for (unsigned i = 0; text.len < 5000; i++)
		strbuf_addf(&text, "%u PK\1\2 ", i * 2654435761u);
	struct zipwrite *z = zipwrite_new(1, keep_zip, &zip);
	if (!zipwrite_add(z, text.s, text.len, &e) || !zipwrite_end(z, &e))
		abort();
	zipwrite_free(z);
	strbuf_free(&text);
	return zip;
}

/* Through the annex in pieces of that size. */
static struct strbuf through(struct str zip, size_t piece, uint64_t passed, bool *added)
{
	struct annex x = {.passed = passed};
	struct strbuf out = {0};
	struct error e = {0};

	for (size_t at = 0; at < zip.n; at += piece)
		annex_feed(&x, zip.p + at, zip.n - at < piece ? zip.n - at : piece, keep, &out, &e);
	annex_end(&x, json, added, keep, &out, &e);
	annex_free(&x);
	return out;
}

static void pieces(void)
{
	struct strbuf zip = plugins();
	bool added;
	struct strbuf want = through(strbuf_str(&zip), zip.len, 0, &added);
	struct zipdir dir;
	struct zip_head first = {0}, second = {0};
	struct error e = {0};

	ok(added && want.len > zip.len && memcmp(want.s, zip.s, zip.len - 81) == 0,
		"what came before the directory is as it was");
	ok(zipdir_open(&dir, strbuf_str(&want), 0, &e) && dir.count == 2 &&
			zipdir_next(&dir, &first, &e) == 1 && zipdir_next(&dir, &second, &e) == 1 &&
			zipdir_next(&dir, &second, &e) == 0,
		"two entries: %s", e.why);
	ok(str_eq(second.name, STR("capture.json")) && second.at == zip.len - 81 &&
			second.size == json.n,
		"the second one");
	size_t unlike = 0;
	for (size_t piece = 1; piece < 200; piece++) {
		struct strbuf got = through(strbuf_str(&zip), piece, 0, &added);

		unlike += !added || !str_eq(strbuf_str(&got), strbuf_str(&want));
		strbuf_free(&got);
	}
	ok(!unlike, "pieces of any size give the same: %zu do not", unlike);
	struct strbuf again = through(strbuf_str(&want), 100, 0, &added);
	ok(!added && str_eq(strbuf_str(&again), strbuf_str(&want)),
		"one that has it already stays");
	for (size_t cut = 1; cut < 90; cut++) {
		struct strbuf got = through((struct str){zip.s, zip.len - cut}, 64, 0, &added);

		unlike += added || !str_eq(strbuf_str(&got), (struct str){zip.s, zip.len - cut});
		strbuf_free(&got);
	}
	ok(!unlike, "a cut one ends as it came");
	strbuf_free(&again);
	strbuf_free(&want);
	strbuf_free(&zip);
}

/* The bytes go on while they come: at most a directory is held back. */
static void flow(void)
{
	struct strbuf zip = plugins(), out = {0};
	struct annex x = {.passed = 0};
	struct error e = {0};
	size_t most = 0;

	for (size_t at = 0; at < zip.len; at++) {
		annex_feed(&x, zip.s + at, 1, keep, &out, &e);
		if (at < zip.len - 81 && at + 1 - out.len > most)
			most = at + 1 - out.len;
	}
	ok(most <= 4, "%zu bytes were held back in the middle", most);
	annex_free(&x);
	strbuf_free(&out);
	struct strbuf many = {0};
	for (int i = 0; i < 5000; i++)
		strbuf_addz(&many, "PK\1\2");
	struct annex y = {.passed = 0};
	annex_feed(&y, many.s, many.len, keep, &out, &e);
	ok(many.len - out.len <= 1024, "endless signatures are not held back");
	annex_flush(&y, keep, &out, &e);
	ok(str_eq(strbuf_str(&out), strbuf_str(&many)), "and come out as they came");
	annex_free(&y);
	strbuf_free(&out);
	strbuf_free(&many);
	strbuf_free(&zip);
}

/* As if so much had come before that offsets do not fit 32 bits. */
static void far(void)
{
	const uint64_t before = (uint64_t)5 << 30;
	static const char tail[] =
		"PK\1\2\55\0\55\0\10\0\10\0\0\0\0\0\1\2\3\4\377\377\377\377\377\377\377\377\15\0\24\0\0\0\0\0\0\0"
		"\0\0\0\0\0\0\0\0snapshot.json\1\0\20\0\0\0\0\0\2\0\0\0\0\0\0\100\1\0\0\0";
	struct strbuf zip = {0};

	strbuf_add(&zip, tail, sizeof tail - 1);
	size_t length = zip.len;
	static const unsigned char end64[] =
		"PK\6\6\54\0\0\0\0\0\0\0\55\0\55\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0";
	strbuf_add(&zip, end64, 40);
	for (int i = 0; i < 16; i++)
		strbuf_addc(&zip, (char)((i < 8 ? length >> 8 * i : before >> 8 * (i - 8)) & 255));
	strbuf_add(&zip, "PK\6\7\0\0\0", 8);
	for (int i = 0; i < 8; i++)
		strbuf_addc(&zip, (char)((before + length) >> 8 * i & 255));
	strbuf_add(&zip, "\1\0\0", 4);
	strbuf_add(&zip, "PK\5\6\0\0\0\0\1\0\1\0\117\0\0\0\377\377\377\377\0", 22);
	bool added;
	struct strbuf got = through(strbuf_str(&zip), 30, before, &added);
	struct zipdir dir;
	struct zip_head first, second;
	struct error e = {0};
	ok(added && zipdir_open(&dir, strbuf_str(&got), before, &e) && dir.count == 2, "ZIP64: %s",
		e.why);
	ok(zipdir_next(&dir, &first, &e) == 1 && first.size == (uint64_t)2 << 32 &&
			first.packed == ((uint64_t)1 << 32 | 0x40000000),
		"the first entry is as it was");
	ok(zipdir_next(&dir, &second, &e) == 1 && second.at == before && second.size == json.n,
		"the second one lies beyond 4 GiB");
	strbuf_free(&got);
	strbuf_free(&zip);
}

int main(void)
{
	pieces();
	flow();
	far();
	return tap_end();
}
