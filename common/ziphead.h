/* The header of a ZIP member, which is stored up to three times: in the local header in front of
 * the data, in an optional descriptor behind the data, and in the directory at the end. Streaming
 * readers use the first two, most other readers the third: all three must agree. */
#ifndef SNAP_ZIPHEAD_H
#define SNAP_ZIPHEAD_H
#include "str.h"

enum {
	ZIP_LOCAL_SIZE = 30, /* bytes of a local header without name and extra fields */
	/* Bytes that show, where the file has them, which form a descriptor has. */
	ZIP_DESCRIPTOR_LOOK = 24 + 4,
	/* Flags. */
	ZIP_ENCRYPTED = 1,
	ZIP_DESCRIPTOR = 8,
	ZIP_STRANGE = 0x2020, /* patched data, masked headers: of one company's programs only */
	/* Methods. */
	ZIP_STORED = 0,
	ZIP_DEFLATED = 8
};

struct zip_head {
	struct str name; /* points into the bytes that were parsed; may hold any byte */
	uint64_t size, packed;
	uint64_t at; /* offset of the local header */
	uint32_t crc;
	uint32_t time; /* MS-DOS: date << 16 | time; 0: none, as the plugin writes */
	unsigned version, flags, method;
	bool zip64;    /* has an extra field of ZIP64 */
	int64_t mtime; /* Unix, from an extra field; 0: none */
};

/* The little-endian number in `bytes` bytes. */
static inline uint64_t zip_little(const char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | (unsigned char)p[bytes];
	return v;
}

/* The length of the local header at p, with name and extra fields. p has ZIP_LOCAL_SIZE bytes or
 * more. */
size_t zip_local_length(const char *p);
/* Parses a whole local header. False: it is invalid. */
bool zip_local_read(struct zip_head *h, struct str bytes, uint64_t at);
/* Parses the fields from h->version to h->size, which local headers and directory entries have in
 * the same order. */
void zip_fields_read(struct zip_head *h, const char *p);
/* Parses extra fields: replaces sizes and offset of h that are all ones, and sets mtime. disk: the
 * number of the disk, 0 outside the directory. False: they are invalid. */
bool zip_extra_read(struct zip_head *h, struct str extra, unsigned disk);
/* The descriptor at the beginning of bytes, recognized by its packed size and by the bytes behind
 * it. Returns its length and sets size, packed and CRC of *found. 0: no descriptor. */
size_t zip_descriptor(struct str bytes, uint64_t packed, struct zip_head *found);
/* The field in which the two differ ("CRC"); NULL: none. early: a was written in front of the data,
 * so it may leave sizes and CRC to a descriptor. */
const char *zip_contradiction(const struct zip_head *a, const struct zip_head *known, bool early);

#endif
