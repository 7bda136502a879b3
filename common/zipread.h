/* A ZIP read front to back, from a file or a pipe: its members in order, their bytes, and at the
 * end its directory, compared whole with what was met on the way. Every byte of the file belongs to
 * a member, the directory or what ends it; members and entries come in the same order. */
#ifndef SNAP_ZIPREAD_H
#define SNAP_ZIPREAD_H
#include <stdint.h>
#include <time.h>
#include "msg.h"
#include "raw.h"
#include "str.h"

struct zipread; /* owned by the caller until zipread_free */

struct zip_member {
	const char *name; /* the bytes in the archive, mostly UTF-8; owned by the reader, valid
			     until zipread_free */
	int64_t size;     /* bytes uncompressed, -1: not known until it was read */
	time_t mtime;     /* 0: none */
	bool directory, encrypted;
	unsigned method; /* 0 stored, 8 deflated */
	/* Only known when it was read. */
	uint64_t packed;
	uint32_t crc;
};

/* max_size: bytes that may come out of all members together; over it the error is SNAP_LIMIT. raw
 * stays the caller's and must outlive the reader. */
struct zipread *zipread_new(struct raw *raw, uint64_t max_size);
/* The next member. What is left of the one before is read and verified. 1: a member; 0: the end,
 * directory there and in agreement; -1: *e set. */
int zipread_next(struct zipread *z, struct error *e);
/* The next block of the current member, valid until the next call. 1: a block; 0: its end, size and
 * CRC verified; -1: *e set. */
int zipread_data(struct zipread *z, struct str *block, struct error *e);
/* All members met so far, the current one last; sizes of those that were read are known. */
const struct zip_member *zipread_members(const struct zipread *z, size_t *count);
void zipread_free(struct zipread *z);

/* "more than 8.0GiB come out of it" */
bool zipread_too_big(uint64_t max_size, struct error *e);

/* The member that is read. One in a folder, "x/snapshot.json", is another (rules/01 1.1). */
#define SNAPSHOT_MEMBER "snapshot.json"

#endif
