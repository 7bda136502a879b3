/* A ZIP read front to back, from a file or a pipe: members in order, their data, and at the end the
 * directory, which must agree with them. Every byte of the file belongs to a member, the directory
 * or the end records; members and entries have the same order. */
#ifndef SNAP_ZIPREAD_H
#define SNAP_ZIPREAD_H
#include <stdint.h>
#include <time.h>
#include "msg.h"
#include "raw.h"
#include "str.h"

struct zipread; /* owned by the caller until zipread_free */

struct zip_member {
	const char *name; /* bytes of the archive, usually UTF-8; valid until zipread_free */
	int64_t size;     /* bytes uncompressed; -1: unknown before the member is read */
	time_t mtime;     /* 0: none */
	bool directory, encrypted;
	unsigned method; /* 0 stored, 8 deflated */
	/* Known after the member is read. */
	uint64_t packed;
	uint32_t crc;
};

/* max_size: bytes of all members together; more: *e has SNAP_LIMIT. The caller keeps owning raw,
 * which must outlive the reader. */
struct zipread *zipread_new(struct raw *raw, uint64_t max_size);
/* The next member; the rest of the current one is read and verified. 1: a member. 0: the end, and
 * the directory agrees. -1: *e is set. */
int zipread_next(struct zipread *z, struct error *e);
/* The next block of the current member, valid until the next call. 1: a block. 0: its end, size and
 * CRC verified. -1: *e is set. */
int zipread_data(struct zipread *z, struct str *block, struct error *e);
/* All members so far, the current one last. */
const struct zip_member *zipread_members(const struct zipread *z, size_t *count);
void zipread_free(struct zipread *z);

/* Sets *e to "more than 8.0GiB come out of it" with SNAP_LIMIT. Returns false. */
bool zipread_too_big(uint64_t max_size, struct error *e);

/* The member that is read. One in a folder, "x/snapshot.json", is another (rules/01 1.1). */
#define SNAPSHOT_MEMBER "snapshot.json"

#endif
