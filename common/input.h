/* The JSON bytes of a snapshot: from a ZIP with snapshot.json, from gzip, xz or zstd of JSON, or
 * from bare JSON; in a file, a pipe or stdin. The content decides the kind. Input is streamed and
 * never seeks. */
#ifndef SNAP_INPUT_H
#define SNAP_INPUT_H
#include <stdint.h>
#include <sys/types.h>
#include "capture_info.h"
#include "msg.h"
#include "str.h"

struct input; /* owned by the caller until input_close */

struct input_limits {
	uint64_t max_size; /* bytes of JSON; 0: 8 GiB. More: *e has SNAP_LIMIT */
	bool any;          /* what is no JSON is taken, too, bare or packed */
};

/* path NULL or "-": stdin. NULL with *e set: the file cannot be opened, is a directory, is empty,
 * or holds no snapshot. */
struct input *input_open(const char *path, const struct input_limits *limits, struct error *e);
/* As input_open, from a descriptor, which is read only as its bytes arrive (a pipe from another
 * thread, a socket). The caller keeps owning fd. name is for messages and is copied. */
struct input *input_open_fd(
	int fd, const char *name, const struct input_limits *limits, struct error *e);
/* As input_open, from raw bytes of which at most raw_sniff has read some. Takes over raw, also on
 * failure. */
struct raw;
struct input *input_open_raw(struct raw *raw, const struct input_limits *limits, struct error *e);
/* Before the first read: the first n bytes, or all that there are, which are read all the same; n
 * at most RAW_BLOCK. Valid until the first read. A ZIP has none. False: *e is set. */
bool input_peek(struct input *in, size_t n, struct str *head, struct error *e);
/* The next block of JSON bytes, valid until the next call. 1: a block. 0: the end, everything
 * verified (CRC, exactly one snapshot.json, archive complete). -1: *e is set. */
int input_read(struct input *in, struct str *block, struct error *e);
/* Appends blocks to *to until to->len is at least `enough`. A plain ZIP is inflated directly into
 * *to. Returns as input_read does; with 0 and -1 *to may also have grown, by the bytes before the
 * end or the error. */
int input_append(struct input *in, struct strbuf *to, size_t enough, struct error *e);
/* Before the first read: a plain ZIP with at most `most` bytes of JSON becomes one block. That
 * takes a third of the time, and pays where new memory is cheap (mem_huge_heap). */
void input_at_once(struct input *in, uint64_t most);
/* The whole JSON. in owns *text, which has at least INPUT_PADDING zero bytes behind it. */
#define INPUT_PADDING 64
bool input_read_all(struct input *in, struct str *text, struct error *e);
/* Bytes of JSON, as far as they are known before the first read: of a bare file and of a plain ZIP;
 * 0: not known. */
uint64_t input_size(const struct input *in);
/* Bytes of the file as it is, packed or not; 0: unknown. */
uint64_t input_file_size(const struct input *in);
/* Bytes of the file read so far, for progress; packed bytes of an archive. */
uint64_t input_taken(const struct input *in);
/* For messages: the path, or "<stdin>". */
const char *input_name(const struct input *in);
/* "zip", "gzip", "xz", "zstd" or "json". */
const char *input_kind(const struct input *in);
/* The members of a ZIP read so far, in order, snapshot.json and those that were skipped. */
struct input_member {
	const char *name;
	int64_t size; /* bytes uncompressed; -1: unknown */
};
const struct input_member *input_members(struct input *in, size_t *count);
/* The content of the member capture.json, owned by in. Only at the end of the input (input_read
 * returned 0, input_read_all true): in a pipe capture.json comes behind snapshot.json. NULL with *e
 * unchanged: there is no such member. NULL with *e set: the member is damaged; the snapshot is
 * valid all the same. */
const struct capture_info *input_capture(struct input *in, struct error *e);
void input_close(struct input *in);

#endif
