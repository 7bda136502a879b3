#include "common/ziphead.h"

enum { EXTRA_ZIP64 = 1, EXTRA_TIMES = 0x5455, VERSION_ZIP64 = 45, DISK_WIDE = 0xffff };

size_t zip_local_length(const char *p)
{
	return ZIP_LOCAL_SIZE + zip_little(p + 26, 2) + zip_little(p + 28, 2);
}

/* Values too large for their field are here, in this order. */
static bool read_zip64(struct zip_head *h, struct str field, unsigned disk)
{
	uint64_t *const wide[] = {&h->size, &h->packed, &h->at};

	h->zip64 = true;
	for (int i = 0; i < 3; i++) {
		if (*wide[i] != UINT32_MAX)
			continue;
		if (field.n < 8)
			return false;
		*wide[i] = zip_little(field.p, 8);
		field = (struct str){field.p + 8, field.n - 8};
	}
	return disk != DISK_WIDE || (field.n >= 4 && zip_little(field.p, 4) == 0);
}

bool zip_extra_read(struct zip_head *h, struct str extra, unsigned disk)
{
	for (size_t n; extra.n >= 4; extra = (struct str){extra.p + n, extra.n - n}) {
		n = 4 + (size_t)zip_little(extra.p + 2, 2);
		if (n > extra.n)
			return false;
		struct str field = {extra.p + 4, n - 4};
		unsigned id = (unsigned)zip_little(extra.p, 2);
		if (id == EXTRA_ZIP64 && !h->zip64 && !read_zip64(h, field, disk))
			return false;
		if (id == EXTRA_TIMES && field.n >= 5 && (field.p[0] & 1))
			h->mtime = (int32_t)zip_little(field.p + 1, 4);
	}
	/* Some writers align the data with up to three bytes. */
	for (size_t i = 0; i < extra.n; i++)
		if (extra.p[i])
			return false;
	return disk == 0 || (disk == DISK_WIDE && h->zip64);
}

void zip_fields_read(struct zip_head *h, const char *p)
{
	h->version = (unsigned)zip_little(p, 2);
	h->flags = (unsigned)zip_little(p + 2, 2);
	h->method = (unsigned)zip_little(p + 4, 2);
	h->time = (uint32_t)zip_little(p + 6, 4);
	h->crc = (uint32_t)zip_little(p + 10, 4);
	h->packed = zip_little(p + 14, 4);
	h->size = zip_little(p + 18, 4);
}

bool zip_local_read(struct zip_head *h, struct str bytes, uint64_t at)
{
	const char *p = bytes.p;
	size_t name = zip_little(p + 26, 2);

	*h = (struct zip_head){.name = {p + ZIP_LOCAL_SIZE, name}};
	zip_fields_read(h, p + 4);
	struct str extra = {p + ZIP_LOCAL_SIZE + name, bytes.n - ZIP_LOCAL_SIZE - name};
	if (memcmp(p, "PK\3\4", 4) != 0 || !zip_extra_read(h, extra, 0))
		return false;
	h->at = at;
	return true;
}

static bool follows(struct str bytes, size_t n)
{
	const char *p = bytes.p + n;

	return bytes.n >= n + 4 && (memcmp(p, "PK\3\4", 4) == 0 || memcmp(p, "PK\1\2", 4) == 0);
}

size_t zip_descriptor(struct str bytes, uint64_t packed, struct zip_head *found)
{
	const int mark = bytes.n >= 4 && memcmp(bytes.p, "PK\7\10", 4) == 0 ? 4 : 0;

	/* With the signature or without it: the format allows both. */
	for (int from = mark; from >= 0; from -= 4)
		for (int width = 4; width <= 8; width += 4) {
			size_t n = (size_t)(from + 4 + 2 * width);

			if (!follows(bytes, n) || zip_little(bytes.p + from + 4, width) != packed)
				continue;
			found->crc = (uint32_t)zip_little(bytes.p + from, 4);
			found->packed = packed;
			found->size = zip_little(bytes.p + from + 4 + width, width);
			return n;
		}
	return 0;
}

/* A streaming writer may need ZIP64 only after it has written the local header. */
static bool version_fits(const struct zip_head *a, const struct zip_head *known)
{
	return a->version == known->version ||
		(known->zip64 && known->version == VERSION_ZIP64 && a->version < VERSION_ZIP64);
}

const char *zip_contradiction(const struct zip_head *a, const struct zip_head *known, bool early)
{
	bool open = early && (a->flags & ZIP_DESCRIPTOR);
	/* For encrypted members the header may have a check of the password in place of the CRC. */
	bool crc = a->crc == known->crc || (open && (!a->crc || (a->flags & ZIP_ENCRYPTED)));

	return !str_eq(a->name, known->name)                          ? "name"
		: a->flags != known->flags                            ? "flags"
		: a->method != known->method                          ? "method"
		: !version_fits(a, known)                             ? "version"
		: a->time != known->time                              ? "time"
		: a->at != known->at                                  ? "place"
		: !crc                                                ? "CRC"
		: a->packed != known->packed && !(open && !a->packed) ? "packed size"
		: a->size != known->size && !(open && !a->size)       ? "size"
								      : NULL;
}
