/* One bit of a ZIP is wrong, in its directory or in the records that end it: every reader of ours
 * refuses it, whatever way the bytes come, but for bits that no reader can know to be wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include "common/input.h"
#include "common/zipput.h"
#include "common/zipread.h"
#include "tap.h"

enum { STREAMED = 1, WIDE = 2, TIMES = 4, PADDED = 8 };

struct archive {
	struct strbuf bytes;
	struct strbuf open; /* for each byte the bits that may have any value */
	struct strbuf directory, directory_open;
	int count, kind;
	size_t at; /* of the directory */
};

struct member {
	const char *name, *data;
	struct strbuf packed;
	uint32_t crc;
	size_t at;
};

static void any(struct strbuf *open, size_t n)
{
	memset(strbuf_reserve(open, n), 0xff, n);
	open->len += n;
}

/* What came into bytes since has only one right value. */
static void right(const struct strbuf *bytes, struct strbuf *open)
{
	size_t n = bytes->len - open->len;

	memset(strbuf_reserve(open, n), 0, n);
	open->len += n;
}

static void pack(struct member *m, int kind)
{
	z_stream z = {0};
	size_t n = strlen(m->data);
	m->crc = (uint32_t)crc32(0, (const unsigned char *)m->data, (unsigned)n);
	if (!(kind & STREAMED)) {
		strbuf_addz(&m->packed, m->data);
		return;
	}
	deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
	z.next_in = (const unsigned char *)m->data;
	z.avail_in = (unsigned)n;
	z.avail_out = (unsigned)deflateBound(&z, n);
	z.next_out = (unsigned char *)strbuf_reserve(&m->packed, z.avail_out);
	deflate(&z, Z_FINISH);
	m->packed.len = z.total_out;
	deflateEnd(&z);
}

/* Version to size; now: sizes and CRC are known. */
static void put_fields(struct strbuf *b, const struct member *m, int kind, bool now, bool wide)
{
	zip_put(b, kind & WIDE ? 45 : 20, 2);
	zip_put(b, kind & STREAMED ? 8 : 0, 2);
	zip_put(b, kind & STREAMED ? 8 : 0, 2);
	zip_put(b, 0x58a63905, 4);
	zip_put(b, now ? m->crc : 0, 4);
	zip_put(b, wide ? UINT32_MAX : now ? m->packed.len : 0, 4);
	zip_put(b, wide ? UINT32_MAX : now ? strlen(m->data) : 0, 4);
}

static void put_wide(struct strbuf *b, const struct member *m, bool now, bool place)
{
	zip_put(b, 1, 2);
	zip_put(b, place ? 24 : 16, 2);
	zip_put(b, now ? strlen(m->data) : 0, 8);
	zip_put(b, now ? m->packed.len : 0, 8);
	if (place)
		zip_put(b, m->at, 8);
}

static void put_local(struct archive *a, const struct member *m)
{
	const bool now = !(a->kind & STREAMED), wide = a->kind & WIDE;
	struct strbuf *b = &a->bytes;

	strbuf_add(b, "PK\3\4", 4);
	put_fields(b, m, a->kind, now, wide);
	zip_put(b, strlen(m->name), 2);
	zip_put(b, wide ? 20 : 0, 2);
	strbuf_addz(b, m->name);
	if (wide)
		put_wide(b, m, now, false);
	strbuf_addstr(b, strbuf_str(&m->packed));
	if (!now) {
		strbuf_add(b, "PK\7\10", 4);
		zip_put(b, m->crc, 4);
		zip_put(b, m->packed.len, wide ? 8 : 4);
		zip_put(b, strlen(m->data), wide ? 8 : 4);
	}
}

static void put_entry(struct archive *a, const struct member *m)
{
	const bool wide = a->kind & WIDE, times = a->kind & TIMES;
	struct strbuf *b = &a->directory, *open = &a->directory_open;

	strbuf_add(b, "PK\1\2", 4);
	right(b, open);
	zip_put(b, 45, 2);
	any(open, 2); /* made by */
	put_fields(b, m, a->kind, true, wide);
	zip_put(b, strlen(m->name), 2);
	zip_put(b, (wide ? 28u : 0) + (times ? 9u : 0), 2);
	zip_put(b, 0, 2 + 2);
	right(b, open);
	zip_put(b, 0, 2 + 4);
	any(open, 2 + 4); /* attributes, inner and outer ones */
	zip_put(b, wide ? UINT32_MAX : m->at, 4);
	strbuf_addz(b, m->name);
	if (wide)
		put_wide(b, m, true, true);
	right(b, open);
	if (times) {
		strbuf_add(b, "UT\5\0\1\0\1\2\3", 9);
		any(open, 2); /* fields of a kind that one does not know are passed over */
		strbuf_add(open, "\0\0", 2);
		any(open, 5);
	}
}

static void put_end(struct archive *a, const char *comment)
{
	const bool wide = a->kind & WIDE;
	struct strbuf *b = &a->bytes, *open = &a->open;
	size_t length = a->directory.len, behind = a->at + length;

	right(b, open);
	strbuf_addstr(b, strbuf_str(&a->directory));
	strbuf_addstr(open, strbuf_str(&a->directory_open));
	if (wide) {
		strbuf_add(b, "PK\6\6\54\0\0\0\0\0\0\0", 12);
		right(b, open);
		zip_put(b, 45, 2);
		any(open, 2);
		zip_put(b, 45, 2);
		strbuf_add(open, "\22", 2); /* up to 63 readers may know it */
		zip_put(b, 0, 8);
		zip_put(b, (uint64_t)a->count, 8);
		zip_put(b, (uint64_t)a->count, 8);
		zip_put(b, length, 8);
		zip_put(b, a->at, 8);
		strbuf_add(b, "PK\6\7\0\0\0\0", 8);
		zip_put(b, behind, 8);
		zip_put(b, 1, 4);
	}
	strbuf_add(b, "PK\5\6\0\0\0\0", 8);
	zip_put(b, wide ? UINT16_MAX : (uint64_t)a->count, 2);
	zip_put(b, wide ? UINT16_MAX : (uint64_t)a->count, 2);
	zip_put(b, wide ? UINT32_MAX : length, 4);
	zip_put(b, wide ? UINT32_MAX : a->at, 4);
	zip_put(b, strlen(comment), 2);
	right(b, open);
	strbuf_addz(b, comment);
	any(open, strlen(comment));
	if (a->kind & PADDED)
		zip_put(b, 0, 300);
	right(b, open);
}

static const char json[] =
	"{\"rawObjects\":{\"pods\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}}\n";

static struct archive make(int count, int kind, const char *comment)
{
	struct member members[] = {{.name = "snapshot.json", .data = json},
		{.name = "d/", .data = ""}, {.name = "d/x", .data = "1234567"}};
	struct archive a = {.count = count, .kind = kind};

	for (int i = 0; i < count; i++) {
		struct member *m = &members[i];

		pack(m, kind);
		m->at = a.bytes.len;
		put_local(&a, m);
		put_entry(&a, m);
		strbuf_free(&m->packed);
	}
	a.at = a.bytes.len;
	put_end(&a, comment);
	return a;
}

static bool by_members(int fd)
{
	struct error e = {0};
	enum raw_kind kind;
	struct str block;
	int more = -1;
	struct raw *raw = raw_open_fd(fd, "bits");
	struct zipread *z = zipread_new(raw, 1 << 20);

	if (raw_sniff(raw, &kind, &e) && kind == RAW_ZIP)
		while ((more = zipread_next(z, &e)) > 0)
			while (zipread_data(z, &block, &e) > 0)
				;
	zipread_free(z);
	raw_close(raw);
	return more == 0 && !e.status;
}

static bool by_input(int fd, bool at_once)
{
	struct error e = {0};
	struct strbuf out = {0};
	struct str block;
	int more = -1;
	struct input *in = input_open_fd(fd, "bits", NULL, &e);

	if (in && at_once)
		input_at_once(in, 1 << 20);
	while (in && (more = input_read(in, &block, &e)) > 0)
		strbuf_addstr(&out, block);
	input_close(in);
	bool same = str_eq(strbuf_str(&out), STR(json));
	strbuf_free(&out);
	return more == 0 && same;
}

static bool by_pipe(struct str bytes)
{
	int fds[2];

	if (pipe(fds) != 0 || write(fds[1], bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	close(fds[1]);
	bool good = by_input(fds[0], false);
	close(fds[0]);
	return good;
}

/* How many of the ways take the archive for good. */
static int passes(FILE *file, struct str bytes)
{
	int fd = fileno(file), good = 0;

	if (ftruncate(fd, 0) != 0 || pwrite(fd, bytes.p, bytes.n, 0) != (ssize_t)bytes.n)
		abort();
	lseek(fd, 0, SEEK_SET);
	good += by_members(fd);
	lseek(fd, 0, SEEK_SET);
	good += by_input(fd, false);
	lseek(fd, 0, SEEK_SET);
	good += by_input(fd, true);
	return good + by_pipe(bytes);
}

enum { WAYS = 4 };

static void check(const char *what, FILE *file, struct archive a)
{
	size_t refused = 0, passed = 0, wrong = 0;

	ok(passes(file, strbuf_str(&a.bytes)) == WAYS, "%s: as it is", what);
	for (size_t i = a.at; i < a.bytes.len; i++)
		for (int bit = 1; bit < 256; bit <<= 1) {
			bool free_bit = a.open.s[i] & bit;

			a.bytes.s[i] ^= (char)bit;
			int good = passes(file, strbuf_str(&a.bytes));
			a.bytes.s[i] ^= (char)bit;
			refused += !good;
			passed += good == WAYS;
			if (good != (free_bit ? WAYS : 0) && !wrong++)
				printf("# %s: bit %02x of byte %zu behind the members: %d of %d ways pass\n",
					what, bit, i - a.at, good, WAYS);
		}
	ok(!wrong, "%s: %zu bits refused, %zu may be anything", what, refused, passed);
	strbuf_free(&a.bytes);
	strbuf_free(&a.open);
	strbuf_free(&a.directory);
	strbuf_free(&a.directory_open);
}

int main(void)
{
	FILE *file = tmpfile();

	if (!file)
		abort();
	check("streamed", file, make(1, STREAMED, ""));
	check("streamed, three members", file, make(3, STREAMED, ""));
	check("stored", file, make(1, 0, ""));
	check("stored, three members", file, make(3, 0, ""));
	check("ZIP64, streamed", file, make(1, STREAMED | WIDE, ""));
	check("ZIP64, stored, three members", file, make(3, WIDE, ""));
	check("times", file, make(1, STREAMED | TIMES, ""));
	check("a comment", file, make(1, STREAMED, "hello"));
	check("padding", file, make(1, STREAMED | PADDED, ""));
	fclose(file);
	return tap_end();
}
