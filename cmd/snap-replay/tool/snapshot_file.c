#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/input.h"
#include "common/operand.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/temporary.h"
#include "common/zipwrite.h"
#include "tool/move_times.h"
#include "tool/snapshot_file.h"

static bool is_regular(const char *file)
{
	struct stat st;

	return !operand_is_standard(file) && stat(file, &st) == 0 && S_ISREG(st.st_mode);
}

struct zip_file {
	int fd;
	const char *path;
};

static bool sink(void *ctx, const void *bytes, size_t n, struct error *e)
{
	const struct zip_file *f = ctx;

	return write_all(f->fd, (struct str){bytes, n}) ||
		error_path(e, "cannot write to", f->path);
}

static bool into_zip(void *ctx, struct str bytes, struct error *e)
{
	return zipwrite_add(ctx, bytes.p, bytes.n, e);
}

static bool copy_blocks(struct zipwrite *z, struct input *in, struct error *e)
{
	struct progress p;
	struct str block;
	uint64_t done = 0;
	int more;

	progress_start(&p, "zipping", 0);
	while ((more = input_read(in, &block, e)) > 0) {
		if (!into_zip(z, block, e))
			break;
		progress_update(&p, done += block.n);
	}
	progress_end(&p);
	return more == 0;
}

/* The JSON that the file holds, with its times moved by ns. */
static bool fill(struct zipwrite *z, const char *path, int64_t ns, struct error *e)
{
	struct source source;

	if (ns) {
		bool ok = source_open(&source, path, e);

		ok = ok && move_times(&source, ns, into_zip, z, e);
		if (source.in)
			source_close(&source);
		return ok;
	}
	struct input *in = input_open(path, NULL, e);
	bool ok = in && copy_blocks(z, in, e);
	if (in)
		input_close(in);
	return ok;
}

bool snapshot_file_open(struct snapshot_file *s, const char *file, struct error *e)
{
	struct raw *raw = raw_open(file, e);
	bool ok = raw && raw_sniff(raw, &s->kind, e);

	if (ok && (s->kind == RAW_OTHER || s->kind == RAW_EMPTY))
		ok = raw_refuse(raw_head(raw), e);
	if (ok && is_regular(file)) {
		strbuf_addz(&s->path, file);
	} else if (ok) {
		ok = temporary_copy(&s->path, raw, "reading", e);
		s->temporary = ok;
	}
	if (raw)
		raw_close(raw);
	return ok;
}

bool snapshot_file_zip(
	const struct snapshot_file *s, int64_t ns, struct snapshot_file *zip, struct error *e)
{
	zip->kind = RAW_ZIP;
	if (s->kind == RAW_ZIP && ns == 0) {
		strbuf_addstr(&zip->path, strbuf_str(&s->path));
		return true;
	}
	struct zip_file file = {.fd = temporary_open(&zip->path, e)};
	if (file.fd < 0)
		return false;
	zip->temporary = true;
	file.path = zip->path.s;
	struct zipwrite *z = zipwrite_new(1, sink, &file);
	bool ok = fill(z, s->path.s, ns, e) && zipwrite_end(z, e);
	zipwrite_free(z);
	if (fd_close(file.fd) != 0 && ok)
		ok = error_path(e, "cannot write to", zip->path.s);
	if (!ok)
		snapshot_file_close(zip);
	return ok;
}

void snapshot_file_close(struct snapshot_file *s)
{
	if (s->temporary)
		temporary_remove(&s->path);
	strbuf_free(&s->path);
	s->temporary = false;
}
