/* Source of the snapshot: a path that is checked for each request, or bytes that were read once. */
#ifndef SNAP_SERVE_SOURCE_H
#define SNAP_SERVE_SOURCE_H
#include <pthread.h>
#include "offer.h"

struct source {
	const struct role *role;
	const char *name; /* for messages; not owned */
	const char *path; /* NULL: there is one offer only */
	bool link;        /* path was a link at the start, so links are followed */
	pthread_mutex_t lock;
	struct offer *offer; /* the newest valid one */
	/* stat of path at the latest check, valid or not; all 0: check again. */
	struct stat seen;
};

/* file NULL or "-": stdin. Other than a regular file is first read to its end into a temporary
 * file. False with *e set: it cannot be read, or is nothing that the role serves. */
bool source_open(struct source *s, const struct role *role, const char *file, struct error *e);
void source_close(struct source *s);

/* The offer for the next response: the file at path; if that is invalid, the previous offer, with a
 * warning. *is: its current fstat. The caller calls offer_free. NULL with *e set: no offer is left.
 * Thread-safe. */
struct offer *source_take(struct source *s, struct stat *is, struct error *e);

#endif
