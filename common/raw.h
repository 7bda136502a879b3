/* The bytes of an input as they are stored, in big blocks, never seeking; and what their beginning
 * says about the rest. */
#ifndef SNAP_RAW_H
#define SNAP_RAW_H
#include <stdint.h>
#include "msg.h"
#include "str.h"

enum raw_kind { RAW_OTHER, RAW_EMPTY, RAW_ZIP, RAW_GZIP, RAW_XZ, RAW_ZSTD, RAW_JSON };
enum { RAW_BLOCK = 1 << 18 };

struct raw; /* owned by the caller until raw_close */

/* path NULL or "-": stdin. NULL with *e set: cannot be opened, is a directory, or (path NULL) stdin
 * is a terminal. */
struct raw *raw_open(const char *path, struct error *e);
struct raw *raw_open_fd(int fd, const char *name); /* fd stays the caller's, name is copied */
/* What the bytes are, told by the first of them, which stay to be read. False: reading failed. */
bool raw_sniff(struct raw *r, enum raw_kind *kind, struct error *e);
/* The next block, whatever has come (a pipe is not waited for until the block is full). It stays
 * valid for the next call too, and ends with the one after that. 1: a block; 0: the end; -1: *e
 * set. */
int raw_next(struct raw *r, struct str *block, struct error *e);
/* Into the caller's memory, n bytes or less at the end; the count read, -1: *e set. */
int64_t raw_fill(struct raw *r, char *to, size_t n, struct error *e);
uint64_t raw_offset(const struct raw *r);   /* bytes handed out */
int64_t raw_file_size(const struct raw *r); /* of a regular file, whole; -1: not known */
/* The descriptor, for pread, when raw reads a regular file from its first byte on; -1 otherwise. */
int raw_whole_file(const struct raw *r);
/* All bytes of a regular file that was small enough for raw_sniff to read it whole, valid until
 * raw_next; else empty. */
struct str raw_whole_text(const struct raw *r);
const char *raw_name(const struct raw *r); /* for messages: the path, or "<stdin>" */
void raw_close(struct raw *r);

enum raw_kind raw_kind_of(struct str head);
const char *raw_kind_name(
	enum raw_kind kind); /* "zip", "gzip", "xz", "zstd", "json", "other", "empty" */
/* Says what head (of kind RAW_OTHER or RAW_EMPTY) looks like instead of a snapshot. Returns false.
 */
bool raw_refuse(struct str head, struct error *e);
struct str raw_head(
	const struct raw *r); /* the bytes that raw_sniff looked at; valid until raw_next */

#endif
