#define _GNU_SOURCE 1 /* getentropy, O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/progress.h"
#include "common/temporary.h"

enum { TRIES = 100, CREATE = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY };

bool write_all(int fd, struct str bytes)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n < SSIZE_MAX ? bytes.n : SSIZE_MAX);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes.p += n;
		bytes.n -= (size_t)n;
	}
	return true;
}

/* Fifty random bits behind what path holds. */
static bool add_random(struct strbuf *path)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	unsigned char bytes[10];

	if (getentropy(bytes, sizeof bytes) != 0)
		return false;
	for (size_t i = 0; i < sizeof bytes; i++)
		strbuf_addc(path, letters[bytes[i] % (sizeof letters - 1)]);
	return true;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

int temporary_create(int folder, mode_t mode, struct strbuf *path)
{
	const size_t begin = path->len;
	int fd = -1, code = EEXIST;

	for (int tries = 0; tries < TRIES && fd < 0 && code == EEXIST; tries++) {
		strbuf_cut(path, begin);
		if (!add_random(path))
			return -1;
		/* Registered before it exists: a signal right after the creation removes it. */
		cleanup_add_file(path->s);
		fd = fd_openat(
			folder, folder == AT_FDCWD ? path->s : last_part(path->s), CREATE, mode);
		code = errno;
		if (fd < 0)
			cleanup_drop_file(path->s);
	}
	errno = code;
	return fd;
}

static const char *temporary_folder(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

int temporary_open(struct strbuf *path, struct error *e)
{
	strbuf_clear(path);
	strbuf_addf(path, "%s/%s-", temporary_folder(), msg_program());
	int fd = temporary_create(AT_FDCWD, 0600, path);
	if (fd >= 0)
		return fd;
	error_errno(e, "cannot make a temporary file");
	error_hint(e, "set TMPDIR to a folder that can be written to");
	strbuf_free(path);
	return -1;
}

bool temporary_remove(struct strbuf *path)
{
	bool removed = true;

	if (path->s) {
		removed = unlink(path->s) == 0;
		int code = errno;
		cleanup_drop_file(path->s);
		strbuf_free(path);
		errno = code;
	}
	return removed;
}

int temporary_unlinked(struct error *e)
{
	struct strbuf path = {0};
	int fd = -1;

#ifdef O_TMPFILE
	/* No name at any time: a copy of the program is killed at any place, and has no guard. */
	fd = fd_openat(AT_FDCWD, temporary_folder(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
#endif
	if (fd >= 0)
		return fd;
	fd = temporary_open(&path, e);
	if (fd >= 0)
		temporary_remove(&path);
	return fd;
}

bool temporary_copy(struct strbuf *path, struct raw *raw, const char *label, struct error *e)
{
	int fd = temporary_open(path, e), more = -1;
	struct progress p = {0};
	struct str block;

	if (fd < 0)
		return false;
	if (label)
		progress_start(&p, label, 0);
	while ((more = raw_next(raw, &block, e)) > 0 && write_all(fd, block))
		progress_update(&p, raw_offset(raw));
	if (more > 0)
		error_path(e, "cannot write to", path->s);
	progress_end(&p);
	if (fd_close(fd) != 0 && more == 0) {
		error_path(e, "cannot write to", path->s);
		more = -1;
	}
	if (more != 0)
		temporary_remove(path);
	return more == 0;
}
