#include <libdeflate.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/zipdir.h"
#include "common/zipfast.h"
#include "common/zipread.h"

enum { LOCAL_SIZE = 30, FLAG_DESCRIPTOR = 8, FLAGS_PLAIN = 8 | 6 | 0x800, METHOD_DEFLATE = 8, RATIO_MAX = 1032 };

static uint64_t little(const char *p, int bytes)
{
	uint64_t v = 0;
	while (bytes-- > 0)
		v = v << 8 | (unsigned char)p[bytes];
	return v;
}

static char *read_file(const struct raw *raw, struct str *file)
{
	int fd = raw_whole_file(raw);
	int64_t size = raw_file_size(raw);
	char *bytes = fd >= 0 && size > 0 ? malloc((size_t)size) : NULL;
	size_t have = 0;
	/* Not mapped: a file that shrinks meanwhile must not kill us. */
	while (bytes && have < (size_t)size) {
		ssize_t got = pread(fd, bytes + have, (size_t)size - have, (off_t)have);
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	*file = (struct str){bytes, have};
	return bytes;
}

/* The directory's only entry, when that is snapshot.json, deflated, and nothing stands in front of it. */
static bool find_member(struct str file, struct zipdir_entry *entry)
{
	struct zipdir dir;
	struct zipdir_entry other;
	struct error e = {0};
	if (!zipdir_open(&dir, file, 0, &e) || dir.count != 1 || zipdir_next(&dir, entry, &e) != 1 || zipdir_next(&dir, &other, &e) != 0)
		return false;
	return str_eq(entry->name, STR(SNAPSHOT_MEMBER)) && entry->method == METHOD_DEFLATE && !(entry->flags & ~(unsigned)FLAGS_PLAIN) &&
		entry->offset == 0;
}

/* The header in front of the data has to say what the directory says. */
static bool find_data(struct str file, const struct zipdir_entry *entry, struct str *data)
{
	const char *p = file.p;
	if (file.n < LOCAL_SIZE || memcmp(p, "PK\3\4", 4) != 0)
		return false;
	size_t name = little(p + 26, 2), extra = little(p + 28, 2), start = LOCAL_SIZE + name + extra;
	if (extra || start > file.n || file.n - start < entry->packed)
		return false;
	*data = (struct str){p + start, entry->packed};
	bool same = little(p + 6, 2) == entry->flags && little(p + 8, 2) == entry->method &&
		str_eq((struct str){p + LOCAL_SIZE, name}, entry->name);
	if (entry->flags & FLAG_DESCRIPTOR)
		return same;
	return same && little(p + 14, 4) == entry->crc && little(p + 18, 4) == entry->packed && little(p + 22, 4) == entry->size;
}

/* Behind the data comes the descriptor, if there is to be one, and then the directory, with nothing between. */
static bool check_behind(struct str file, struct str data, const struct zipdir_entry *entry)
{
	const char *p = data.p + data.n;
	size_t left = file.n - (size_t)(p - file.p);
	if (entry->flags & FLAG_DESCRIPTOR) {
		if (left < 16 || memcmp(p, "PK\7\10", 4) != 0 || little(p + 4, 4) != entry->crc || little(p + 8, 4) != entry->packed ||
			little(p + 12, 4) != entry->size)
			return false;
		p += 16;
		left -= 16;
	}
	return left >= 4 && memcmp(p, "PK\1\2", 4) == 0;
}

static bool inflate_whole(struct str data, const struct zipdir_entry *entry, char *out)
{
	size_t taken = 0, made = 0;
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	bool ok = d && libdeflate_deflate_decompress_ex(d, data.p, data.n, out, entry->size, &taken, &made) == LIBDEFLATE_SUCCESS;
	libdeflate_free_decompressor(d);
	return ok && taken == data.n && made == entry->size && libdeflate_crc32(0, out, made) == entry->crc;
}

char *zipfast_read(const struct raw *raw, uint64_t max_size, size_t padding, size_t *n)
{
	struct str file, data;
	struct zipdir_entry entry;
	char *out = NULL, *bytes = read_file(raw, &file);
	/* A size that deflate cannot reach is a lie: no memory is asked for on its word. */
	if (bytes && find_member(file, &entry) && find_data(file, &entry, &data) && check_behind(file, data, &entry) && entry.size <= max_size &&
		entry.size / RATIO_MAX <= entry.packed)
		out = huge_alloc(entry.size + padding);
	if (out && !inflate_whole(data, &entry, out)) {
		free(out);
		out = NULL;
	}
	if (out) {
		memset(out + entry.size, 0, padding);
		*n = entry.size;
	}
	free(bytes);
	return out;
}
