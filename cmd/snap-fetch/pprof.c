#include "pprof.h"

enum { BLOCK = 16384, STRING_TABLE = 6 };
/* How the value of a field is written. */
enum { VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES = 5 };

static bool no_profile(struct error *e, const char *why)
{
	return error_set(e, SNAP_INPUT, "not a profile", "%s", why);
}

bool pprof_open(struct pprof *p, uint64_t most, struct error *e)
{
	*p = (struct pprof){.most = most};
	p->begun = inflateInit2(&p->gzip, MAX_WBITS + 16) == Z_OK;
	return p->begun || error_set(e, SNAP_SYSTEM, "out of memory", "for zlib");
}

void pprof_close(struct pprof *p)
{
	if (p->begun)
		inflateEnd(&p->gzip);
	p->begun = false;
}

/* A number is whole: a field's tag, its value, or the length of one. */
static bool take_number(struct pprof *p)
{
	uint64_t number = p->number;

	p->number = 0;
	p->shift = 0;
	if (p->expects != PPROF_TAG) {
		p->skip = p->expects == PPROF_LENGTH ? number : 0;
		p->names |= p->expects == PPROF_LENGTH && p->field == STRING_TABLE;
		p->expects = PPROF_TAG;
		return true;
	}
	if (number >> 3 == 0 || number >> 3 >= 1U << 29)
		return false;
	p->field = (unsigned)(number >> 3);
	switch (number & 7) {
	case VARINT: p->expects = PPROF_VALUE; return true;
	case BYTES: p->expects = PPROF_LENGTH; return true;
	case EIGHT_BYTES: p->skip = 8; return true;
	case FOUR_BYTES: p->skip = 4; return true;
	default: return false;
	}
}

static bool take_fields(struct pprof *p, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n;) {
		if (p->skip) {
			size_t step = p->skip < n - i ? (size_t)p->skip : n - i;

			p->skip -= step;
			i += step;
			continue;
		}
		unsigned char byte = bytes[i++];
		if (p->shift > 63)
			return false;
		p->number |= (uint64_t)(byte & 0x7f) << p->shift;
		p->shift += 7;
		if (!(byte & 0x80) && !take_number(p))
			return false;
	}
	return true;
}

bool pprof_feed(struct pprof *p, struct str bytes, struct error *e)
{
	unsigned char block[BLOCK];
	z_stream *z = &p->gzip;

	z->next_in = (const unsigned char *)bytes.p;
	z->avail_in = (unsigned)bytes.n;
	for (bool full = false; z->avail_in || full;) {
		if (p->ended)
			return no_profile(e, "more bytes follow the gzip data");
		z->next_out = block;
		z->avail_out = BLOCK;
		int result = inflate(z, Z_NO_FLUSH);
		size_t n = BLOCK - z->avail_out;

		if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
			return no_profile(e, z->msg ? z->msg : "no gzip data");
		p->bytes += n;
		if (p->bytes > p->most)
			return pprof_too_big(p->most, e);
		if (!take_fields(p, block, n))
			return no_profile(e, "the gzip data are no fields of Protocol Buffers");
		p->ended = result == Z_STREAM_END;
		full = !p->ended && z->avail_out == 0;
	}
	return true;
}

bool pprof_too_big(uint64_t most, struct error *e)
{
	error_set(e, SNAP_LIMIT, "too big", "the profile has more than %llu bytes",
		(unsigned long long)most);
	error_hint(e, "--max-size with more, if that is the scheduler");
	return false;
}

bool pprof_finish(const struct pprof *p, struct error *e)
{
	if (!p->gzip.total_in)
		return no_profile(e, "it is empty");
	if (!p->ended)
		return no_profile(e, "the gzip data are cut");
	if (p->skip || p->shift || p->expects != PPROF_TAG)
		return no_profile(e, "its last field is cut");
	return p->names || no_profile(e, "it has no table of names");
}
