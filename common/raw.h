/* The stored bytes of an input in large blocks, without seeking, and their kind. */
#ifndef SNAP_RAW_H
#define SNAP_RAW_H
#include <stdint.h>
#include "msg.h"
#include "str.h"

enum raw_kind { RAW_OTHER, RAW_EMPTY, RAW_ZIP, RAW_GZIP, RAW_XZ, RAW_ZSTD, RAW_JSON };
enum { RAW_BLOCK = 1 << 18 };

struct raw; /* owned by the caller until raw_close */

/* path NULL or "-": stdin. NULL with *e set: the file cannot be opened or is a directory, or stdin
 * is a terminal and path is NULL. */
struct raw *raw_open(const char *path, struct error *e);
/* The caller keeps owning fd; name is copied. */
struct raw *raw_open_fd(int fd, const char *name);
/* The kind of the input, by its first bytes, which raw_next still returns. False: *e is set. */
bool raw_sniff(struct raw *r, enum raw_kind *kind, struct error *e);
/* Behind raw_sniff: makes the head n bytes long, n at most RAW_BLOCK, or all that there are. False:
 * *e is set. */
bool raw_peek(struct raw *r, size_t n, struct error *e);
/* The next block, as large as what has arrived: a pipe is not read until the block is full. A block
 * stays valid during the next call, until the call after that. 1: a block; 0: the end; -1: *e is
 * set. */
int raw_next(struct raw *r, struct str *block, struct error *e);
/* Reads n bytes into `to`, or fewer at the end. Returns their number; -1: *e is set. */
int64_t raw_fill(struct raw *r, char *to, size_t n, struct error *e);
/* Bytes returned so far. */
uint64_t raw_offset(const struct raw *r);
/* Size of the whole regular file; -1: unknown. */
int64_t raw_file_size(const struct raw *r);
/* The descriptor, for pread, if raw is a regular file that is read from its first byte; else -1. */
int raw_whole_file(const struct raw *r);
/* All bytes of a regular file that raw_sniff has read completely, valid until raw_next; else empty.
 */
struct str raw_whole_text(const struct raw *r);
/* For messages: the path, or "<stdin>". */
const char *raw_name(const struct raw *r);
void raw_close(struct raw *r);

enum raw_kind raw_kind_of(struct str head);
/* "zip", "gzip", "xz", "zstd", "json", "other" or "empty". */
const char *raw_kind_name(enum raw_kind kind);
/* Whether head, of kind RAW_OTHER, may begin a log: text that is no HTML. */
bool raw_is_log(struct str head);
/* Sets *e: what head, of kind RAW_OTHER or RAW_EMPTY, is in place of a snapshot. Returns false. */
bool raw_refuse(struct str head, struct error *e);
/* The bytes that raw_sniff and raw_peek examined, valid until raw_next. */
struct str raw_head(const struct raw *r);

#endif
