#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/input.h"
#include "common/mem.h"
#include "common/raw.h"
#include "common/temporary.h"
#include "common/zipwrite.h"
#include "source.h"

enum { FAST = 1 }; /* level of compression: speed counts on the way to the loopback */

/* Whatever raw holds, in a file of our own. Closes raw. */
static bool spool(struct source *s, struct raw *raw, struct error *e)
{
	struct strbuf copied = {0};
	s->temporary = raw && temporary_copy(&copied, raw, NULL, e);
	s->path = copied.s;
	if (raw)
		raw_close(raw);
	return s->temporary;
}

static bool settle_path(struct source *s, const char *file, struct error *e)
{
	struct stat st;
	if (!file || strcmp(file, "-") == 0)
		return spool(s, raw_open(NULL, e), e);
	if (stat(file, &st) != 0)
		return error_errno(e, "cannot be opened");
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return spool(s, raw_open(file, e), e);
	s->path = xstrdup(file); /* a directory is for input_open to refuse */
	return true;
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
