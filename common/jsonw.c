/* JSON writer: structure and texts. Numbers are in jsonw_number.c. */
#include "common/jsonw.h"

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

/* A character of one byte that is written as it is. */
static inline bool plain(unsigned char c)
{
	return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* How many bytes from s are valid UTF-8 of one character, a longer one; 0 when they are not. */
static size_t sequence(const unsigned char *s, size_t n)
{
	size_t len = s[0] >= 0xc2 && s[0] <= 0xdf ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : 0;
	if (len == 0 || len > n)
		return 0;
	unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80, high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

static void escape(struct strbuf *out, unsigned char c)
{
	static const char letters[32] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
	char letter = c < 0x20 ? letters[c] : (char)c;
	if (letter) {
		strbuf_addc(out, '\\');
		strbuf_addc(out, letter);
	} else {
		strbuf_addf(out, "\\u%04x", c);
	}
}

static void quote(struct strbuf *out, struct str text)
{
	const unsigned char *p = (const unsigned char *)text.p;
	size_t done = 0, i = 0;
	strbuf_addc(out, '"');
	while (i < text.n) {
		size_t len = plain(p[i]) ? 1 : p[i] < 0x80 ? 0 : sequence(p + i, text.n - i);
		if (len) {
			i += len;
			continue;
		}
		strbuf_add(out, p + done, i - done);
		if (p[i] < 0x80)
			escape(out, p[i]);
		else
			strbuf_addz(out, "\xef\xbf\xbd");
		done = ++i;
	}
	if (i > done)
		strbuf_add(out, p + done, i - done);
	strbuf_addc(out, '"');
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

void jsonw_key(struct jsonw *w, const char *key) { jsonw_keys(w, str_of(key)); }

void jsonw_strz(struct jsonw *w, const char *s) { jsonw_str(w, str_of(s)); }

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

void jsonw_bool(struct jsonw *w, bool v) { jsonw_raw(w, v ? STR("true") : STR("false")); }

void jsonw_null(struct jsonw *w) { jsonw_raw(w, STR("null")); }

void jsonw_newline(struct jsonw *w)
{
	strbuf_addc(w->out, '\n');
	w->comma = false;
}
