/* libarchive over raw bytes: how it is fed, and what its complaints mean. */
#ifndef SNAP_LARCHIVE_H
#define SNAP_LARCHIVE_H
#include <archive.h>
#include "raw.h"

struct larchive {
	struct archive *a;
	struct raw *raw;    /* not owned */
	bool ended;         /* libarchive asked for more and there was none */
	struct error error; /* of reading the raw bytes */
};

/* libarchive ends a program where memory runs out, with status 1 and words of its own. In a call
 * between these two, which may be nested, it ends as by out_of_memory. */
void larchive_enter(void);
void larchive_leave(void);
/* Ready to be told formats and filters, then larchive_start. */
void larchive_init(struct larchive *l, struct raw *raw);
bool larchive_start(struct larchive *l, struct error *e);
/* The complaint of libarchive's latest call: a read error, cut short, or damaged. Returns false. */
bool larchive_fail(struct larchive *l, struct error *e);
void larchive_free(struct larchive *l);

#endif
