/* Device attributes, and the expressions (CEL) that speak of them: drivers, attributes and their
 * values stand there as texts and as identifiers. */
#include "walk.h"
#include "public_names.h"
#include "words.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "DOMAIN/ATTRIBUTE", or the attribute alone. */
static void add_attribute(struct walk *w, struct strbuf *made, struct str name)
{
	const char *slash = str_find(name, '/');
	struct str id =
		slash ? (struct str){slash + 1, (size_t)(name.p + name.n - slash - 1)} : name;
	struct str domain = slash ? (struct str){name.p, (size_t)(slash - name.p)} : STR("");

	if (!w->writing) {
		if (slash)
			book_add(w->book, NAMES_DRIVER, domain);
		book_add(w->book, NAMES_ATTRIBUTE, id);
		return;
	}
	if (slash) {
		strbuf_addstr(made, walk_new_name(w, NAMES_DRIVER, domain));
		strbuf_addc(made, '/');
	}
	strbuf_addstr(made, walk_new_name(w, NAMES_ATTRIBUTE, id));
}

void take_attribute_name(struct walk *w)
{
	struct strbuf parts = {0};
	struct str s;

	if (!walk_string(w, &s))
		return;
	add_attribute(w, &parts, s);
	put_text(w, strbuf_str(&parts));
	strbuf_free(&parts);
}

void take_attributes(struct walk *w)
{
	const struct schema *attribute = schema_of(w->schemas, "attribute");
	struct str key;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &key)) {
		struct strbuf parts = {0};

		put_comma(w);
		add_attribute(w, &parts, key);
		put_text(w, strbuf_str(&parts));
		put(w, STR(":"));
		strbuf_free(&parts);
		walk_value(w, attribute);
	}
	put(w, STR("}"));
}

/* ---- CEL ---- */

/* A text in an expression that means the same in every cluster: a quantity, a version. */
static bool is_plain(struct str s)
{
	if (s.n == 0)
		return true;
	if (s.n > 24 || !is_digit(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && !str_find(STR(".-+KMGTPEi"), s.p[i]))
			return false;
	return true;
}

/* Writes what becomes of a text: the first of these that it is somewhere else. */
static void add_literal(struct walk *w, struct strbuf *made, struct str s)
{
	static const enum names tried[] = {
		NAMES_DRIVER, NAMES_ATTRIBUTE, NAMES_DEVICE, NAMES_POOL, NAMES_ATTRIBUTE_VALUE};
	const char *slash = str_find(s, '/');

	if (is_plain(s)) {
		strbuf_addstr(made, s);
		return;
	}
	if (!w->writing) {
		book_add(w->book,
			is_public_name(NAMES_DRIVER, s)              ? NAMES_DRIVER
				: is_public_name(NAMES_ATTRIBUTE, s) ? NAMES_ATTRIBUTE
								     : NAMES_ATTRIBUTE_VALUE,
			s);
		return;
	}
	if (slash && book_find(w->book, NAMES_DRIVER, (struct str){s.p, (size_t)(slash - s.p)})) {
		add_attribute(w, made, s);
		return;
	}
	for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
		if (book_find(w->book, tried[i], s)) {
			strbuf_addstr(made, walk_new_name(w, tried[i], s));
			return;
		}
}

/* Takes a text with its quotes from at on; returns where it ends. */
static size_t take_literal(struct walk *w, struct strbuf *made, struct str s, size_t at)
{
	char quote = s.p[at];
	size_t end = at + 1;

	while (end < s.n && s.p[end] != quote)
		end += s.p[end] == '\\' && end + 1 < s.n ? 2 : 1;
	strbuf_addc(made, quote);
	add_literal(w, made, (struct str){s.p + at + 1, (end < s.n ? end : s.n) - at - 1});
	if (end < s.n)
		strbuf_addc(made, quote);
	return end < s.n ? end + 1 : s.n;
}

static size_t take_identifier(struct walk *w, struct strbuf *made, struct str s, size_t at)
{
	size_t end = at;

	while (end < s.n && (is_letter(s.p[end]) || is_digit(s.p[end])))
		end++;
	struct str id = {s.p + at, end - at};
	if (is_expression_word(id))
		strbuf_addstr(made, id);
	else
		add_attribute(w, made, id);
	return end;
}

static size_t take_digits_of(struct strbuf *made, struct str s, size_t at)
{
	while (at < s.n && (is_digit(s.p[at]) || str_find(STR(".xabcdefABCDEFu"), s.p[at])))
		strbuf_addc(made, s.p[at++]);
	return at;
}

void take_expression(struct walk *w)
{
	static const struct str signs = STR_INIT(" \t\r\n()[]{}.,:?!&|=<>+-*/%");
	struct strbuf parts = {0};
	struct str s;

	if (!walk_string(w, &s))
		return;
	for (size_t at = 0; at < s.n;) {
		char c = s.p[at];

		if (c == '"' || c == '\'') {
			at = take_literal(w, &parts, s, at);
		} else if (is_letter(c)) {
			at = take_identifier(w, &parts, s, at);
		} else if (is_digit(c)) {
			at = take_digits_of(&parts, s, at);
		} else {
			strbuf_addc(&parts, str_find(signs, c) ? c : '$');
			at++;
		}
	}
	put_text(w, strbuf_str(&parts));
	strbuf_free(&parts);
}
