#define _DEFAULT_SOURCE 1 /* getentropy */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
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

/* A name that nobody has: 50 bits by lot. */
static bool name_it(struct strbuf *path)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	const char *dir = getenv("TMPDIR");
	unsigned char lot[10];

	if (getentropy(lot, sizeof lot) != 0)
		return false;
	strbuf_clear(path);
	strbuf_addf(path, "%s/%s-", dir && *dir ? dir : "/tmp", msg_program());
	for (size_t i = 0; i < sizeof lot; i++)
		strbuf_addc(path, letters[lot[i] % (sizeof letters - 1)]);
	return true;
}

int temporary_open(struct strbuf *path, struct error *e)
{
	int fd = -1;

	strbuf_clear(path);
	/* Registered before it is there: whatever ends us in between, it does not stay. */
	for (int tries = 0; tries < TRIES && fd < 0 && name_it(path); tries++) {
		cleanup_add_file(path->s);
		fd = fd_open(path->s, CREATE, 0600);
		if (fd >= 0)
			break;
		int code = errno;
		cleanup_drop_file(path->s);
		errno = code;
		if (errno != EEXIST)
			break;
	}
	if (fd >= 0)
		return fd;
	error_errno(e, "cannot make a temporary file");
	error_hint(e, "set TMPDIR to a folder that can be written to");
	strbuf_free(path);
	return -1;
}

void temporary_remove(struct strbuf *path)
{
	if (path->s) {
		unlink(path->s);
		cleanup_drop_file(path->s);
	}
	strbuf_free(path);
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
