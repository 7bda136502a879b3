/* The directory at the end of a ZIP, which is what other readers go by; all that is read from it is checked to lie inside. */
#ifndef SNAP_ZIPDIR_H
#define SNAP_ZIPDIR_H
#include <stdint.h>
#include "msg.h"
#include "str.h"

struct zipdir {
	struct str rest;   /* of the directory, not read yet */
	uint64_t count;    /* entries that are said to be there */
	struct str comment;
};

struct zipdir_entry {
	struct str name;   /* points into the given bytes; may hold any byte */
	uint64_t size, packed, offset;
	uint32_t crc;
	unsigned method, flags;
	bool dated;        /* the plugin writes none: all zero */
};

/* tail: the end of the file, from byte start of it on; it has to hold the whole directory. False with *e set: cut or damaged. */
bool zipdir_open(struct zipdir *d, struct str tail, uint64_t start, struct error *e);
/* 1: the next entry; 0: the end; -1: *e set. */
int zipdir_next(struct zipdir *d, struct zipdir_entry *entry, struct error *e);

#endif
