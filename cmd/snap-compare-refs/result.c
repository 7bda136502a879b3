/* Writes the record of a row that is done. */
#include "result.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/output.h"
#include "exact.h"
#include "foreign.h"
#include "result_file.h"
#include "table.h"

enum { HOST_MAX = 256 };

bool result_mark(const char *path, bool hashed, struct mark *mark)
{
	*mark = (struct mark){0};
	int fd = foreign_open(path, &mark->bytes);
	if (fd < 0)
		return false;
	bool ok = !hashed || digest_rest(fd, HASHED_MAX, &mark->bytes, mark->sha256);
	int code = errno;
	close(fd);
	mark->known = ok;
	errno = code;
	return ok;
}

/* A pipe can be read once only, and the replay is what reads it. */
void result_mark_snapshot(const char *path, struct mark *mark)
{
	struct stat st;
	bool file = stat(path, &st) == 0 && S_ISREG(st.st_mode);
	int fd = file ? fd_open(path, O_RDONLY | O_CLOEXEC, 0) : -1;

	*mark = (struct mark){0};
	if (fd < 0)
		return;
	mark->known = digest_rest(fd, UINT64_MAX, &mark->bytes, mark->sha256);
	close(fd);
}

static void put_mark(struct jsonw *w, const char *key, const struct mark *mark)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	jsonw_key(w, "bytes");
	jsonw_int(w, (int64_t)mark->bytes);
	if (mark->sha256[0]) {
		jsonw_key(w, "sha256");
		jsonw_strz(w, mark->sha256);
	}
	jsonw_end(w, '}');
}

/* Of a row that failed the last run is one that did not pass. False: a file cannot be read, *e is
 * set. */
static bool put_files(struct jsonw *w, const struct row *row, struct error *e)
{
	struct strbuf path = {0};
	size_t runs = row->n_runs + (row->status != STATUS_PASS);
	bool ok = true;

	jsonw_key(w, "files");
	jsonw_begin(w, '{');
	for (size_t run = 0; ok && run < runs; run++)
		for (int i = 0; ok && i < ROW_ENDS; i++) {
			struct mark mark;

			row_path(row, run, row_ends[i], &path);
			if (result_mark(path.s, result_hashed(i), &mark))
				put_mark(w, path.s + row->base.len, &mark);
			else if (errno != ENOENT)
				ok = error_path(e, "cannot read", path.s);
		}
	jsonw_end(w, '}');
	strbuf_free(&path);
	return ok;
}

static void put_host(struct jsonw *w)
{
	char host[HOST_MAX];

	if (gethostname(host, sizeof host) != 0)
		return;
	host[sizeof host - 1] = 0;
	exact_put(w, "host", str_of(host));
}

static bool put_record(
	struct jsonw *w, const struct row *row, const struct mark *snapshot, struct error *e)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "result");
	jsonw_int(w, RESULT_FORMAT);
	jsonw_key(w, "key");
	jsonw_strz(w, row->key);
	jsonw_key(w, "status");
	jsonw_strz(w, status_names[row->status]);
	if (row->why.len)
		exact_put(w, "why", strbuf_str(&row->why));
	if (row->no_snapshot) {
		jsonw_key(w, "no_snapshot");
		jsonw_bool(w, true);
	}
	if (row->ref->commit[0]) {
		jsonw_key(w, "commit");
		jsonw_strz(w, row->ref->commit);
	}
	put_host(w);
	if (row->switches.len)
		exact_put(w, "switches", strbuf_str(&row->switches));
	if (snapshot->known)
		put_mark(w, "snapshot", snapshot);
	jsonw_key(w, "runs");
	jsonw_int(w, (int64_t)row->n_runs);
	bool ok = put_files(w, row, e);
	jsonw_end(w, '}');
	jsonw_newline(w);
	return ok;
}

bool result_write(
	const struct row *row, const struct mark *snapshot, const char *path, struct error *e)
{
	struct strbuf json = {0};
	struct jsonw w = {.out = &json};
	bool ok = put_record(&w, row, snapshot, e) && output_whole(path, strbuf_str(&json), e);

	strbuf_free(&json);
	return ok;
}

bool result_add_switches(const struct rows *rows, struct error *e)
{
	bool ok = true;

	for (const struct row *row = rows->all; ok && row < rows->all + rows->n; row++) {
		struct strbuf text = {0};
		struct result r = {0};

		if (row->switches.len && result_read(row, &r, &text) == RESULT_WHOLE) {
			row_path(row, 0, RESULT_END, &text);
			ok = result_write(row, &r.snapshot, text.s, e);
		}
		result_free(&r);
		strbuf_free(&text);
	}
	return ok;
}
