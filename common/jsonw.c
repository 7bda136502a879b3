/* JSON writer: structure and texts. Numbers are in jsonw_number.c. */
#include "common/jsonw.h"
#include "common/utf8.h"

static void before_value(struct jsonw *w)
{
	if (w->comma)
		strbuf_addc(w->out, ',');
	w->comma = true;
}

void jsonw_begin(struct jsonw *w, char bracket)
{
	before_value(w);
	strbuf_addc(w->out, bracket);
	w->comma = false;
}

void jsonw_end(struct jsonw *w, char bracket)
{
	strbuf_addc(w->out, bracket);
	w->comma = true;
}

/* True for a one-byte character that is written unchanged. */
static inline bool plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* The length of the character at p if it is written unchanged; 0: it is escaped, or invalid UTF-8.
 */
static size_t longer(const unsigned char *p, size_t n)
{
	size_t len = utf8_length(p, n);

	return len > 1 && !utf8_unseen(utf8_char(p, len)) ? len : 0;
}

static void escape_unit(struct strbuf *out, uint32_t unit)
{
	strbuf_addf(out, "\\u%04x", (unsigned)unit);
}

/* Writes the character at p escaped. Returns its length. */
static size_t escape(struct strbuf *out, const unsigned char *p, size_t n)
{
	static const char letters[0x80] = {['\b'] = 'b',
		['\f'] = 'f',
		['\n'] = 'n',
		['\r'] = 'r',
		['\t'] = 't',
		['"'] = '"',
		['\\'] = '\\'};
	size_t len = utf8_length(p, n);
	uint32_t c = len ? utf8_char(p, len) : 0;

	if (len == 0) {
		strbuf_addz(out, "\xef\xbf\xbd");
	} else if (c < 0x80 && letters[c]) {
		strbuf_addc(out, '\\');
		strbuf_addc(out, letters[c]);
	} else if (c > 0xffff) {
		escape_unit(out, 0xd800 + ((c - 0x10000) >> 10));
		escape_unit(out, 0xdc00 + (c & 0x3ff));
	} else {
		escape_unit(out, c);
	}
	return len ? len : 1;
}

static void quote(struct strbuf *out, struct str text)
{
	const unsigned char *p = (const unsigned char *)text.p;
	size_t done = 0, i = 0;

	strbuf_addc(out, '"');
	while (i < text.n) {
		size_t len = plain(p[i]) ? 1 : p[i] < 0x80 ? 0 : longer(p + i, text.n - i);

		if (len) {
			i += len;
			continue;
		}
		strbuf_add(out, p + done, i - done);
		done = i += escape(out, p + i, text.n - i);
	}
	if (i > done)
		strbuf_add(out, p + done, i - done);
	strbuf_addc(out, '"');
}

void jsonw_safe(struct strbuf *out, struct str json)
{
	const unsigned char *p = (const unsigned char *)json.p;
	size_t done = 0;

	for (size_t i = 0; i < json.n;) {
		size_t len =
			p[i] < 0x7f ? utf8_plain_run(p + i, json.n - i) : longer(p + i, json.n - i);

		if (len || p[i] < 0x20) {
			i += len ? len : 1;
			continue;
		}
		strbuf_add(out, p + done, i - done);
		done = i += escape(out, p + i, json.n - i);
	}
	if (json.n > done)
		strbuf_add(out, p + done, json.n - done);
}

void jsonw_keys(struct jsonw *w, struct str key)
{
	before_value(w);
	quote(w->out, key);
	strbuf_addc(w->out, ':');
	w->comma = false;
}

void jsonw_str(struct jsonw *w, struct str s)
{
	before_value(w);
	quote(w->out, s);
}

void jsonw_key(struct jsonw *w, const char *key)
{
	jsonw_keys(w, str_of(key));
}

void jsonw_strz(struct jsonw *w, const char *s)
{
	jsonw_str(w, str_of(s));
}

void jsonw_raw(struct jsonw *w, struct str json)
{
	before_value(w);
	strbuf_addstr(w->out, json);
}

void jsonw_int(struct jsonw *w, int64_t v)
{
	char text[24];

	jsonw_raw(w, (struct str){text, jsonw_format_int(text, v)});
}

void jsonw_double(struct jsonw *w, double v)
{
	char text[32];

	jsonw_raw(w, (struct str){text, jsonw_format_double(text, v)});
}

void jsonw_bool(struct jsonw *w, bool v)
{
	jsonw_raw(w, v ? STR("true") : STR("false"));
}

void jsonw_null(struct jsonw *w)
{
	jsonw_raw(w, STR("null"));
}

void jsonw_member_str(struct jsonw *w, const char *key, struct str s)
{
	jsonw_key(w, key);
	jsonw_str(w, s);
}

void jsonw_member_int(struct jsonw *w, const char *key, int64_t v)
{
	jsonw_key(w, key);
	jsonw_int(w, v);
}

void jsonw_member_size(struct jsonw *w, const char *key, size_t n)
{
	jsonw_member_int(w, key, (int64_t)n);
}

void jsonw_newline(struct jsonw *w)
{
	strbuf_addc(w->out, '\n');
	w->comma = false;
}
