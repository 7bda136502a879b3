#include <archive_entry.h>
#include <stdlib.h>
#include <zlib.h>
#include "common/larchive.h"
#include "common/mem.h"
#include "common/unpack.h"

/* gzip uses zlib directly: libarchive does not verify the CRC of gzip. */
struct unpack {
	enum raw_kind kind;
	struct raw *raw;
	struct larchive l; /* xz, zstd */
	z_stream z;        /* gzip */
	bool between;      /* gzip: at the end of a member, which may be the last */
	char *out;
};

static bool start_gzip(struct unpack *u, struct error *e)
{
	u->out = xmalloc(RAW_BLOCK);
	u->between = false;
	if (inflateInit2(&u->z, MAX_WBITS + 16) == Z_OK)
		return true;
	error_set(e, SNAP_SYSTEM, "out of memory", "%s", u->z.msg ? u->z.msg : "");
	return false;
}

static bool start_libarchive(struct unpack *u, struct error *e)
{
	struct archive_entry *entry;

	larchive_enter();
	larchive_init(&u->l, u->raw);
	bool able = archive_read_support_format_raw(u->l.a) == ARCHIVE_OK &&
		(u->kind == RAW_XZ ? archive_read_support_filter_xz(u->l.a)
				   : archive_read_support_filter_zstd(u->l.a)) == ARCHIVE_OK;
	if (!able)
		out_of_memory();
	bool ok = larchive_start(&u->l, e) &&
		(archive_read_next_header(u->l.a, &entry) == ARCHIVE_OK || larchive_fail(&u->l, e));
	larchive_leave();
	return ok;
}

struct unpack *unpack_new(struct raw *raw, enum raw_kind kind, struct error *e)
{
	struct unpack *u = xcalloc(1, sizeof *u);

	u->kind = kind;
	u->raw = raw;
	if (kind == RAW_GZIP ? start_gzip(u, e) : start_libarchive(u, e))
		return u;
	unpack_free(u);
	return NULL;
}

void unpack_free(struct unpack *u)
{
	if (!u)
		return;
	if (u->l.a)
		larchive_free(&u->l);
	if (u->kind == RAW_GZIP)
		inflateEnd(&u->z);
	free(u->out);
	free(u);
}

static int damaged(const struct unpack *u, struct error *e)
{
	error_set(e, SNAP_INPUT, "the gzip data is damaged", "%s, before byte %llu",
		u->z.msg ? u->z.msg : "not in order",
		(unsigned long long)raw_offset(u->raw) - u->z.avail_in);
	error_hint(e, "fetch it again");
	return -1;
}

/* Gives zlib more input. 1: done; 0: the end, between members; -1: *e is set. */
static int feed(struct unpack *u, struct error *e)
{
	struct str block;

	if (u->z.avail_in)
		return 1;
	int more = raw_next(u->raw, &block, e);
	if (more > 0) {
		u->z.next_in = (const unsigned char *)block.p;
		u->z.avail_in = (unsigned)block.n;
	}
	if (more == 0 && !u->between) {
		error_set(e, SNAP_INPUT, "the gzip data is cut short", "it ends at byte %llu",
			(unsigned long long)raw_offset(u->raw));
		error_hint(e, "fetch it again");
		return -1;
	}
	return more;
}

static int gzip_next(struct unpack *u, struct str *block, struct error *e)
{
	u->z.next_out = (unsigned char *)u->out;
	u->z.avail_out = RAW_BLOCK;
	while (u->z.avail_out == RAW_BLOCK) {
		int more = feed(u, e);

		if (more <= 0)
			return more;
		/* Several gzip members in a row are one file. */
		if (u->between && inflateReset(&u->z) != Z_OK)
			return damaged(u, e);
		u->between = false;
		int status = inflate(&u->z, Z_NO_FLUSH);
		if (status == Z_STREAM_END)
			u->between = true;
		else if (status == Z_MEM_ERROR)
			return error_set(e, SNAP_SYSTEM, "out of memory", "%s", "in zlib"), -1;
		else if (status != Z_OK)
			return damaged(u, e);
	}
	*block = (struct str){u->out, RAW_BLOCK - u->z.avail_out};
	return 1;
}

static int libarchive_next(struct unpack *u, struct str *block, struct error *e)
{
	const void *bytes;
	size_t n;
	la_int64_t offset;

	larchive_enter();
	int status = archive_read_data_block(u->l.a, &bytes, &n, &offset);
	larchive_leave();
	if (status == ARCHIVE_EOF)
		return 0;
	if (status != ARCHIVE_OK)
		return larchive_fail(&u->l, e), -1;
	*block = (struct str){bytes, n};
	return 1;
}

int unpack_next(struct unpack *u, struct str *block, struct error *e)
{
	return u->kind == RAW_GZIP ? gzip_next(u, block, e) : libarchive_next(u, block, e);
}
