/* Messages of the JSON reader: what, where in bytes and lines, and the path to it. */
#include <stdarg.h>
#include <stdio.h>

#include "common/json_reader.h"

#define KEY_SHOWN 128 /* bytes of a key that are kept for the path */

static bool has_key(const struct json_level *l)
{
	return l->object && l->at != JSON_NO_KEY;
}
static bool is_saved(const struct json *r, const struct json_level *l)
{
	return has_key(l) && l->at < r->text_off;
}

/* The text of the key, which is buffered. Its length is not stored: that would cost time for each
 * key. */
static struct str key_text(const struct json *r, const struct json_level *l)
{
	const char *p = json_at(r, l->at);
	size_t n = 0, limit = (size_t)(json_input_size(r) - l->at);
	const char *quote = memchr(p, '"', limit < KEY_SHOWN ? limit : KEY_SHOWN);

	if (quote && memchr(p, '\\', (size_t)(quote - p)) == NULL)
		return (struct str){p, (size_t)(quote - p)};
	while (n < limit && n < KEY_SHOWN && p[n] != '"')
		n += p[n] == '\\' ? 2 : 1;
	return (struct str){p, n < limit ? n : limit};
}

void json_save_keys(struct json *r, uint64_t keep_from)
{
	size_t kept = 0;

	for (struct json_level *l = r->levels + 1; l <= r->h.top; l++) {
		if (is_saved(r, l)) {
			kept += l->kept_len;
		} else if (has_key(l) && l->at < keep_from) {
			struct str key = key_text(r, l);

			r->saved.len = kept; /* the rest belongs to levels that have ended */
			strbuf_addstr(&r->saved, key);
			l->kept_len = (uint32_t)key.n;
			kept += key.n;
		}
	}
}

static bool is_plain(struct str key)
{
	for (size_t i = 0; i < key.n; i++) {
		char c = key.p[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '_' || c == '-'))
			return false;
	}
	return key.n > 0;
}

static void add_key(struct strbuf *path, struct str key)
{
	if (is_plain(key)) {
		if (path->len)
			strbuf_addc(path, '.');
		strbuf_addstr(path, key);
		return;
	}
	strbuf_addz(path, "[\"");
	strbuf_addstr(path, key);
	strbuf_addz(path, "\"]");
}

/* Of a long path both ends are kept: they name the object and the member. */
static void store_path(struct json *r, const struct strbuf *path)
{
	size_t room = sizeof r->path - 1, head = room / 3;

	if (path->len <= room) {
		memcpy(r->path, path->len ? path->s : "", path->len);
		r->path[path->len] = '\0';
		return;
	}
	size_t tail = room - head - 3;
	memcpy(r->path, path->s, head);
	memcpy(r->path + head, "...", 3);
	memcpy(r->path + head + 3, path->s + path->len - tail, tail);
	r->path[room] = '\0';
}

static void build_path(struct json *r, const struct json_level *last)
{
	struct strbuf path = {0};
	size_t saved = 0;

	for (const struct json_level *l = r->levels + 1; l <= last; l++) {
		if (!l->object) {
			if (l->at)
				strbuf_addf(&path, "[%llu]", (unsigned long long)(l->at - 1));
		} else if (is_saved(r, l)) {
			add_key(&path, strbuf_part(&r->saved, saved, saved + l->kept_len));
			saved += l->kept_len;
		} else if (has_key(l)) {
			add_key(&path, key_text(r, l));
		}
	}
	store_path(r, &path);
	strbuf_free(&path);
}

static void record(struct json *r, enum json_fault fault, enum json_where where, uint64_t off,
	const char *fmt, va_list args)
{
	if (r->h.state == JSON_READER_FAILED)
		return;
	vsnprintf(r->message, sizeof r->message, fmt, args);
	build_path(r, where == IN_CONTAINER && r->h.top > r->levels ? r->h.top - 1 : r->h.top);
	r->h.state = JSON_READER_FAILED;
	r->error_off = off;
	r->fault = fault;
	r->h.it = r->h.end;
	r->h.behind = 0;
}

bool json_fail_at(struct json *r, enum json_where where, uint64_t off, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	record(r, JSON_SYNTAX, where, off, fmt, args);
	va_end(args);
	return false;
}

static bool fail_meaning(struct json *r, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
static bool fail_meaning(struct json *r, uint64_t off, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	record(r, JSON_MEANING, IN_VALUE, off, fmt, args);
	va_end(args);
	return false;
}

bool json_fail(struct json *r, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	record(r, JSON_MEANING, IN_VALUE, json_offset(r), fmt, args);
	va_end(args);
	return false;
}

/* An earlier fault keeps its own hint. */
static void record_hint(
	struct json *r, enum json_fault fault, const char *hint, const char *fmt, va_list args)
{
	if (r->h.state == JSON_READER_FAILED)
		return;
	record(r, fault, IN_VALUE, json_offset(r), fmt, args);
	r->hint = hint;
}

bool json_fail_foreign(struct json *r, const char *hint, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	record_hint(r, JSON_FOREIGN, hint, fmt, args);
	va_end(args);
	return false;
}

bool json_fail_limit(struct json *r, const char *hint, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	record_hint(r, JSON_LIMIT, hint, fmt, args);
	va_end(args);
	return false;
}

bool json_fail_deep(struct json *r)
{
	return json_fail_limit(r,
		"no object of a cluster is nested so deep: capture it again, or take out what the path names",
		"nested deeper than %d levels", JSON_MAX_DEPTH);
}

bool json_fail_inside(struct json *r, struct str raw, const struct json *inner)
{
	if (inner->h.state != JSON_READER_FAILED)
		return true;
	if (r->h.state == JSON_READER_FAILED)
		return false;
	struct strbuf path = {0};
	fail_meaning(r, r->text_off + (uint64_t)(raw.p - r->text) + inner->error_off, "%s",
		inner->message);
	r->fault = inner->fault;
	r->hint = inner->hint;
	strbuf_addz(&path, r->path);
	if (path.len && inner->path[0] && inner->path[0] != '[')
		strbuf_addc(&path, '.');
	strbuf_addz(&path, inner->path);
	store_path(r, &path);
	strbuf_free(&path);
	return false;
}

bool json_fail_end(struct json *r)
{
	if (r->h.state == JSON_READER_FAILED)
		return false;
	bool empty = r->h.top == r->levels && r->h.state == JSON_EXPECT_VALUE;
	json_fail_at(r, IN_VALUE, json_input_size(r),
		empty ? "no JSON value: the input is empty" : "the input ends in the middle");
	r->hint = empty ? NULL : "the input seems to be cut off: capture or copy it again";
	return false;
}

bool json_fail_value(struct json *r)
{
	unsigned char c = (unsigned char)json_next_char(r);
	uint64_t off = json_next_off(r);

	if (c == '}' || c == ']' || c == ',' || c == ':')
		return json_fail_at(r, IN_VALUE, off, "'%c' where a value should be", c);
	if (c > 0x20 && c < 0x7f)
		return json_fail_at(r, IN_VALUE, off, "no value begins with '%c'", c);
	return json_fail_at(r, IN_VALUE, off, "no value begins with byte 0x%02x", c);
}

static const char *type_name(enum json_type t)
{
	static const char *const names[] = {
		[JSON_END] = "nothing",
		[JSON_OBJECT] = "an object",
		[JSON_ARRAY] = "an array",
		[JSON_STRING] = "a string",
		[JSON_NUMBER] = "a number",
		[JSON_TRUE] = "true",
		[JSON_FALSE] = "false",
		[JSON_NULL] = "null",
	};

	return names[t];
}

bool json_fail_type(struct json *r, const char *wanted)
{
	enum json_type found = json_peek(r);

	if (r->h.state == JSON_READER_FAILED)
		return false;
	return fail_meaning(r, json_next_off(r), "%s where %s should be", type_name(found), wanted);
}

bool json_fail_state(struct json *r)
{
	static const char *const texts[] = {
		[JSON_EXPECT_VALUE] = "a value has not been read",
		[JSON_EXPECT_FIRST] = "no member or element has been asked for",
		[JSON_EXPECT_NEXT] = "no member or element has been asked for",
	};

	return r->h.state == JSON_READER_FAILED
		? false
		: fail_meaning(
			  r, json_offset(r), "wrong use of the JSON reader: %s", texts[r->h.state]);
}

bool json_failed(const struct json *r)
{
	return r->h.state == JSON_READER_FAILED;
}

uint64_t json_offset(const struct json *r)
{
	if (r->h.state == JSON_READER_FAILED)
		return r->error_off;
	if (r->h.state == JSON_EXPECT_VALUE)
		return r->h.it < r->h.end ? json_next_off(r) : json_input_size(r);
	return r->h.value_off;
}

/* The line and the column (in bytes) of off, both from 1. False: the start of the line has left the
 * buffer. */
static bool position(const struct json *r, uint64_t off, uint64_t *line, uint64_t *column)
{
	uint64_t lines = r->lines, begin = r->line_off;
	const char *p = r->text, *end = off > r->text_off ? json_at(r, off) : r->text;

	while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		p++;
		lines++;
		begin = r->text_off + (uint64_t)(p - r->text);
	}
	*line = lines + 1;
	*column = off - begin + 1;
	return off >= begin;
}

void json_error(struct json *r, struct error *e)
{
	if (r->h.state != JSON_READER_FAILED)
		return;
	if (r->fill_error.status) {
		if (e->status == 0)
			*e = r->fill_error;
		return;
	}
	if (e->status)
		return;
	static const char *const what[] = {
		"invalid JSON", "unexpected value", "not a snapshot", "over a limit"};
	if (r->fault == JSON_FOREIGN) {
		error_set(e, SNAP_INPUT, what[r->fault], "%s", r->message);
		error_hint(e, "%s", r->hint);
		return;
	}
	uint64_t line, column;
	char where[64] = "";
	if (position(r, r->error_off, &line, &column))
		snprintf(where, sizeof where, ", line %llu, column %llu", (unsigned long long)line,
			(unsigned long long)column);
	error_set(e, r->fault == JSON_LIMIT ? SNAP_LIMIT : SNAP_INPUT, what[r->fault],
		"%s at byte %llu%s%s%s%s", r->message, (unsigned long long)r->error_off, where,
		r->path[0] ? " (" : "", r->path, r->path[0] ? ")" : "");
	if (r->hint)
		error_hint(e, "%s", r->hint);
}
