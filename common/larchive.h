/* libarchive over raw bytes: input and error messages. */
#ifndef SNAP_LARCHIVE_H
#define SNAP_LARCHIVE_H
#include <archive.h>
#include "raw.h"

struct larchive {
	struct archive *a;
	struct raw *raw;    /* not owned */
	bool ended;         /* libarchive has read up to the end of raw */
	struct error error; /* of reading raw */
};

/* Brackets around calls of libarchive, which may be nested. Out of memory, libarchive calls
 * exit(1); between the brackets that becomes out_of_memory. */
void larchive_enter(void);
void larchive_leave(void);
/* Call the archive_read_support_ functions between these two. */
void larchive_init(struct larchive *l, struct raw *raw);
bool larchive_start(struct larchive *l, struct error *e);
/* Sets *e for the failure of the latest libarchive call: a read error, out of memory, a cut or a
 * damaged archive. Returns false. */
bool larchive_fail(struct larchive *l, struct error *e);
void larchive_free(struct larchive *l);

#endif
