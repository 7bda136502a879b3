#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>
#include "common/mem.h"
#include "common/zipstream.h"

enum { CHUNK = 1 << 16 };

/* zlib inflates, since libdeflate has no streams; the CRC is libdeflate's, which takes a third of
 * zlib's time. */
struct zipstream {
	struct zipplain file;
	z_stream z;
	uint64_t taken, made; /* deflated bytes passed to zlib, bytes of JSON returned */
	uint32_t crc;
	bool ended;
	char *room; /* CHUNK bytes, for a file that is not in memory */
};

struct zipstream *zipstream_open(const struct zipplain *file, uint64_t max_size)
{
	if (file->size > max_size)
		return NULL;
	struct zipstream *s = xcalloc(1, sizeof *s);
	s->file = *file;
	s->room = xmalloc(CHUNK);
	if (inflateInit2(&s->z, -MAX_WBITS) == Z_OK)
		return s;
	free(s->room);
	free(s);
	return NULL;
}

void zipstream_free(struct zipstream *s)
{
	if (!s)
		return;
	inflateEnd(&s->z);
	free(s->room);
	free(s);
}

/* Gives zlib more input. At the end of the input zlib may still have output. */
static bool feed(struct zipstream *s)
{
	uint64_t left = s->file.packed - s->taken;
	size_t n = left < CHUNK ? (size_t)left : CHUNK;

	if (s->z.avail_in || !n)
		return true;
	const char *bytes = zipplain_bytes(&s->file, s->file.at + s->taken, s->room, n);
	if (!bytes)
		return false;
	s->taken += n;
	s->z.next_in = (const unsigned char *)bytes;
	s->z.avail_in = (unsigned)n;
	return true;
}

int zipstream_fill(struct zipstream *s, char *to, size_t cap, size_t *n)
{
	*n = 0;
	cap = cap < UINT_MAX ? cap : UINT_MAX;
	s->z.next_out = (unsigned char *)to;
	s->z.avail_out = (unsigned)cap;
	while (s->z.avail_out && !s->ended) {
		int status = feed(s) ? inflate(&s->z, Z_NO_FLUSH) : Z_ERRNO;

		if (status != Z_OK && status != Z_STREAM_END)
			return -1;
		s->ended = status == Z_STREAM_END;
	}
	size_t made = cap - s->z.avail_out;
	uint32_t crc = libdeflate_crc32(s->crc, to, made);
	if (s->made + made > s->file.size)
		return -1;
	if (s->ended &&
		(s->made + made != s->file.size || crc != s->file.crc || s->z.avail_in ||
			s->taken != s->file.packed))
		return -1;
	s->made += made;
	s->crc = crc;
	*n = made;
	return made != 0;
}

uint32_t zipstream_crc(const struct zipstream *s)
{
	return s->crc;
}

uint64_t zipstream_taken(const struct zipstream *s)
{
	return s->file.at + s->taken;
}
