#include <stdlib.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/zipdir.h"
#include "common/zipplain.h"
#include "common/zipread.h"

enum {
	HEADER_SIZE = 30 + sizeof SNAPSHOT_MEMBER - 1, /* with the name and without extra fields */
	DESCRIPTOR_SIZE = 16,
	TAIL_MAX = 1 << 16,
	FLAG_DESCRIPTOR = 8,
	FLAGS_PLAIN = 8 | 6 | 0x800,
	METHOD_DEFLATE = 8
};

static uint64_t little(const char *p, int bytes)
{
	uint64_t v = 0;
	while (bytes-- > 0)
		v = v << 8 | (unsigned char)p[bytes];
	return v;
}

bool zipplain_read(int fd, uint64_t at, char *to, size_t n)
{
	/* Not mapped: a file that shrinks meanwhile must not kill us. */
	for (size_t have = 0; have < n;) {
		ssize_t got = pread(fd, to + have, n - have, (off_t)(at + have));
		if (got <= 0)
			return false;
		have += (size_t)got;
	}
	return true;
}

/* The directory's only entry, when that is snapshot.json, deflated, and nothing stands in front of it. */
static bool find_member(struct str tail, uint64_t start, struct zipdir_entry *entry, const char **directory)
{
	struct zipdir dir;
	struct zipdir_entry other;
	struct error e = {0};
	if (!zipdir_open(&dir, tail, start, &e))
		return false;
	*directory = dir.rest.p;
	if (dir.count != 1 || zipdir_next(&dir, entry, &e) != 1 || zipdir_next(&dir, &other, &e) != 0)
		return false;
	return str_eq(entry->name, STR(SNAPSHOT_MEMBER)) && entry->method == METHOD_DEFLATE && !(entry->flags & ~(unsigned)FLAGS_PLAIN) &&
		entry->offset == 0;
}

/* The header in front of the data has to say what the directory says, or that it is told behind the data. */
static bool check_header(const char *p, const struct zipdir_entry *entry)
{
	const bool later = entry->flags & FLAG_DESCRIPTOR;
	return memcmp(p, "PK\3\4", 4) == 0 && little(p + 6, 2) == entry->flags && little(p + 8, 2) == entry->method &&
		little(p + 14, 4) == (later ? 0 : entry->crc) && little(p + 18, 4) == (later ? 0 : entry->packed) &&
		little(p + 22, 4) == (later ? 0 : entry->size) && little(p + 26, 2) == entry->name.n && little(p + 28, 2) == 0 &&
		memcmp(p + 30, entry->name.p, entry->name.n) == 0;
}

/* Behind the data comes the descriptor, if there is to be one, and then the directory, with nothing between. */
static bool check_behind(struct str tail, uint64_t start, const char *directory, const struct zipdir_entry *entry)
{
	size_t in_tail = (size_t)(directory - tail.p);
	uint64_t between = entry->flags & FLAG_DESCRIPTOR ? DESCRIPTOR_SIZE : 0;
	if (in_tail < between || entry->packed > UINT32_MAX || start + in_tail != HEADER_SIZE + entry->packed + between)
		return false;
	const char *p = directory - between;
	return !between || (memcmp(p, "PK\7\10", 4) == 0 && little(p + 4, 4) == entry->crc && little(p + 8, 4) == entry->packed &&
		little(p + 12, 4) == entry->size);
}

bool zipplain_find(const struct raw *raw, struct zipplain *found)
{
	char header[HEADER_SIZE], *tail;
	const char *directory;
	struct zipdir_entry entry;
	int fd = raw_whole_file(raw);
	int64_t size = raw_file_size(raw);
	if (fd < 0 || size < HEADER_SIZE)
		return false;
	size_t n = size < TAIL_MAX ? (size_t)size : TAIL_MAX;
	uint64_t start = (uint64_t)size - n;
	tail = xmalloc(n);
	bool plain = zipplain_read(fd, 0, header, sizeof header) && zipplain_read(fd, start, tail, n) &&
		find_member((struct str){tail, n}, start, &entry, &directory) && check_header(header, &entry) &&
		check_behind((struct str){tail, n}, start, directory, &entry);
	free(tail);
	if (plain)
		*found = (struct zipplain){.fd = fd, .at = HEADER_SIZE, .packed = entry.packed, .size = entry.size, .crc = entry.crc};
	return plain;
}
