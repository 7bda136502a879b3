#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/input.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/temporary.h"
#include "common/zipwrite.h"
#include "spool.h"

static bool is_regular(const char *file)
{
	struct stat st;
	return file && strcmp(file, "-") != 0 && stat(file, &st) == 0 && S_ISREG(st.st_mode);
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
	return write_all(f->fd, (struct str){bytes, n}) || error_path(e, "cannot write to", f->path);
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
	struct zip_file file = {.fd = in ? temporary_open(path, e) : -1};
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
		struct raw *raw = raw_open(file, e);
		bool ok = raw && temporary_copy(&copied, raw, "reading", e);
		if (raw)
			raw_close(raw);
		if (!ok)
			return false;
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
	temporary_remove(&copied);
	if (!ok)
		spool_close(s);
	return ok;
}

void spool_close(struct spool *s)
{
	if (s->temporary)
		temporary_remove(&s->path);
	strbuf_free(&s->path);
	s->temporary = false;
}
