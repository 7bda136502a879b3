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

const char *zipplain_bytes(const struct zipplain *file, uint64_t at, char *room, size_t n)
{
	if (file->text.n)
		return at <= file->text.n && n <= file->text.n - at ? file->text.p + at : NULL;
	/* Not mapped: a file that shrinks meanwhile must not kill us. */
	for (size_t have = 0; have < n;) {
		ssize_t got = pread(file->fd, room + have, n - have, (off_t)(at + have));
		if (got <= 0)
			return NULL;
		have += (size_t)got;
	}
	return room;
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
	char header_room[HEADER_SIZE];
	const char *directory;
	struct zipdir_entry entry;
	struct zipplain file = {.fd = raw_whole_file(raw), .text = raw_whole_text(raw), .at = HEADER_SIZE};
	int64_t size = raw_file_size(raw);
	if (file.fd < 0 || size < HEADER_SIZE)
		return false;
	size_t n = size < TAIL_MAX ? (size_t)size : TAIL_MAX;
	uint64_t start = (uint64_t)size - n;
	char *tail_room = xmalloc(n);
	const char *header = zipplain_bytes(&file, 0, header_room, sizeof header_room);
	struct str tail = {zipplain_bytes(&file, start, tail_room, n), n};
	bool plain = header && tail.p && find_member(tail, start, &entry, &directory) && check_header(header, &entry) &&
		check_behind(tail, start, directory, &entry);
	free(tail_room);
	if (plain) {
		file.packed = entry.packed;
		file.size = entry.size;
		file.crc = entry.crc;
		*found = file;
	}
	return plain;
}
