/* --plan: DIR/plan.json, and a command line for each row. */
#include "plan.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/output.h"
#include "exact.h"
#include "places.h"
#include "plan_file.h"
#include "plan_key.h"
#include "shell.h"

static void put_ref(struct jsonw *w, const struct settings *s, const struct ref *r)
{
	char key[ROW_KEY];

	plan_ref_key(s, r, key);
	jsonw_begin(w, '{');
	exact_put(w, "ref", str_of(r->name));
	jsonw_key(w, "commit");
	if (r->commit[0])
		jsonw_strz(w, r->commit);
	else
		jsonw_null(w);
	jsonw_key(w, "key");
	jsonw_strz(w, key);
	jsonw_end(w, '}');
}

bool plan_write(const struct settings *s, const char *dir, struct error *e)
{
	struct strbuf json = {0}, path = {0};
	struct jsonw w = {.out = &json};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "plan");
	jsonw_int(&w, PLAN_FORMAT);
	jsonw_key(&w, "refs");
	jsonw_begin(&w, '[');
	for (size_t i = 0; i < s->refs.n; i++)
		put_ref(&w, s, &s->refs.all[i]);
	jsonw_end(&w, ']');
	jsonw_key(&w, "snapshots");
	jsonw_begin(&w, '[');
	for (size_t i = 0; i < s->snapshots.n; i++)
		exact_str(&w, str_of(s->snapshots.names[i]));
	jsonw_end(&w, ']');
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	strbuf_addf(&path, "%s/" PLAN_FILE, dir);
	bool ok = output_whole(path.s, strbuf_str(&json), e);
	strbuf_free(&json);
	strbuf_free(&path);
	return ok;
}

/* A line that is run elsewhere has whole paths. */
static void add_path(struct strbuf *line, const char *before, const char *path)
{
	struct strbuf whole = {0};
	char here[PATH_MAX];

	strbuf_addz(&whole, before);
	if (path[0] != '/' && getcwd(here, sizeof here)) {
		strbuf_addf(&whole, "%s/", here);
		path += strncmp(path, "./", 2) == 0 ? 2 : 0;
	}
	strbuf_addz(&whole, path);
	shell_add(line, whole.s);
	strbuf_free(&whole);
}

static void add_option(struct strbuf *line, const char *option, const char *value)
{
	if (!value)
		return;
	shell_add(line, option);
	shell_add(line, value);
}

static void add_number(struct strbuf *line, const char *option, long long n, const char *unit)
{
	char text[40];

	snprintf(text, sizeof text, "%lld%s", n, unit);
	add_option(line, option, text);
}

static void add_ref(struct strbuf *line, const struct settings *s, const struct ref *r)
{
	shell_add(line, "--refs");
	if (r->kind == REF_TOOL)
		add_path(line, "tool:", r->name + strlen("tool:"));
	else
		shell_add(line, r->name);
	if (r->like_tool)
		shell_add(line, "--like-snapshot-tool");
	if (r->kind != REF_GIT)
		return;
	add_option(line, "--commit", r->commit);
	shell_add(line, "--repo");
	add_path(line, "", s->build.repo ? s->build.repo : ".");
	add_option(line, "--arch", s->build.arch);
	add_option(line, "--build", s->build.build);
	if (s->build.no_build)
		shell_add(line, "--no-build");
}

static void add_line(struct strbuf *line, const struct settings *s, const struct row *row)
{
	struct strbuf part = {0};

	if (strchr(s->program, '/'))
		add_path(line, "", s->program);
	else
		shell_add(line, s->program);
	strbuf_addf(&part, "%s:%s", row->key, strrchr(row->base.s, '/') + 1);
	add_option(line, "--part", part.s);
	shell_add(line, "--output-dir");
	add_path(line, "", s->output_dir);
	add_ref(line, s, row->ref);
	add_option(line, "--now", s->now);
	if (s->timeout_ms >= 0)
		add_number(line, "--timeout", s->timeout_ms, "ms");
	add_number(line, "--verbosity", s->verbosity, "");
	if (s->repeat)
		add_number(line, "--repeat", (long long)s->repeat, "");
	if (msg_quiet())
		shell_add(line, "--quiet");
	shell_add(line, "--");
	add_path(line, "", row->snapshot);
	shell_one_line(line);
	strbuf_addc(line, '\n');
	strbuf_free(&part);
}

static bool print_lines(const struct settings *s, const struct rows *rows, struct error *e)
{
	struct output *out = output_open(s->output, e);
	struct strbuf line = {0};
	bool ok = out != NULL;

	for (size_t i = 0; ok && i < rows->n; i++) {
		strbuf_clear(&line);
		add_line(&line, s, &rows->all[i]);
		ok = output_write(out, line.s, line.len, e);
	}
	strbuf_free(&line);
	if (ok)
		return output_commit(out, e);
	if (out)
		output_abort(out);
	return false;
}

/* What the lines would all fail at is told now. */
static bool resolve(struct settings *s, const char **which, struct error *e)
{
	for (size_t i = 0; i < s->refs.n; i++) {
		struct ref *r = &s->refs.all[i];

		ref_resolve(&s->build, r);
		if (r->error.status) {
			*which = r->name;
			*e = r->error;
			return false;
		}
	}
	return true;
}

int plan_run(struct settings *s)
{
	struct rows rows = {.dir = s->output_dir};
	struct error e = {0};
	const char *which = NULL;
	bool ok = snapshots_check(&s->snapshots, &which, &e) && resolve(s, &which, &e) &&
		output_folder(s->output_dir, &e) && plan_write(s, s->output_dir, &e);

	if (ok) {
		rows_init(&rows, &s->refs, s->snapshots.names, s->snapshots.n);
		for (size_t i = 0; i < rows.n; i++)
			plan_key(s, &rows.all[i]);
		ok = print_lines(s, &rows, &e);
	}
	int status = ok ? SNAP_OK : msg_error(which, &e);
	rows_free(&rows);
	return status;
}
