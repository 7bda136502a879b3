#include "common/zipdir.h"

enum { END_SIZE = 22, LOCATOR_SIZE = 20, END64_SIZE = 56, ENTRY_SIZE = 46, COMMENT_MAX = 65535 };

static uint64_t little(const char *p, int bytes)
{
	uint64_t v = 0;
	while (bytes-- > 0)
		v = v << 8 | (unsigned char)p[bytes];
	return v;
}

static bool damaged(struct error *e, const char *why)
{
	error_set(e, SNAP_INPUT, "the archive is damaged", "%s", why);
	error_hint(e, "fetch it again");
	return false;
}

/* The record that ends a ZIP: its comment, if any, reaches exactly to the end of the file. */
static bool find_end(struct str tail, size_t *at)
{
	for (size_t back = END_SIZE; back <= tail.n && back <= END_SIZE + COMMENT_MAX; back++) {
		const char *p = tail.p + tail.n - back;
		if (memcmp(p, "PK\5\6", 4) == 0 && little(p + 20, 2) == back - END_SIZE) {
			*at = tail.n - back;
			return true;
		}
	}
	return false;
}

/* Where the ZIP64 end record is, if there is one in front of the end record. */
static const char *find_end64(struct str tail, uint64_t start, size_t end)
{
	if (end < LOCATOR_SIZE || memcmp(tail.p + end - LOCATOR_SIZE, "PK\6\7", 4) != 0)
		return NULL;
	uint64_t offset = little(tail.p + end - LOCATOR_SIZE + 8, 8);
	if (offset < start || offset - start > end || end - (offset - start) < END64_SIZE)
		return NULL;
	const char *p = tail.p + (offset - start);
	return memcmp(p, "PK\6\6", 4) == 0 ? p : NULL;
}

bool zipdir_open(struct zipdir *d, struct str tail, uint64_t start, struct error *e)
{
	size_t end;
	if (!find_end(tail, &end)) {
		error_set(e, SNAP_INPUT, "the archive is cut short", "it ends at byte %llu, without the directory that ends a ZIP",
			(unsigned long long)(start + tail.n));
		error_hint(e, "fetch it again");
		return false;
	}
	const char *p = tail.p + end, *p64 = find_end64(tail, start, end);
	uint64_t size = p64 ? little(p64 + 40, 8) : little(p + 12, 4), offset = p64 ? little(p64 + 48, 8) : little(p + 16, 4);
	d->count = p64 ? little(p64 + 32, 8) : little(p + 10, 2);
	if (offset < start || offset - start > end || end - (offset - start) < size)
		return damaged(e, "the place of its directory is wrong");
	d->rest = (struct str){tail.p + (offset - start), size};
	d->comment = (struct str){p + END_SIZE, tail.n - end - END_SIZE};
	return true;
}

/* Sizes and offset that do not fit 32 bits stand in an extra field, in this order, only those that are needed. */
static bool read_zip64(struct str extra, struct zipdir_entry *entry)
{
	uint64_t *const wide[] = {&entry->size, &entry->packed, &entry->offset};
	for (uint64_t n; extra.n >= 4; extra.p += n, extra.n -= n) {
		n = 4 + little(extra.p + 2, 2);
		if (n > extra.n)
			return false;
		if (little(extra.p, 2) != 1)
			continue;
		const char *p = extra.p + 4, *end = extra.p + n;
		for (int i = 0; i < 3; i++)
			if (*wide[i] == UINT32_MAX) {
				if (end - p < 8)
					return false;
				*wide[i] = little(p, 8);
				p += 8;
			}
	}
	return true;
}

int zipdir_next(struct zipdir *d, struct zipdir_entry *entry, struct error *e)
{
	const char *p = d->rest.p;
	if (!d->rest.n)
		return 0;
	if (d->rest.n < ENTRY_SIZE || memcmp(p, "PK\1\2", 4) != 0)
		return damaged(e, "its directory is not in order"), -1;
	size_t name = little(p + 28, 2), extra = little(p + 30, 2), comment = little(p + 32, 2);
	size_t whole = ENTRY_SIZE + name + extra + comment;
	if (d->rest.n < whole)
		return damaged(e, "its directory is not in order"), -1;
	*entry = (struct zipdir_entry){
		.name = {p + ENTRY_SIZE, name},
		.flags = (unsigned)little(p + 8, 2),
		.method = (unsigned)little(p + 10, 2),
		.dated = little(p + 14, 2) != 0,
		.crc = (uint32_t)little(p + 16, 4),
		.packed = little(p + 20, 4),
		.size = little(p + 24, 4),
		.offset = little(p + 42, 4),
	};
	if (!read_zip64((struct str){p + ENTRY_SIZE + name, extra}, entry))
		return damaged(e, "its directory is not in order"), -1;
	d->rest = (struct str){p + whole, d->rest.n - whole};
	return 1;
}
