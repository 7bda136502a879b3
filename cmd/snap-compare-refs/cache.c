#include "cache.h"
#include <stdlib.h>
#include <time.h>
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/output.h"
#include "common/terminal.h"

enum { COLUMNS = 9, SHORT_HASH = 12, SECOND_MS = 1000, MS_NS = 1000000 };
#define UNUSED_NS ((int64_t)30 * 24 * 3600 * 1000000000) /* of --cache prune, unless given */
static const char *const columns[COLUMNS] = {
	"ref", "status", "size", "used", "took", "arch", "commit", "command", "why"};

enum cache_command cache_parse(const char *arg)
{
	if (strcmp(arg, "list") == 0)
		return CACHE_LIST;
	if (strcmp(arg, "prune") == 0)
		return CACHE_PRUNE;
	msg_usage("--cache: not a command: '%s': list or prune", arg);
}

static void add_cell(struct text *cell, struct str text)
{
	text_add(cell, text.n ? text : STR("-"));
}

/* people: sizes and times in units, hashes cut. */
static void fill_cells(const struct build_entry *b, bool people, struct text *cells)
{
	const struct build_record *r = &b->record;

	add_cell(&cells[0], strbuf_str(&r->ref));
	text_ours(&cells[1], b->tool ? "built" : "broken");
	if (people)
		size_format(text_numbers(&cells[2]), b->bytes);
	else
		text_addf(&cells[2], "%llu", (unsigned long long)b->bytes);
	rfc3339_format(text_numbers(&cells[3]), b->used);
	if (!r->commit.len)
		text_ours(&cells[4], "-");
	else if (people)
		duration_format(
			text_numbers(&cells[4]), r->took_ms / SECOND_MS * SECOND_MS * MS_NS);
	else
		text_addf(&cells[4], "%lld", (long long)r->took_ms);
	add_cell(&cells[5], strbuf_str(&r->arch));
	add_cell(&cells[6], strbuf_str(r->commit.len ? &r->commit : &b->key));
	if (people)
		text_cut(&cells[6], SHORT_HASH);
	add_cell(&cells[7], strbuf_str(&r->command));
	add_cell(&cells[8], strbuf_str(&r->why));
}

static void put_line(const struct text *cells, const size_t *widths, bool people, struct text *out)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		text_add_made(out, text_str(&cells[c]));
		if (c + 1 == COLUMNS)
			text_ours(out, "\n");
		else if (people)
			text_pad(out, widths[c] + 2 - text_width(text_str(&cells[c])));
		else
			text_ours(out, "\t");
	}
}

/* fd: where out will go. */
static void put_table(const struct build_entries *l, bool people, int fd, struct text *out)
{
	struct text(*lines)[COLUMNS] = xcalloc(l->n + 1, sizeof *lines);
	size_t widths[COLUMNS] = {0};

	for (size_t c = 0; c < COLUMNS; c++)
		text_ours(&lines[0][c],
			!people && strcmp(columns[c], "took") == 0 ? "took_ms" : columns[c]);
	for (size_t i = 0; i < l->n; i++)
		fill_cells(&l->all[i], people, lines[i + 1]);
	for (size_t i = 0; i <= l->n; i++)
		for (size_t c = 0; c < COLUMNS; c++)
			if (text_width(text_str(&lines[i][c])) > widths[c])
				widths[c] = text_width(text_str(&lines[i][c]));
	for (size_t i = 0; i <= l->n; i++) {
		put_line(lines[i], widths, people, out);
		for (size_t c = 0; c < COLUMNS; c++)
			text_free(&lines[i][c]);
	}
	free(lines);
	terminal_cut(out, 0, people ? terminal_columns(fd) : 0);
}

static void member(struct jsonw *w, const char *key, const struct strbuf *text)
{
	jsonw_key(w, key);
	if (text->len)
		jsonw_str(w, strbuf_str(text));
	else
		jsonw_null(w);
}

static void put_json(const struct build_entry *b, struct jsonw *w)
{
	const struct build_record *r = &b->record;
	struct strbuf used = {0};

	rfc3339_format(&used, b->used);
	w->comma = false;
	jsonw_begin(w, '{');
	member(w, "ref", &r->ref);
	jsonw_key(w, "status");
	jsonw_strz(w, b->tool ? "built" : "broken");
	jsonw_key(w, "size");
	jsonw_int(w, (int64_t)b->bytes);
	member(w, "used", &used);
	jsonw_key(w, "took_ms");
	if (r->commit.len)
		jsonw_int(w, r->took_ms);
	else
		jsonw_null(w);
	member(w, "arch", &r->arch);
	member(w, "commit", &r->commit);
	member(w, "command", &r->command);
	member(w, "why", &r->why);
	member(w, "key", &b->key);
	jsonw_end(w, '}');
	jsonw_newline(w);
	strbuf_free(&used);
}

static bool print(
	const struct build_entries *l, enum format format, const char *path, struct error *e)
{
	struct strbuf json = {0};
	struct text text = {0};
	struct jsonw w = {.out = &json};

	struct output *out = output_open(path, e);
	if (!out)
		return false;
	if (format == FORMAT_JSON)
		for (size_t i = 0; i < l->n; i++)
			put_json(&l->all[i], &w);
	else
		put_table(l, format == FORMAT_TEXT, output_fd(out), &text);
	struct str all = format == FORMAT_JSON ? strbuf_str(&json) : text_str(&text);
	bool ok = output_finish(out, all, e);
	strbuf_free(&json);
	text_free(&text);
	return ok;
}

int cache_run(enum cache_command command, int64_t unused_ns, enum format format, const char *output)
{
	struct build_entries l = {0};
	struct error e = {0};
	struct timespec wall;

	clock_gettime(CLOCK_REALTIME, &wall);
	struct instant now = {wall.tv_sec, (int32_t)wall.tv_nsec},
		       since = instant_add(now, -(unused_ns ? unused_ns : UNUSED_NS));
	bool ok = command == CACHE_LIST ? build_list(&l, &e) : build_prune(&l, since, &e);
	ok = ok && print(&l, format, output, &e);
	build_list_free(&l);
	return ok ? SNAP_OK : msg_error(NULL, &e);
}
