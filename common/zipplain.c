#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/capture_info.h"
#include "common/mem.h"
#include "common/zipdir.h"
#include "common/zipplain.h"
#include "common/zipread.h"

enum {
	HEADER_SIZE = 30 + sizeof SNAPSHOT_MEMBER - 1, /* with the name and without extra fields */
	INFO_HEADER_SIZE = 30 + sizeof CAPTURE_MEMBER - 1,
	TAIL_MAX = 1 << 16,
	FLAGS_PLAIN = ZIP_DESCRIPTOR | 6 | 0x800
};

const char *zipplain_bytes(const struct zipplain *file, uint64_t at, char *room, size_t n)
{
	if (file->text.n)
		return at <= file->text.n && n <= file->text.n - at ? file->text.p + at : NULL;
	/* Not mapped: if the file shrinks meanwhile, a mapping would raise SIGBUS. */
	for (size_t have = 0; have < n;) {
		ssize_t got = pread(file->fd, room + have, n - have, (off_t)(at + have));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return NULL; /* zipread meets it again, and has the words */
		have += (size_t)got;
	}
	return room;
}

/* The directory: snapshot.json, deflated, and optionally capture.json, stored. */
struct contents {
	const char *directory; /* where it begins */
	struct zip_head snapshot, info;
	bool has_info;
};

static bool is_snapshot(const struct zip_head *entry)
{
	return str_eq(entry->name, STR(SNAPSHOT_MEMBER)) && entry->method == ZIP_DEFLATED &&
		!(entry->flags & ~(unsigned)FLAGS_PLAIN) && entry->at == 0;
}

static bool is_info(const struct zip_head *entry)
{
	return str_eq(entry->name, STR(CAPTURE_MEMBER)) && entry->method == ZIP_STORED &&
		!entry->flags && entry->size == entry->packed && entry->size <= CAPTURE_MAX;
}

static bool read_directory(struct str tail, uint64_t start, struct contents *c)
{
	struct zipdir dir;
	struct zip_head other;
	struct error e = {0};

	if (!zipdir_open(&dir, tail, start, &e))
		return false;
	c->directory = dir.rest.p;
	c->has_info = dir.count == 2;
	if (dir.count < 1 || dir.count > 2 || zipdir_next(&dir, &c->snapshot, &e) != 1 ||
		!is_snapshot(&c->snapshot))
		return false;
	if (c->has_info && (zipdir_next(&dir, &c->info, &e) != 1 || !is_info(&c->info)))
		return false;
	return zipdir_next(&dir, &other, &e) == 0;
}

/* The local header, without extra fields here. */
static bool check_header(const char *p, const struct zip_head *entry)
{
	struct zip_head local;
	size_t n = ZIP_LOCAL_SIZE + entry->name.n;

	return zip_local_length(p) == n && zip_local_read(&local, (struct str){p, n}, entry->at) &&
		!zip_contradiction(&local, entry, true);
}

/* The descriptor must fill the bytes between the data and the next record. */
static bool check_descriptor(struct str bytes, size_t between, const struct zip_head *entry)
{
	struct zip_head found = *entry;

	return between <= ZIP_DESCRIPTOR_LOOK &&
		zip_descriptor(bytes, entry->packed, &found) == between &&
		!zip_contradiction(&found, entry, false);
}

/* The data is followed by the descriptor, if the header requires one, then by capture.json, if the
 * directory has it, then by the directory, without gaps. */
static bool check_behind(struct str tail, uint64_t start, const struct contents *c)
{
	const struct zip_head *entry = &c->snapshot;
	size_t end = (size_t)(c->directory - tail.p); /* of what is looked at, from the back */

	if (c->has_info) {
		size_t whole = INFO_HEADER_SIZE + (size_t)c->info.size;

		if (end < whole || c->info.at != start + end - whole ||
			!check_header(tail.p + (end - whole), &c->info))
			return false;
		end -= whole;
	}
	if (start + end < HEADER_SIZE || entry->packed > start + end - HEADER_SIZE)
		return false;
	uint64_t between = start + end - HEADER_SIZE - entry->packed;
	if (between > end || !(entry->flags & ZIP_DESCRIPTOR))
		return between == 0;
	return check_descriptor((struct str){tail.p + (end - between), tail.n - (end - between)},
		(size_t)between, entry);
}

bool zipplain_find(const struct raw *raw, struct zipplain *found)
{
	char header_room[HEADER_SIZE];
	struct contents c;
	struct zipplain file = {
		.fd = raw_whole_file(raw), .text = raw_whole_text(raw), .at = HEADER_SIZE};
	int64_t size = raw_file_size(raw);

	if (file.fd < 0 || size < HEADER_SIZE)
		return false;
	size_t n = size < TAIL_MAX ? (size_t)size : TAIL_MAX;
	uint64_t start = (uint64_t)size - n;
	char *tail_room = xmalloc(n);
	const char *header = zipplain_bytes(&file, 0, header_room, sizeof header_room);
	struct str tail = {zipplain_bytes(&file, start, tail_room, n), n};
	bool plain = header && tail.p && read_directory(tail, start, &c) &&
		check_header(header, &c.snapshot) && check_behind(tail, start, &c);
	free(tail_room);
	if (plain) {
		file.packed = c.snapshot.packed;
		file.size = c.snapshot.size;
		file.crc = c.snapshot.crc;
		if (c.has_info) {
			file.info_at = c.info.at + INFO_HEADER_SIZE;
			file.info_size = (uint32_t)c.info.size;
			file.info_crc = c.info.crc;
		}
		*found = file;
	}
	return plain;
}

bool zipplain_info(const struct zipplain *file, struct strbuf *text)
{
	char *room = strbuf_reserve(text, file->info_size);
	const char *bytes = zipplain_bytes(file, file->info_at, room, file->info_size);

	if (!bytes || libdeflate_crc32(0, bytes, file->info_size) != file->info_crc)
		return false;
	if (bytes == room) {
		text->len += file->info_size;
		text->s[text->len] = 0;
	} else {
		strbuf_add(text, bytes, file->info_size);
	}
	return true;
}
