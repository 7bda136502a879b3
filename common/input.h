/* The JSON bytes of a snapshot, out of whatever holds them: a ZIP with snapshot.json, gzip/xz/zstd
 * of JSON, bare JSON; from a file, a pipe or stdin. Told apart by content, streamed, never seeks.
 */
#ifndef SNAP_INPUT_H
#define SNAP_INPUT_H
#include <stdint.h>
#include <sys/types.h>
#include "capture_info.h"
#include "msg.h"
#include "str.h"

struct input; /* owned by the caller until input_close */

struct input_limits {
	uint64_t max_size; /* bytes of JSON; 0: the default of 8 GiB. Over it: SNAP_LIMIT */
};

/* path NULL or "-": stdin. NULL with *e set when it cannot be opened, is a directory, is empty, or
 * holds no snapshot. */
struct input *input_open(const char *path, const struct input_limits *limits, struct error *e);
/* The same over a descriptor, read only as the bytes come (a pipe from another thread, a socket);
 * name is for messages and is copied. fd stays the caller's: input_close does not close it. */
struct input *input_open_fd(
	int fd, const char *name, const struct input_limits *limits, struct error *e);
/* The same over raw bytes that were perhaps sniffed but not read; takes over raw, also when it
 * fails. */
struct raw;
struct input *input_open_raw(struct raw *raw, const struct input_limits *limits, struct error *e);
/* The next block of JSON bytes: *block stays valid until the next call. 1: a block; 0: the end,
 * everything verified (CRC, exactly one snapshot.json, archive not cut); -1: *e set. */
int input_read(struct input *in, struct str *block, struct error *e);
/* The next blocks behind what is in *to, until there are enough bytes in it or a little more; a
 * plain ZIP is inflated right into it. As input_read, but with 0 and -1 too there may be new bytes
 * in *to: those in front of the end or error. */
int input_append(struct input *in, struct strbuf *to, size_t enough, struct error *e);
/* Before the first of these: a plain ZIP whose JSON has at most so many bytes becomes one block.
 * That takes a third of the time, and pays where new memory costs little (mem_huge_heap). */
void input_at_once(struct input *in, uint64_t most);
/* Everything at once: *text points into memory owned by in, with at least INPUT_PADDING readable
 * zero bytes behind it. */
#define INPUT_PADDING 64
bool input_read_all(struct input *in, struct str *text, struct error *e);
uint64_t input_taken(
	const struct input *in); /* bytes of the file used so far, packed ones, for progress */
const char *input_name(const struct input *in); /* for messages: the path, or "<stdin>" */
const char *input_kind(const struct input *in); /* "zip", "gzip", "xz", "zstd", "json" */
/* The members of a ZIP seen so far, in order (others than snapshot.json are skipped); NULL behind
 * the last one. */
struct input_member {
	const char *name;
	int64_t size; /* bytes uncompressed, -1: not known */
};
const struct input_member *input_members(const struct input *in, size_t *count);
/* What the member capture.json says. Only once the end was reached (input_read gave 0,
 * input_read_all true): on a pipe it comes behind snapshot.json. NULL with *e as it was: there is
 * none, or the input is no ZIP; NULL with *e set: there is one that cannot be read, which takes
 * nothing from the snapshot. Owned by in. */
const struct capture_info *input_capture(struct input *in, struct error *e);
void input_close(struct input *in);

#endif
