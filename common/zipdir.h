/* The directory at the end of a ZIP, by which other readers find the members. All offsets are
 * checked to lie inside the file, and each number in the end records must have its only valid
 * value.
 */
#ifndef SNAP_ZIPDIR_H
#define SNAP_ZIPDIR_H
#include "msg.h"
#include "ziphead.h"

struct zipdir {
	struct str rest; /* of the directory, not read yet */
	uint64_t at;     /* offset of the directory in the file */
	uint64_t count;  /* entries, by the end records */
	uint64_t seen;   /* entries read so far */
	struct str comment;
};

/* Sets *e to "the archive is damaged: why" with a hint. Returns false. */
bool zip_damaged(struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* tail: the end of the file from byte start on, with the whole directory. False with *e set: the
 * directory is cut or damaged. */
bool zipdir_open(struct zipdir *d, struct str tail, uint64_t start, struct error *e);
/* 1: the next entry. 0: the end, after count entries. -1: *e is set. */
int zipdir_next(struct zipdir *d, struct zip_head *entry, struct error *e);

#endif
