/* Offer: bytes to send, verified from the first to the last, behind a descriptor. */
#ifndef SNAP_SERVE_OFFER_H
#define SNAP_SERVE_OFFER_H
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "common/msg.h"

/* Reference-counted: the running downloads share it. */
struct offer;

struct role;
/* Verifies the regular file fd, and takes over fd, also on failure. What the role sends as it
 * stands in the file is offered unchanged; else it is in an unlinked temporary file. *is: fstat of
 * the verified file. NULL: *e is set. */
struct offer *offer_new(
	int fd, const char *name, const struct role *role, struct stat *is, struct error *e);
struct offer *offer_share(struct offer *o);
void offer_free(struct offer *o); /* drops one reference; o may be NULL */

uint64_t offer_size(const struct offer *o);
/* HTTP's, of the response with these bytes. */
unsigned offer_status(const struct offer *o);
/* Sets *is to the current fstat. False with *e set: the file has changed since it was verified. Not
 * thread-safe. */
bool offer_intact(struct offer *o, struct stat *is, struct error *e);
/* Reads up to n bytes at pos. was: the file when the download began. 0: the end; -1: *e is set. */
ssize_t offer_read(const struct offer *o, const struct stat *was, uint64_t pos, char *buf, size_t n,
	struct error *e);

/* True if both are the same file with the same bytes. A different ctime is accepted if the number
 * of links differs, too: a file that is replaced by rename loses its name and keeps its bytes. */
bool same_file(const struct stat *a, const struct stat *b);

#endif
