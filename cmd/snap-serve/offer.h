/* A snapshot on offer: a ZIP behind a descriptor, verified from its first byte to its last. */
#ifndef SNAP_SERVE_OFFER_H
#define SNAP_SERVE_OFFER_H
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "common/msg.h"

/* Shared by the downloads that are under way. */
struct offer;

/* Verifies what is behind fd, a regular file, and takes it over also on failure. A ZIP is offered
 * as it is; anything else becomes a ZIP in a temporary file that has no name any more. *is: the
 * file as it was verified. NULL with *e set. */
struct offer *offer_new(int fd, const char *name, struct stat *is, struct error *e);
struct offer *offer_share(struct offer *o);
void offer_free(struct offer *o); /* one user less; NULL is none */

uint64_t offer_size(const struct offer *o);
/* *is: the file as it is now. False with *e set: it is not what was verified any more. Not for
 * several threads at once. */
bool offer_intact(struct offer *o, struct stat *is, struct error *e);
/* Up to n bytes at pos, of the file that was so when the download began; 0 at the end, -1 with *e
 * set. */
ssize_t offer_read(const struct offer *o, const struct stat *was, uint64_t pos, char *buf, size_t n,
	struct error *e);

/* Is it the same file with the same bytes? The time of the last change of state says so as well,
 * unless the number of names explains it: a file that another one replaces loses its name and keeps
 * its bytes. */
bool same_file(const struct stat *a, const struct stat *b);

#endif
