/* The directory at the end of a ZIP, which is what other readers go by. All that is read from it is
 * checked to lie inside, and every number in the records that end it has to be the only right one.
 */
#ifndef SNAP_ZIPDIR_H
#define SNAP_ZIPDIR_H
#include "msg.h"
#include "ziphead.h"

struct zipdir {
	struct str rest; /* of the directory, not read yet */
	uint64_t at;     /* where the directory begins in the file */
	uint64_t count;  /* entries that are said to be there */
	uint64_t seen;   /* entries read so far */
	struct str comment;
};

/* "the archive is damaged: why", and what to do about it. Returns false. */
bool zip_damaged(struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* tail: the end of the file, from byte start of it on; it has to hold the whole directory. False
 * with *e set: cut or damaged. */
bool zipdir_open(struct zipdir *d, struct str tail, uint64_t start, struct error *e);
/* 1: the next entry; 0: the end, and there were as many as was said; -1: *e set. */
int zipdir_next(struct zipdir *d, struct zip_head *entry, struct error *e);

#endif
