#include "common/zipput.h"

void zip_put(struct strbuf *b, uint64_t value, int bytes)
{
	for (; bytes > 0; bytes--, value >>= 8)
		strbuf_addc(b, (char)(value & 0xff));
}

static void put_end64(struct strbuf *b, uint64_t entries, uint64_t directory, uint64_t length)
{
	strbuf_add(b, "PK\6\6", 4);
	zip_put(b, 44, 8);
	zip_put(b, ZIP_VERSION_64, 2);
	zip_put(b, ZIP_VERSION_64, 2);
	zip_put(b, 0, 4 + 4); /* disks */
	zip_put(b, entries, 8);
	zip_put(b, entries, 8);
	zip_put(b, length, 8);
	zip_put(b, directory, 8);
	strbuf_add(b, "PK\6\7", 4);
	zip_put(b, 0, 4);
	zip_put(b, directory + length, 8);
	zip_put(b, 1, 4);
}

void zip_put_end(
	struct strbuf *b, int entries, uint64_t directory, uint64_t length, struct str comment)
{
	bool far = directory >= UINT32_MAX;

	if (far)
		put_end64(b, (uint64_t)entries, directory, length);
	strbuf_add(b, "PK\5\6", 4);
	zip_put(b, 0, 2 + 2); /* disks */
	zip_put(b, (uint64_t)entries, 2);
	zip_put(b, (uint64_t)entries, 2);
	zip_put(b, length, 4);
	zip_put(b, far ? UINT32_MAX : directory, 4);
	zip_put(b, comment.n, 2);
	strbuf_addstr(b, comment);
}
