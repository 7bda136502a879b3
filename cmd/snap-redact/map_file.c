#include "map_file.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "any_text.h"
#include "common/json.h"
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/output.h"

#define TIME_KIND "time" /* beside the kinds of names */

struct line {
	struct strbuf kind, from, to;
};

static bool bad_line(struct error *e, size_t number, const char *why)
{
	error_set(e, SNAP_INPUT, "not a map", "line %zu: %s", number, why);
	error_hint(e, "a map is what snap-redact --map wrote");
	return false;
}

static void read_member(struct json *r, struct strbuf *to)
{
	struct str s;

	strbuf_clear(to);
	if (json_string(r, &s))
		strbuf_addstr(to, s);
}

static bool read_line(struct json *r, struct line *l)
{
	struct str key;

	strbuf_clear(&l->kind);
	strbuf_clear(&l->from);
	strbuf_clear(&l->to);
	json_enter(r);
	while (json_key(r, &key)) {
		if (str_eq(key, STR("kind")))
			read_member(r, &l->kind);
		else if (str_eq(key, STR("from")))
			read_member(r, &l->from);
		else if (str_eq(key, STR("to")))
			read_member(r, &l->to);
		else
			json_skip(r);
	}
	json_finish(r);
	return !json_failed(r);
}

static int kind_of(struct str text)
{
	for (int i = 0; i < NAMES_COUNT; i++)
		if (str_eq(text, str_of(name_kinds[i])))
			return i;
	return -1;
}

/* How far times have moved: {"kind":"time","from":"0s","to":"-26280h0m1s"}. */
static bool keep_shift(struct book *b, const struct line *l, size_t number, struct error *e)
{
	const int64_t second = 1000000000, most = SHIFT_MOST * INT64_C(86400);
	int64_t from, to;

	if (!duration_parse(strbuf_str(&l->from), &from) ||
		!duration_parse(strbuf_str(&l->to), &to) || from || !to || to % second ||
		to / second > most || to / second < -most)
		return bad_line(e, number, "no offset of times, from 0s to whole seconds");
	if (b->shift.sec && b->shift.sec != to / second)
		return bad_line(e, number, "another offset of times");
	b->shift.sec = to / second;
	return true;
}

static bool keep_line(struct book *b, const struct line *l, size_t number, struct error *e)
{
	int kind = kind_of(strbuf_str(&l->kind));

	if (!l->from.len || !l->to.len)
		return bad_line(e, number, "from or to is missing");
	if (str_eq(strbuf_str(&l->kind), STR(TIME_KIND)))
		return keep_shift(b, l, number, e);
	if (kind < 0)
		return true; /* of a later version */
	struct name *n = book_add(b, (enum names)kind, strbuf_str(&l->from));
	if (n->stays)
		return true;
	if (n->earlier && !str_eq(n->to, strbuf_str(&l->to)))
		return bad_line(e, number, "a name that has another new name already");
	n->earlier = true;
	n->to = arena_str(&b->arena, strbuf_str(&l->to));
	return true;
}

bool map_parse(struct str text, struct book *b, struct error *e)
{
	struct line l = {0};
	size_t number = 0;

	for (size_t at = 0; at < text.n && !e->status;) {
		const char *end = str_find((struct str){text.p + at, text.n - at}, '\n');
		size_t n = end ? (size_t)(end - text.p) - at : text.n - at;
		struct json *r = json_over_memory(text.p + at, n);

		number++;
		if (n && !read_line(r, &l))
			bad_line(e, number, "no object with kind, from and to as texts");
		else if (n)
			keep_line(b, &l, number, e);
		json_free(r);
		at += n + 1;
	}
	strbuf_free(&l.kind);
	strbuf_free(&l.from);
	strbuf_free(&l.to);
	return !e->status;
}

bool map_read(const char *path, bool may_miss, struct book *b, struct error *e)
{
	struct str text;

	if (may_miss && access(path, F_OK) != 0 && errno == ENOENT)
		return true;
	struct input *in = any_text_open(path, &text, e);
	if (!in)
		return false;
	map_parse(text, b, e);
	input_close(in);
	return !e->status;
}

static int by_new(const void *a, const void *b)
{
	return str_cmp((*(struct name *const *)a)->to, (*(struct name *const *)b)->to);
}

static void add_line(struct strbuf *out, const char *kind, struct str from, struct str to)
{
	struct jsonw w = {.out = out};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "kind");
	jsonw_strz(&w, kind);
	jsonw_key(&w, "from");
	jsonw_str(&w, from);
	jsonw_key(&w, "to");
	jsonw_str(&w, to);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
}

static void add_shift(struct strbuf *out, struct shift shift)
{
	struct strbuf to = {0};

	duration_format(&to, shift.sec * 1000000000);
	add_line(out, TIME_KIND, STR("0s"), strbuf_str(&to));
	strbuf_free(&to);
}

static void add_kind(struct strbuf *out, const struct book *b, enum names kind)
{
	const struct map *m = &b->kinds[kind];
	const struct name **names = xcalloc(m->count + 1, sizeof *names);
	size_t n = 0;

	for (size_t i = 0; i < m->count; i++) {
		const struct name *one = m->entries[i].value;

		if (!one->stays && (one->seen || one->earlier))
			names[n++] = one;
	}
	if (n)
		qsort(names, n, sizeof *names, by_new);
	for (size_t i = 0; i < n; i++)
		add_line(out, name_kinds[kind], names[i]->old, names[i]->to);
	free(names);
}

void map_text(struct strbuf *out, const struct book *b)
{
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		add_kind(out, b, (enum names)kind);
	if (b->shift.sec)
		add_shift(out, b->shift);
}

bool map_write(const char *path, const struct book *b, struct error *e)
{
	struct strbuf text = {0};

	map_text(&text, b);
	struct output *o = output_open(path, e);
	if (o)
		output_private(o);
	if (o && !output_finish(o, strbuf_str(&text), e))
		o = NULL;
	strbuf_free(&text);
	return o != NULL;
}
