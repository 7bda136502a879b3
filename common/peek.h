/* Look-ahead in raw bytes, independent of block borders. */
#ifndef SNAP_PEEK_H
#define SNAP_PEEK_H
#include "raw.h"

struct peek {
	struct raw *raw;      /* not owned */
	struct str have;      /* the next bytes, valid until the next peek_need */
	struct strbuf joined; /* memory of have where have crosses a border */
	bool ended;           /* no bytes follow have */
};

/* Extends have to at least n bytes, or to all that are left. False: *e is set. */
bool peek_need(struct peek *k, size_t n, struct error *e);
/* Removes the first n bytes of have. */
void peek_take(struct peek *k, size_t n);
/* Offset of have in the file. */
uint64_t peek_offset(const struct peek *k);
void peek_free(struct peek *k);

#endif
