#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/input.h"
#include "common/mem.h"
#include "common/zipwrite.h"
#include "source.h"

enum { FAST = 1 }; /* level of compression: speed counts on the way to the loopback */

static bool copy_all(int from, int to, struct error *e)
{
	char buf[65536];
	for (;;) {
		ssize_t n = read(from, buf, sizeof buf);
		if (n == 0)
			return true;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_errno(e, "cannot be read");
		for (ssize_t done = 0; done < n;) {
			ssize_t more = write(to, buf + done, (size_t)(n - done));
			if (more < 0 && errno != EINTR)
				return error_errno(e, "cannot be copied to a temporary file");
			done += more > 0 ? more : 0;
		}
	}
}

static bool spool(struct source *s, int from, struct error *e)
{
	const char *dir = getenv("TMPDIR");
	struct strbuf name = {0};
	strbuf_addf(&name, "%s/snap-serve-XXXXXX", dir && *dir ? dir : "/tmp");
	int to = mkstemp(name.s);
	if (to < 0) {
		strbuf_free(&name);
		return error_errno(e, "cannot make a temporary file");
	}
	s->path = name.s;
	s->temporary = true;
	cleanup_add_file(s->path);
	bool ok = copy_all(from, to, e);
	if (close(to) != 0 && ok)
		ok = error_errno(e, "cannot be copied to a temporary file");
	return ok;
}

static bool settle_path(struct source *s, const char *file, struct error *e)
{
	if (!file || strcmp(file, "-") == 0)
		return spool(s, STDIN_FILENO, e);
	struct stat st;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) != 0) {
		error_errno(e, "cannot be opened");
		if (fd >= 0)
			close(fd);
		return false;
	}
	bool ok = true;
	if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		s->path = xstrdup(file); /* a directory is for input_open to refuse */
	else
		ok = spool(s, fd, e);
	close(fd);
	return ok;
}

bool source_open(struct source *s, const char *file, struct error *e)
{
	*s = (struct source){0};
	if (!settle_path(s, file, e))
		return false;
	struct input *in = input_open(s->path, NULL, e);
	if (!in)
		return false;
	s->zip = strcmp(input_kind(in), "zip") == 0;
	input_close(in);
	return true;
}

void source_close(struct source *s)
{
	if (s->temporary) {
		unlink(s->path);
		cleanup_drop_file(s->path);
	}
	free(s->path);
	*s = (struct source){0};
}

/* A ZIP file is read as it is; anything else is JSON that is zipped into a buffer. */
struct stream {
	int fd;
	struct input *in;
	struct zipwrite *zip; /* NULL once it is whole */
	struct strbuf made;
	size_t taken; /* bytes of made that the reader has had */
};

static bool keep(void *ctx, const void *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

struct stream *stream_open(const struct source *s, struct error *e)
{
	struct stream *st = xcalloc(1, sizeof *st);
	st->fd = -1;
	bool ok;
	if (s->zip) {
		st->fd = open(s->path, O_RDONLY | O_CLOEXEC);
		ok = st->fd >= 0 || error_errno(e, "cannot be opened");
	} else {
		st->in = input_open(s->path, NULL, e);
		ok = st->in != NULL;
		if (ok)
			st->zip = zipwrite_new(FAST, keep, &st->made);
	}
	if (ok)
		return st;
	stream_close(st);
	return NULL;
}

/* More bytes of the ZIP into made. */
static bool zip_more(struct stream *st, struct error *e)
{
	struct str block;
	int more = input_read(st->in, &block, e);
	if (more != 0)
		return more > 0 && zipwrite_add(st->zip, block.p, block.n, e);
	bool ok = zipwrite_end(st->zip, e);
	zipwrite_free(st->zip);
	st->zip = NULL;
	return ok;
}

static ssize_t zip_read(struct stream *st, char *buf, size_t n, struct error *e)
{
	if (st->taken == st->made.len) {
		strbuf_clear(&st->made);
		st->taken = 0;
	}
	while (st->made.len == 0 && st->zip)
		if (!zip_more(st, e))
			return -1;
	size_t left = st->made.len - st->taken;
	if (n > left)
		n = left;
	if (n)
		memcpy(buf, st->made.s + st->taken, n);
	st->taken += n;
	return (ssize_t)n;
}

ssize_t stream_read(struct stream *st, char *buf, size_t n, struct error *e)
{
	if (st->in)
		return zip_read(st, buf, n, e);
	ssize_t got;
	do
		got = read(st->fd, buf, n);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		error_errno(e, "cannot be read");
	return got;
}

void stream_close(struct stream *st)
{
	if (st->fd >= 0)
		close(st->fd);
	if (st->zip)
		zipwrite_free(st->zip);
	if (st->in)
		input_close(st->in);
	strbuf_free(&st->made);
	free(st);
}
