#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/input.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/zipwrite.h"
#include "spool.h"

static bool is_regular(const char *file)
{
	struct stat st;
	return file && strcmp(file, "-") != 0 && stat(file, &st) == 0 && S_ISREG(st.st_mode);
}

/* A new temporary file, open and registered for removal. */
static int temporary(struct strbuf *path, struct error *e)
{
	const char *dir = getenv("TMPDIR");
	strbuf_clear(path);
	strbuf_addf(path, "%s/snap-replay-XXXXXX", dir && *dir ? dir : "/tmp");
	int fd = mkstemp(path->s);
	if (fd < 0) {
		error_errno(e, "cannot make a temporary file");
		error_hint(e, "set TMPDIR to a folder that can be written to");
		strbuf_free(path);
		return -1;
	}
	cleanup_add_file(path->s);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static void discard(struct strbuf *path)
{
	if (path->s) {
		unlink(path->s);
		cleanup_drop_file(path->s);
	}
	strbuf_free(path);
}

static bool write_all(int fd, struct str block, const char *path, struct error *e)
{
	while (block.n) {
		ssize_t n = write(fd, block.p, block.n);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_path(e, "cannot write to", path);
		block.p += n;
		block.n -= (size_t)n;
	}
	return true;
}

/* All bytes as they come, into a temporary file. */
static bool copy(struct strbuf *path, const char *file, struct error *e)
{
	struct raw *raw = raw_open(file, e);
	int fd = raw ? temporary(path, e) : -1, more = -1;
	struct progress p;
	struct str block;
	progress_start(&p, "reading", 0);
	while (fd >= 0 && (more = raw_next(raw, &block, e)) > 0) {
		if (!write_all(fd, block, path->s, e)) {
			more = -1;
			break;
		}
		progress_update(&p, raw_offset(raw));
	}
	progress_end(&p);
	if (fd >= 0 && close(fd) != 0 && more == 0)
		more = error_path(e, "cannot write to", path->s) ? 0 : -1;
	if (raw)
		raw_close(raw);
	return more == 0;
}

static bool kind_of(const char *path, enum raw_kind *kind, struct error *e)
{
	struct raw *raw = raw_open(path, e);
	bool ok = raw && raw_sniff(raw, kind, e);
	if (ok && (*kind == RAW_OTHER || *kind == RAW_EMPTY))
		ok = raw_refuse(raw_head(raw), e);
	if (raw)
		raw_close(raw);
	return ok;
}

struct zip_file {
	int fd;
	const char *path;
};

static bool sink(void *ctx, const void *bytes, size_t n, struct error *e)
{
	const struct zip_file *f = ctx;
	return write_all(f->fd, (struct str){bytes, n}, f->path, e);
}

static bool zip_blocks(struct zipwrite *z, struct input *in, struct error *e)
{
	struct progress p;
	struct str block;
	uint64_t done = 0;
	int more;
	progress_start(&p, "zipping", 0);
	while ((more = input_read(in, &block, e)) > 0) {
		if (!zipwrite_add(z, block.p, block.n, e))
			break;
		progress_update(&p, done += block.n);
	}
	progress_end(&p);
	return more == 0 && zipwrite_end(z, e);
}

/* The JSON that source holds, in a ZIP of our own. */
static bool zip(struct strbuf *path, const char *source, struct error *e)
{
	struct input *in = input_open(source, NULL, e);
	struct zip_file file = {.fd = in ? temporary(path, e) : -1};
	bool ok = file.fd >= 0;
	if (ok) {
		file.path = path->s;
		struct zipwrite *z = zipwrite_new(1, sink, &file);
		ok = zip_blocks(z, in, e);
		zipwrite_free(z);
		if (close(file.fd) != 0 && ok)
			ok = error_path(e, "cannot write to", path->s);
	}
	if (in)
		input_close(in);
	return ok;
}

bool spool_open(struct spool *s, const char *file, struct error *e)
{
	struct strbuf copied = {0};
	enum raw_kind kind;
	const char *source = file;
	if (!is_regular(file)) {
		if (!copy(&copied, file, e)) {
			discard(&copied);
			return false;
		}
		source = copied.s;
	}
	bool ok = kind_of(source, &kind, e);
	if (ok && kind == RAW_ZIP) {
		strbuf_addz(&s->path, source);
		s->temporary = copied.s != NULL;
		strbuf_free(&copied);
		return true;
	}
	s->temporary = true;
	ok = ok && zip(&s->path, source, e);
	discard(&copied);
	if (!ok)
		spool_close(s);
	return ok;
}

void spool_close(struct spool *s)
{
	if (s->temporary)
		discard(&s->path);
	strbuf_free(&s->path);
	s->temporary = false;
}
