#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>
#include "common/mem.h"
#include "common/str.h"
#include "common/zipput.h"
#include "common/zipread.h"
#include "common/zipwrite.h"

enum { CHUNK = 1 << 16, FLAG_DESCRIPTOR = 8, METHOD_DEFLATE = 8 };

struct zipwrite {
	z_stream z;
	zipwrite_sink *sink;
	void *ctx;
	uint32_t crc;
	uint64_t size, packed, written;
	unsigned char out[CHUNK];
};

static bool send(struct zipwrite *z, const void *bytes, size_t n, struct error *e)
{
	z->written += n;
	return z->sink(z->ctx, bytes, n, e);
}

static bool send_buffer(struct zipwrite *z, struct strbuf *b, struct error *e)
{
	bool ok = send(z, b->s, b->len, e);

	strbuf_free(b);
	return ok;
}

struct zipwrite *zipwrite_new(int level, zipwrite_sink *sink, void *ctx)
{
	struct zipwrite *z = xcalloc(1, sizeof *z);

	z->sink = sink;
	z->ctx = ctx;
	if (deflateInit2(&z->z, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		xmalloc(SIZE_MAX); /* reports out of memory */
	return z;
}

void zipwrite_free(struct zipwrite *z)
{
	if (!z)
		return;
	deflateEnd(&z->z);
	free(z);
}

/* The common fields of local header and directory entry, from the version on. */
static void put_fields(struct strbuf *b, const struct zipwrite *z, bool zip64, bool final)
{
	zip_put(b, zip64 ? ZIP_VERSION_64 : ZIP_VERSION, 2);
	zip_put(b, FLAG_DESCRIPTOR, 2);
	zip_put(b, METHOD_DEFLATE, 2);
	zip_put(b, 0, 4); /* no date, as the plugin */
	zip_put(b, final ? z->crc : 0, 4);
	zip_put(b, !final ? 0 : zip64 ? UINT32_MAX : z->packed, 4);
	zip_put(b, !final ? 0 : zip64 ? UINT32_MAX : z->size, 4);
	zip_put(b, sizeof SNAPSHOT_MEMBER - 1, 2);
	zip_put(b, zip64 ? 20 : 0, 2); /* extra */
}

static bool begin(struct zipwrite *z, struct error *e)
{
	struct strbuf b = {0};

	strbuf_add(&b, "PK\3\4", 4);
	put_fields(&b, z, false, false);
	strbuf_addz(&b, SNAPSHOT_MEMBER);
	return send_buffer(z, &b, e);
}

static bool deflate_some(
	struct zipwrite *z, const unsigned char *p, unsigned n, int flush, struct error *e)
{
	z->z.next_in = p;
	z->z.avail_in = n;
	do {
		z->z.next_out = z->out;
		z->z.avail_out = CHUNK;
		deflate(&z->z, flush); /* with room for output it cannot fail */
		size_t made = CHUNK - z->z.avail_out;
		z->packed += made;
		if (made && !send(z, z->out, made, e))
			return false;
	} while (z->z.avail_out == 0);
	return true;
}

bool zipwrite_add(struct zipwrite *z, const void *bytes, size_t n, struct error *e)
{
	const unsigned char *p = bytes;

	if (!z->written && !begin(z, e))
		return false;
	z->size += n;
	while (n) {
		unsigned part = n < 1u << 30 ? (unsigned)n : 1u << 30;

		z->crc = (uint32_t)crc32(z->crc, p, part);
		if (!deflate_some(z, p, part, Z_NO_FLUSH, e))
			return false;
		p += part;
		n -= part;
	}
	return true;
}

static void put_directory(
	struct strbuf *b, const struct zipwrite *z, uint64_t directory, bool zip64)
{
	size_t from = b->len;

	strbuf_add(b, "PK\1\2", 4);
	zip_put(b, zip64 ? ZIP_VERSION_64 : ZIP_VERSION, 2);
	put_fields(b, z, zip64, true);
	zip_put(b, 0, 2 + 2 + 2);
	zip_put(b, 0, 4 + 4); /* attributes, offset of the member */
	strbuf_addz(b, SNAPSHOT_MEMBER);
	if (zip64) {
		zip_put(b, ZIP_64_EXTRA, 2);
		zip_put(b, 16, 2);
		zip_put(b, z->size, 8);
		zip_put(b, z->packed, 8);
	}
	zip_put_end(b, 1, directory, b->len - from, STR(""));
}

bool zipwrite_end(struct zipwrite *z, struct error *e)
{
	struct strbuf b = {0};

	if ((!z->written && !begin(z, e)) || !deflate_some(z, NULL, 0, Z_FINISH, e))
		return false;
	bool zip64 = z->size >= UINT32_MAX || z->packed >= UINT32_MAX;
	strbuf_add(&b, "PK\7\10", 4);
	zip_put(&b, z->crc, 4);
	zip_put(&b, z->packed, zip64 ? 8 : 4);
	zip_put(&b, z->size, zip64 ? 8 : 4);
	put_directory(&b, z, z->written + b.len, zip64);
	return send_buffer(z, &b, e);
}
