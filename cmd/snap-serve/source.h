/* Where the snapshot comes from: a file whose name is looked at for each request, or bytes that
 * came once. */
#ifndef SNAP_SERVE_SOURCE_H
#define SNAP_SERVE_SOURCE_H
#include <pthread.h>
#include "offer.h"

struct source {
	const char *name; /* for messages; the caller's */
	const char *path; /* NULL: the offer is the only one */
	bool link;        /* path was a link at the start: links are followed */
	pthread_mutex_t lock;
	struct offer *offer; /* the newest that is good */
	struct stat
		seen; /* path as it was looked at last, good or bad; all 0: to be looked at again */
};

/* FILE or stdin (NULL, "-"). What is not a regular file is read to its end into a temporary one
 * first. False with *e set: it cannot be read, or is no whole snapshot. */
bool source_open(struct source *s, const char *file, struct error *e);
void source_close(struct source *s);

/* What to send now: the file that has the name. When that is not good, the one before, with a
 * warning; *is: as it is at the moment. The caller calls offer_free. NULL with *e set: there is
 * none any more. For any thread. */
struct offer *source_take(struct source *s, struct stat *is, struct error *e);

#endif
