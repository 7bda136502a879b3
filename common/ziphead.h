/* What a ZIP says of a member, three times over: in the local header in front of its data, perhaps
 * in a descriptor behind it, and in the directory at the end. Whoever reads front to back goes by
 * the first two, most other readers by the third: all have to agree. */
#ifndef SNAP_ZIPHEAD_H
#define SNAP_ZIPHEAD_H
#include "str.h"

enum {
	ZIP_LOCAL_SIZE = 30, /* of a local header, without name and extra fields */
	ZIP_DESCRIPTOR_LOOK =
		24 + 4,    /* so many bytes, if there are, show which form a descriptor has */
	ZIP_ENCRYPTED = 1, /* flags */
	ZIP_DESCRIPTOR = 8,
	ZIP_STRANGE = 0x2020, /* patched data, masked headers: never seen outside of one company's
				 programs */
	ZIP_STORED = 0,       /* methods */
	ZIP_DEFLATED = 8
};

struct zip_head {
	struct str name; /* points into the bytes it was read from; may hold any byte */
	uint64_t size, packed;
	uint64_t at; /* where the local header is */
	uint32_t crc;
	uint32_t time; /* MS-DOS: date << 16 | time; the plugin writes none, 0 */
	unsigned version, flags, method;
	bool zip64;    /* there is an extra field of ZIP64 */
	int64_t mtime; /* Unix, out of an extra field; 0: none */
};

/* So many bytes, the lowest first. */
static inline uint64_t zip_little(const char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | (unsigned char)p[bytes];
	return v;
}

/* The local header at p, which has ZIP_LOCAL_SIZE bytes or more, with its name and extra fields. */
size_t zip_local_length(const char *p);
/* bytes is the whole of it. False: it is not in order. */
bool zip_local_read(struct zip_head *h, struct str bytes, uint64_t at);
/* The fields that stand in the same order in a local header and in an entry of the directory:
 * h->version to h->size, from p on. */
void zip_fields_read(struct zip_head *h, const char *p);
/* Extra fields: sizes and offset that are all ones in h are replaced, mtime is set. disk: the
 * number of the disk, 0 but in a directory. False: not in order. */
bool zip_extra_read(struct zip_head *h, struct str extra, unsigned disk);
/* The descriptor at the beginning of bytes, known by the packed size in it and by what follows: its
 * length, and size, packed and CRC in *told; 0: there is none. */
size_t zip_descriptor(struct str bytes, uint64_t packed, struct zip_head *found);
/* In what the two contradict each other ("CRC"); NULL: in nothing. early: a was written in front of
 * the data, so that it may leave sizes and CRC to a descriptor. */
const char *zip_contradiction(const struct zip_head *a, const struct zip_head *known, bool early);

#endif
