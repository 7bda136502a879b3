/* A member of more than 4 GiB whose sizes stand behind it alone, as Go's writer streams it: 64 bits
 * wide there, and nothing in front of the data says so. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include "common/zipput.h"
#include "common/zipread.h"
#include "tap.h"

enum { PIECE = 1 << 20, PIECES = 4097 };

/* PIECE zero bytes, deflated so that as many as one likes may follow each other; end: what ends
 * them. */
static struct strbuf piece(struct strbuf *end)
{
	struct strbuf out = {0};

	z_stream z = {0};
	char *zeros = calloc(1, PIECE);
	if (!zeros || deflateInit2(&z, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (unsigned char *)zeros;
	z.avail_in = PIECE;
	z.avail_out = PIECE;
	z.next_out = (unsigned char *)strbuf_reserve(&out, PIECE);
	deflate(&z, Z_FULL_FLUSH);
	out.len = z.total_out;
	z.avail_out = 100;
	z.next_out = (unsigned char *)strbuf_reserve(end, 100);
	deflate(&z, Z_FINISH);
	end->len = z.total_out - out.len;
	deflateEnd(&z);
	free(zeros);
	return out;
}

static uint32_t crc_of_all(void)
{
	char *zeros = calloc(1, PIECE);

	if (!zeros)
		abort();
	uLong one = crc32(0, (const unsigned char *)zeros, PIECE), all = one;
	for (int i = 1; i < PIECES; i++)
		all = crc32_combine(all, one, PIECE);
	free(zeros);
	return (uint32_t)all;
}

static struct strbuf make(void)
{
	struct strbuf zip = {0}, end = {0}, data = piece(&end);
	const uint64_t size = (uint64_t)PIECE * PIECES, packed = data.len * PIECES + end.len;
	uint32_t crc = crc_of_all();

	strbuf_add(&zip, "PK\3\4\24\0\10\0\10\0", 10);
	zip_put(&zip, 0, 4 + 4);
	zip_put(&zip, 0, 4 + 4);
	strbuf_add(&zip, "\1\0\0\0x", 5);
	for (int i = 0; i < PIECES; i++)
		strbuf_addstr(&zip, strbuf_str(&data));
	strbuf_addstr(&zip, strbuf_str(&end));
	strbuf_add(&zip, "PK\7\10", 4);
	zip_put(&zip, crc, 4);
	zip_put(&zip, packed, 8);
	zip_put(&zip, size, 8);
	size_t at = zip.len;
	strbuf_add(&zip, "PK\1\2\55\0\55\0\10\0\10\0\0\0\0\0", 16);
	zip_put(&zip, crc, 4);
	zip_put(&zip, packed, 4);
	zip_put(&zip, UINT32_MAX, 4);
	strbuf_add(&zip, "\1\0\14\0", 4);
	zip_put(&zip, 0, 2 + 2 + 2);
	zip_put(&zip, 0, 4 + 4);
	strbuf_add(&zip, "x\1\0\10\0", 5);
	zip_put(&zip, size, 8);
	zip_put_end(&zip, 1, at, zip.len - at, STR(""));
	strbuf_free(&data);
	strbuf_free(&end);
	return zip;
}

/* The size of its only member; *e says what is wrong with it. */
static uint64_t read_it(struct str zip, struct error *e)
{
	FILE *file = tmpfile();
	struct str block;
	uint64_t size = 0;

	if (!file || fwrite(zip.p, 1, zip.n, file) != zip.n || fflush(file) != 0)
		abort();
	rewind(file);
	struct raw *raw = raw_open_fd(fileno(file), "test");
	struct zipread *z = zipread_new(raw, (uint64_t)8 << 30);
	while (zipread_next(z, e) > 0)
		while (zipread_data(z, &block, e) > 0)
			size += block.n;
	zipread_free(z);
	raw_close(raw);
	fclose(file);
	return size;
}

int main(void)
{
	struct error e = {0};
	struct strbuf zip = make();
	uint64_t size = read_it(strbuf_str(&zip), &e);

	ok(!e.status && size == (uint64_t)PIECE * PIECES, "%llu bytes: %s",
		(unsigned long long)size, e.why);
	strbuf_free(&zip);
	return tap_end();
}
