/* Reads and checks the record of a row. */
#include <errno.h>
#include <stdlib.h>
#include "common/grow.h"
#include "exact.h"
#include "foreign.h"
#include "result_file.h"
#include "table.h"

static void read_text(struct json *r, struct strbuf *text)
{
	strbuf_clear(text);
	exact_take(r, text);
}

static void read_status(struct json *r, int *status)
{
	struct str text;

	if (!json_string(r, &text))
		return;
	for (int i = STATUS_PASS; i <= STATUS_TIMEOUT; i++)
		if (str_eq(text, str_of(status_names[i]))) {
			*status = i;
			return;
		}
	json_fail(r, "not a status of a row that is done");
}

static void read_size(struct json *r, int64_t most, uint64_t *n)
{
	int64_t number;

	if (!json_int(r, &number))
		return;
	if (number < 0 || number > most)
		json_fail(r, "out of range");
	else
		*n = (uint64_t)number;
}

static void read_mark(struct json *r, struct mark *mark)
{
	struct str key;

	*mark = (struct mark){.known = true};
	if (!json_enter(r))
		return;
	while (json_key(r, &key))
		if (str_eq(key, STR("bytes")))
			read_size(r, INT64_MAX, &mark->bytes);
		else if (str_eq(key, STR("sha256")))
			exact_field(r, mark->sha256, sizeof mark->sha256);
		else
			json_skip(r);
}

static void read_files(struct json *r, struct result *result)
{
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		struct result_file file = {0};

		if (result->n_files == (size_t)ROW_ENDS * (MOST_RUNS + 1)) {
			json_fail(r, "too many files");
			return;
		}
		strbuf_addstr(&file.end, key);
		read_mark(r, &file.mark);
		ARRAY_GROW(result->files, result->n_files, result->files_cap);
		result->files[result->n_files++] = file;
	}
}

static void read_member(struct json *r, struct str key, struct result *result)
{
	uint64_t number = 0;

	if (str_eq(key, STR("result"))) {
		read_size(r, INT64_MAX, &number);
		if (number != RESULT_FORMAT)
			json_fail(r, "of another version of this program");
	} else if (str_eq(key, STR("key"))) {
		exact_field(r, result->key, sizeof result->key);
	} else if (str_eq(key, STR("status"))) {
		read_status(r, &result->status);
	} else if (str_eq(key, STR("why"))) {
		read_text(r, &result->why);
	} else if (str_eq(key, STR("no_snapshot"))) {
		json_bool(r, &result->no_snapshot);
	} else if (str_eq(key, STR("commit"))) {
		exact_field(r, result->commit, sizeof result->commit);
	} else if (str_eq(key, STR("host"))) {
		read_text(r, &result->host);
	} else if (str_eq(key, STR("switches"))) {
		read_text(r, &result->switches);
	} else if (str_eq(key, STR("snapshot"))) {
		read_mark(r, &result->snapshot);
	} else if (str_eq(key, STR("runs"))) {
		read_size(r, MOST_RUNS, &number);
		result->runs = number;
	} else if (str_eq(key, STR("files"))) {
		read_files(r, result);
	} else {
		json_skip(r);
	}
}

bool result_parse(struct str text, struct result *result, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);
	struct str key;

	*result = (struct result){0};
	if (json_enter(r))
		while (json_key(r, &key))
			read_member(r, key, result);
	json_finish(r);
	bool ok = !json_failed(r);
	if (!ok)
		json_error(r, e);
	else if (!result->status || !result->key[0] ||
		(result->status == STATUS_PASS && !result->runs))
		ok = error_set(e, SNAP_INPUT, "not a record of a result",
			"key, status or runs are missing");
	json_free(r);
	return ok;
}

void result_free(struct result *r)
{
	strbuf_free(&r->why);
	strbuf_free(&r->host);
	strbuf_free(&r->switches);
	for (size_t i = 0; i < r->n_files; i++)
		strbuf_free(&r->files[i].end);
	free(r->files);
	*r = (struct result){0};
}

bool mark_same(const struct mark *a, const struct mark *b)
{
	return a->known && b->known && a->bytes == b->bytes && strcmp(a->sha256, b->sha256) == 0;
}

/* Whether the file is there as the record tells, or in neither. */
static bool check_file(const char *path, const char *end, bool hashed, const struct result *r,
	size_t *at, struct strbuf *why)
{
	struct mark mark;
	bool told = *at < r->n_files && str_eq(strbuf_str(&r->files[*at].end), str_of(end)),
	     there = result_mark(path, hashed, &mark);
	const char *what = told && !there                        ? strerror(errno)
		: !told && (there || errno != ENOENT)            ? "is not of this result"
		: told && !mark_same(&mark, &r->files[*at].mark) ? "is cut, or of another run"
								 : NULL;

	if (what)
		strbuf_addf(why, "%s: %s", end, what);
	*at += told;
	return !what;
}

/* Of a row that failed the last run is one that did not pass. */
static bool check_files(const struct row *row, const struct result *r, struct strbuf *why)
{
	struct strbuf path = {0};
	size_t at = 0, runs = r->runs + (r->status != STATUS_PASS);
	bool ok = true;

	for (size_t run = 0; ok && run < runs; run++)
		for (int i = 0; ok && i < ROW_ENDS; i++) {
			row_path(row, run, row_ends[i], &path);
			ok = check_file(
				path.s, path.s + row->base.len, result_hashed(i), r, &at, why);
		}
	if (ok && at < r->n_files) {
		strbuf_addz(why, "its files are not those of its runs");
		ok = false;
	}
	strbuf_free(&path);
	return ok;
}

enum result_state result_read(const struct row *row, struct result *r, struct strbuf *why)
{
	struct strbuf path = {0}, text = {0};
	struct error e = {0};
	bool ok = false;

	*r = (struct result){0};
	row_path(row, 0, RESULT_END, &path);
	bool read = foreign_read(path.s, RESULT_MAX, &text);
	bool missing = !read && errno == ENOENT;
	if (!read && !missing) {
		strbuf_addf(why, "its record: %s", strerror(errno));
	} else if (read) {
		ok = result_parse(strbuf_str(&text), r, &e);
		if (!ok)
			strbuf_addf(why, "its record: %s: %s", e.what, e.why);
		else if (strcmp(r->key, row->key) != 0) {
			strbuf_addz(why, "it is of another plan");
			ok = false;
		} else {
			ok = check_files(row, r, why);
		}
	}
	strbuf_free(&path);
	strbuf_free(&text);
	return missing ? RESULT_MISSING : ok ? RESULT_WHOLE : RESULT_BROKEN;
}
