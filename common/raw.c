#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/raw.h"

enum { MAGIC_MAX = 8 };

/* Two blocks in turn: the reader still uses the end of one while it reads the next (peek.h). */
struct raw {
	int fd;
	bool own_fd;
	char *name;
	uint64_t offset;
	int64_t file_size;
	bool from_start;    /* a regular file, read from its first byte */
	struct str pending; /* read, not handed out yet */
	int turn;
	size_t size; /* of a block */
	char *blocks[2];
};

/* A small file needs its own size, and one byte to see the end. */
static size_t block_size(int64_t file_size)
{
	return file_size > 0 && file_size < RAW_BLOCK ? (size_t)file_size + MAGIC_MAX : RAW_BLOCK;
}

static struct raw *new_raw(int fd, bool own_fd, const char *name)
{
	struct raw *r = xcalloc(1, sizeof *r);
	struct stat st;

	*r = (struct raw){.fd = fd, .own_fd = own_fd, .name = xstrdup(name), .file_size = -1};
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		r->file_size = st.st_size;
	r->size = block_size(r->file_size);
	r->from_start = r->file_size >= 0 && lseek(fd, 0, SEEK_CUR) == 0;
	return r;
}

static bool check_open(int fd, struct error *e)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return error_errno(e, "cannot read");
	if (!S_ISDIR(st.st_mode))
		return true;
	error_set(e, SNAP_INPUT, "is a directory", "a file or pipe is wanted");
	return false;
}

struct raw *raw_open(const char *path, struct error *e)
{
	bool use_stdin = operand_is_standard(path);

	if (!path && isatty(STDIN_FILENO)) {
		error_set(e, SNAP_USAGE, "no FILE given", "and standard input is a terminal");
		error_hint(e, "%s FILE, or %s --help", msg_program(), msg_program());
		return NULL;
	}
	int fd = use_stdin ? STDIN_FILENO : fd_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
	if (fd < 0) {
		error_errno(e, "cannot open");
		return NULL;
	}
	if (check_open(fd, e))
		return new_raw(fd, !use_stdin, operand_input(path));
	if (!use_stdin)
		close(fd);
	return NULL;
}

struct raw *raw_open_fd(int fd, const char *name)
{
	return new_raw(fd, false, name);
}

void raw_close(struct raw *r)
{
	if (!r)
		return;
	if (r->own_fd)
		close(r->fd);
	free(r->blocks[0]);
	free(r->blocks[1]);
	free(r->name);
	free(r);
}

static int64_t read_some(const struct raw *r, char *to, size_t n, struct error *e)
{
	for (;;) {
		ssize_t got = read(r->fd, to, n < SSIZE_MAX ? n : SSIZE_MAX);

		if (got >= 0)
			return got;
		if (errno != EINTR) {
			error_errno(e, "cannot read");
			return -1;
		}
	}
}

bool raw_peek(struct raw *r, size_t n, struct error *e)
{
	size_t have = r->pending.n;

	if (!r->blocks[0])
		r->blocks[0] = xmalloc(r->size);
	while (have < n && have < r->size) {
		int64_t got = read_some(r, r->blocks[0] + have, r->size - have, e);

		if (got < 0)
			return false;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	r->pending = (struct str){r->blocks[0], have};
	return true;
}

bool raw_sniff(struct raw *r, enum raw_kind *kind, struct error *e)
{
	if (!raw_peek(r, MAGIC_MAX, e))
		return false;
	*kind = raw_kind_of(r->pending);
	return true;
}

struct str raw_head(const struct raw *r)
{
	return r->pending;
}

int raw_next(struct raw *r, struct str *block, struct error *e)
{
	if (!r->pending.n) {
		r->turn = !r->turn;
		if (!r->blocks[r->turn])
			r->blocks[r->turn] = xmalloc(r->size);
		int64_t got = read_some(r, r->blocks[r->turn], r->size, e);
		if (got <= 0)
			return (int)got;
		r->pending = (struct str){r->blocks[r->turn], (size_t)got};
	}
	*block = r->pending;
	r->pending.n = 0;
	r->offset += block->n;
	return 1;
}

int64_t raw_fill(struct raw *r, char *to, size_t n, struct error *e)
{
	size_t have = r->pending.n < n ? r->pending.n : n;

	if (have)
		memcpy(to, r->pending.p, have);
	r->pending = (struct str){r->pending.p + have, r->pending.n - have};
	while (have < n) {
		int64_t got = read_some(r, to + have, n - have, e);

		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	r->offset += have;
	return (int64_t)have;
}

uint64_t raw_offset(const struct raw *r)
{
	return r->offset;
}

int64_t raw_file_size(const struct raw *r)
{
	return r->file_size;
}

int raw_whole_file(const struct raw *r)
{
	return r->from_start ? r->fd : -1;
}

struct str raw_whole_text(const struct raw *r)
{
	bool whole = r->from_start && !r->offset && r->pending.n == (uint64_t)r->file_size;

	return whole ? r->pending : (struct str){0};
}

const char *raw_name(const struct raw *r)
{
	return r->name;
}
