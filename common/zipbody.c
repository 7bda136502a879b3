#include <libdeflate.h>
#include <stdlib.h>
#include <zlib.h>
#include "common/mem.h"
#include "common/zipbody.h"
#include "common/zipdir.h"
#include "common/ziplib.h"

enum {
	ROOM = 1 << 16, /* small, so that it stays in the cache */
	MARK = 4,
	LZMA = 14,
	DICTIONARY_MAX = 1 << 28
};

struct zipbody {
	struct peek *in;
	const struct zip_head *local;
	const char *name;
	uint64_t packed, size; /* so far */
	uint32_t crc;
	z_stream z;
	char *room;         /* deflated: ROOM bytes for what comes out */
	bool inflated;      /* deflated: that was all */
	struct ziplib *lib; /* other methods */
	bool over;          /* the data has ended and was verified */
};

static int cut_short(const struct zipbody *b, struct error *e)
{
	error_set(e, SNAP_INPUT, "the archive is cut short", "it ends at byte %llu in %.200s",
		(unsigned long long)(peek_offset(b->in) + b->in->have.n), b->name);
	error_hint(e, "fetch it again");
	return -1;
}

static bool bad(const struct zipbody *b, const char *what, struct error *e)
{
	return zip_damaged(e, "bad %s in %.200s", what, b->name);
}

static void take(struct zipbody *b, size_t n)
{
	peek_take(b->in, n);
	b->packed += n;
}

/* The local header does not have the size of the data. */
static bool is_open(const struct zipbody *b)
{
	return (b->local->flags & ZIP_DESCRIPTOR) && !b->local->packed;
}

/* Number of the available bytes in front of a descriptor, which is recognized by its packed size.
 * *end: the descriptor follows. */
static size_t before_descriptor(const struct zipbody *b, bool *end)
{
	struct str have = b->in->have;
	struct zip_head described;
	size_t i = 0;

	for (const char *p;
		i + MARK <= have.n && (p = memchr(have.p + i, 'P', have.n - i - (MARK - 1))); i++) {
		i = (size_t)(p - have.p);
		if (memcmp(p, "PK\7\10", MARK) != 0)
			continue;
		*end = i == 0 && zip_descriptor(have, b->packed, &described);
		return i || *end ? i : MARK;
	}
	return have.n - (MARK - 1);
}

/* The next packed bytes, which the caller takes. 1: a block; 0: the end; -1: *e is set. */
static int next_packed(struct zipbody *b, struct str *block, struct error *e)
{
	bool open = is_open(b), end = false;
	uint64_t left = open ? UINT64_MAX : b->local->packed - b->packed;

	if (!left)
		return 0;
	if (!peek_need(b->in, open ? ZIP_DESCRIPTOR_LOOK : 1, e))
		return -1;
	*block = b->in->have;
	if (block->n < (open ? MARK : 1))
		return cut_short(b, e);
	if (open)
		left = before_descriptor(b, &end);
	if (end)
		return 0;
	block->n = block->n < left ? block->n : (size_t)left;
	return 1;
}

static int stored_next(struct zipbody *b, struct str *block, struct error *e)
{
	int more = next_packed(b, block, e);

	if (more > 0)
		take(b, block->n);
	return more;
}

static int inflate_next(struct zipbody *b, struct str *block, struct error *e)
{
	b->z.next_out = (unsigned char *)b->room;
	b->z.avail_out = ROOM;
	while (!b->inflated && b->z.avail_out == ROOM) {
		if (!peek_need(b->in, 1, e))
			return -1;
		struct str have = b->in->have;
		if (!have.n)
			return cut_short(b, e);
		unsigned n = have.n < UINT32_MAX ? (unsigned)have.n : UINT32_MAX;
		b->z.next_in = (const unsigned char *)have.p;
		b->z.avail_in = n;
		int status = inflate(&b->z, Z_NO_FLUSH);
		take(b, n - b->z.avail_in);
		if (status == Z_MEM_ERROR)
			out_of_memory();
		if (status != Z_OK && status != Z_STREAM_END)
			return zip_damaged(e, "%s in %.200s", b->z.msg ? b->z.msg : "bad data",
				       b->name),
			       -1;
		b->inflated = status == Z_STREAM_END;
	}
	*block = (struct str){b->room, ROOM - b->z.avail_out};
	return block->n != 0;
}

static int to_lib(void *ctx, struct str *block, struct error *e)
{
	return stored_next(ctx, block, e);
}

/* The end of the data: all packed bytes must be used. */
static bool end_lib(struct zipbody *b, struct error *e)
{
	struct str block;
	int more = next_packed(b, &block, e);

	return more == 0 || (more > 0 && bad(b, "packed size", e));
}

static bool read_descriptor(struct zipbody *b, struct zip_head *described, struct error *e)
{
	if (!peek_need(b->in, ZIP_DESCRIPTOR_LOOK, e))
		return false;
	size_t n = zip_descriptor(b->in->have, b->packed, described);
	if (!n && b->in->have.n < ZIP_DESCRIPTOR_LOOK)
		return cut_short(b, e), false;
	peek_take(b->in, n);
	return n ||
		zip_damaged(e, "what should follow the data of %.200s is not in order", b->name);
}

struct zip_head zipbody_known(const struct zipbody *b)
{
	struct zip_head known = *b->local;

	known.packed = b->packed;
	known.size = b->size;
	known.crc = b->crc;
	return known;
}

static bool finish(struct zipbody *b, struct error *e)
{
	struct zip_head known = zipbody_known(b), described = known;

	if ((b->local->flags & ZIP_DESCRIPTOR) && !read_descriptor(b, &described, e))
		return false;
	const char *what = zip_contradiction(b->local, &known, true);
	if (!what)
		what = zip_contradiction(&described, &known, false);
	b->over = true;
	return !what || bad(b, what, e);
}

int zipbody_next(struct zipbody *b, struct str *block, struct error *e)
{
	if (b->over)
		return 0;
	int more = b->room ? inflate_next(b, block, e)
		: b->lib   ? ziplib_next(b->lib, block, e)
			   : stored_next(b, block, e);
	if (more > 0) {
		b->size += block->n;
		b->crc = libdeflate_crc32(b->crc, block->p, block->n);
	}
	if (more == 0 && b->lib && !end_lib(b, e))
		return -1;
	return more == 0 && !finish(b, e) ? -1 : more;
}

bool zipbody_skip(struct zipbody *b, struct error *e)
{
	struct str block;
	struct zip_head described = *b->local;
	int more;

	while ((more = stored_next(b, &block, e)) > 0)
		;
	if (more < 0 || ((b->local->flags & ZIP_DESCRIPTOR) && !read_descriptor(b, &described, e)))
		return false;
	b->size = described.size;
	b->crc = described.crc;
	b->over = true;
	return true;
}

/* What can be unpacked here, or passed over. */
static bool check(const struct zip_head *local, const char *name, struct error *e)
{
	if (local->flags & ZIP_STRANGE) {
		error_set(e, SNAP_INPUT, "cannot be unpacked", "the flags of %.200s are %x", name,
			local->flags);
		return false;
	}
	bool other = local->method != ZIP_STORED && local->method != ZIP_DEFLATED &&
		!(local->flags & ZIP_ENCRYPTED);
	if (!other || !(local->flags & ZIP_DESCRIPTOR))
		return true;
	error_set(e, SNAP_INPUT, "cannot be unpacked",
		"%.200s is packed by method %u and its size is told behind it", name,
		local->method);
	error_hint(e, "unzip -p FILE %.200s, piped into %s", name, msg_program());
	return false;
}

/* LZMA's decoder allocates the size that the first bytes name: version, length of the properties, a
 * byte, size of the dictionary. */
static bool check_lzma(struct peek *in, const char *name, struct error *e)
{
	enum { SIZE_AT = 5, LOOK = SIZE_AT + 4 };

	if (!peek_need(in, LOOK, e))
		return false;
	uint64_t size = in->have.n < LOOK ? 0 : zip_little(in->have.p + SIZE_AT, 4);
	if (size <= DICTIONARY_MAX)
		return true;
	error_set(e, SNAP_LIMIT, "too big", "%.200s wants a dictionary of %llu bytes", name,
		(unsigned long long)size);
	error_hint(e, "unzip -p FILE %.200s, piped into %s, if it is to be trusted", name,
		msg_program());
	return false;
}

struct zipbody *zipbody_new(
	struct peek *in, const struct zip_head *local, const char *name, struct error *e)
{
	if (!check(local, name, e) || (local->method == LZMA && !check_lzma(in, name, e)))
		return NULL;
	struct zipbody *b = xcalloc(1, sizeof *b);
	*b = (struct zipbody){.in = in, .local = local, .name = name};
	if (local->flags & ZIP_ENCRYPTED || local->method == ZIP_STORED)
		return b;
	if (local->method != ZIP_DEFLATED) {
		b->lib = ziplib_new(local, name, to_lib, b);
		return b;
	}
	if (inflateInit2(&b->z, -MAX_WBITS) != Z_OK)
		out_of_memory();
	b->room = xmalloc(ROOM);
	return b;
}

void zipbody_free(struct zipbody *b)
{
	if (!b)
		return;
	if (b->room)
		inflateEnd(&b->z);
	free(b->room);
	ziplib_free(b->lib);
	free(b);
}
