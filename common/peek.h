/* Looking ahead in raw bytes without regard to the edges of their blocks. */
#ifndef SNAP_PEEK_H
#define SNAP_PEEK_H
#include "raw.h"

struct peek {
	struct raw *raw;      /* not owned */
	struct str have;      /* the next bytes, valid until the next peek_need */
	struct strbuf joined; /* what have is in where it crosses an edge */
	bool ended;           /* nothing follows have */
};

/* At least n bytes into have, or all that are left. False: reading failed, *e set. */
bool peek_need(struct peek *k, size_t n, struct error *e);
void peek_take(struct peek *k, size_t n);   /* the first n bytes of have are done with */
uint64_t peek_offset(const struct peek *k); /* of have in the file */
void peek_free(struct peek *k);

#endif
