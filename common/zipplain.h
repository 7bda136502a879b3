/* A plain ZIP, as most snapshots are: a regular file with one deflated member, snapshot.json,
 * optionally followed by a stored one, capture.json. */
#ifndef SNAP_ZIPPLAIN_H
#define SNAP_ZIPPLAIN_H
#include "raw.h"

struct zipplain {
	int fd;
	struct str text;              /* the whole file, if it is in memory; else empty */
	uint64_t at, packed;          /* offset and number of the deflated bytes */
	uint64_t size;                /* of the JSON */
	uint32_t crc;                 /* of the JSON */
	uint64_t info_at;             /* offset of the bytes of capture.json; 0: no such member */
	uint32_t info_size, info_crc; /* info_size is at most CAPTURE_MAX */
};

/* Verifies all bytes around the deflated ones, as zipread does. False: the file is unusual or
 * damaged; zipread then reads it and sets the error. The position of raw does not change; *found is
 * valid until the next read from raw. */
bool zipplain_find(const struct raw *raw, struct zipplain *found);
/* Appends capture.json, verified, to *text. False: the file has changed or cannot be read. */
bool zipplain_info(const struct zipplain *file, struct strbuf *text);
/* n bytes from offset at: in file->text, or read into room. NULL: the file is shorter now, or
 * cannot be read. */
const char *zipplain_bytes(const struct zipplain *file, uint64_t at, char *room, size_t n);

#endif
