/* The usual snapshot: a regular file that is a ZIP of one deflated member, snapshot.json, and
 * perhaps a stored one, capture.json, behind it, and nothing else. */
#ifndef SNAP_ZIPPLAIN_H
#define SNAP_ZIPPLAIN_H
#include "raw.h"

struct zipplain {
	int fd;
	struct str text;     /* of the whole file where that is at hand; else empty */
	uint64_t at, packed; /* where the deflated bytes are, and how many */
	uint64_t size;       /* of the JSON */
	uint32_t crc;        /* of the JSON */
	uint64_t info_at; /* where the bytes of capture.json are, at most CAPTURE_MAX; 0: there is
			     none */
	uint32_t info_size, info_crc;
};

/* What surrounds the deflated bytes is all verified, as zipread does. False whenever anything is
 * out of the ordinary, be it wrong or merely rare: zipread then reads the file and has the words
 * for it. Where raw reads next stays as it is; what is found stays valid as long as raw is not read
 * from. */
bool zipplain_find(const struct raw *raw, struct zipplain *found);
/* The text of capture.json, verified, appended to *text. False: it is not as it was found, or not
 * readable. */
bool zipplain_info(const struct zipplain *file, struct strbuf *text);
/* n bytes from byte at of the file on: in text, or read into room. NULL: there are fewer now, or
 * reading failed. */
const char *zipplain_bytes(const struct zipplain *file, uint64_t at, char *room, size_t n);

#endif
