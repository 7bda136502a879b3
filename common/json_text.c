/* Strings, numbers and literals of the JSON reader: validation, length, decoding. */
#include "common/json_reader.h"
#include "common/utf8.h"

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The code unit of \uXXXX at p, or -1. */
static int code_unit(const char *p, const char *end)
{
	int unit = 0;

	if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
		return -1;
	for (int i = 2; i < 6; i++) {
		int digit = hex_value(p[i]);

		if (digit < 0)
			return -1;
		unit = unit * 16 + digit;
	}
	return unit;
}

/* The byte that the escape \c stands for; 0: there is no such escape. */
static const char escapes[256] = {
	['"'] = '"',
	['\\'] = '\\',
	['/'] = '/',
	['b'] = '\b',
	['f'] = '\f',
	['n'] = '\n',
	['r'] = '\r',
	['t'] = '\t',
};

/* The length of the escape at the backslash p, or 0. The closing quote follows, so p[1] is
 * readable. */
static inline size_t escape_length(const char *p, const char *end)
{
	if (escapes[(unsigned char)p[1]])
		return 2;
	return code_unit(p, end) >= 0 ? 6 : 0;
}

static bool check_escapes(struct json *r, const char *p, size_t n)
{
	const char *end = p + n, *start = p;

	while (p < end && (p = memchr(p, '\\', (size_t)(end - p))) != NULL) {
		size_t len = escape_length(p, end);

		if (len == 0)
			return json_fail_at(r, IN_VALUE, r->h.value_off + 1 + (uint64_t)(p - start),
				"no such escape in a string");
		p += len;
	}
	return true;
}

static bool check_bytes(struct json *r, const char *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)p[i];
		uint64_t off = r->h.value_off + 1 + i;
		size_t len = c == '\\' ? escape_length(p + i, p + n)
				       : utf8_length((const unsigned char *)p + i, n - i);

		if (c < 0x20)
			return json_fail_at(r, IN_VALUE, off,
				"control character 0x%02x in a string; it must be escaped", c);
		if (len == 0 && c == '\\')
			return json_fail_at(r, IN_VALUE, off, "no such escape in a string");
		if (len == 0)
			return json_fail_at(
				r, IN_VALUE, off, "invalid UTF-8 in a string (byte 0x%02x)", c);
		i += len;
	}
	return true;
}

bool json_take_string(struct json *r, struct json_span *s)
{
	uint64_t open = json_next_off(r), held = r->hold;
	bool suspect = r->suspect, escaped = false;

	r->h.value_off = open;
	if (open < r->hold)
		r->hold = open;
	r->h.it++;
	while (json_ready(r)) {
		suspect |= r->suspect;
		uint64_t off = json_next_off(r);
		bool over = json_next_char(r) == '"';
		r->h.it++;
		escaped |= !over;
		if (!over)
			continue;
		*s = (struct json_span){open + 1, (size_t)(off - open - 1), escaped};
		r->hold = held;
		r->value_end = off + 1;
		uint64_t behind = off + 1 - r->h.win_off;
		r->h.behind = behind < r->win_len ? (unsigned char)r->h.win[behind] : 0;
		const char *p = json_at(r, s->off);
		if (suspect)
			return check_bytes(r, p, s->len);
		return !escaped || check_escapes(r, p, s->len);
	}
	r->hold = held;
	if (r->fill_error.status)
		return json_fail_end(r);
	json_fail_at(r, IN_VALUE, open, "a string without end");
	r->hint = "the input seems to be cut off: capture or copy it again";
	return false;
}

static char *put_rune(char *out, uint32_t c)
{
	if (c < 0x80) {
		*out++ = (char)c;
	} else if (c < 0x800) {
		*out++ = (char)(0xc0 | c >> 6);
		*out++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*out++ = (char)(0xe0 | c >> 12);
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	} else {
		*out++ = (char)(0xf0 | c >> 18);
		*out++ = (char)(0x80 | (c >> 12 & 0x3f));
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	}
	return out;
}

/* Decodes \uXXXX at *p, and the second half of a surrogate pair. A lone surrogate becomes U+FFFD,
 * as in Go's encoding/json. */
static uint32_t take_rune(const char **p, const char *end)
{
	int unit = code_unit(*p, end);

	*p += 6;
	if (unit < 0xd800 || unit > 0xdfff)
		return (uint32_t)unit;
	int low = unit < 0xdc00 ? code_unit(*p, end) : -1;
	if (low < 0xdc00 || low > 0xdfff)
		return 0xfffd;
	*p += 6;
	return 0x10000 + ((uint32_t)(unit - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
}

struct str json_decode(struct json *r, const char *p, size_t n)
{
	const char *end = p + n;

	strbuf_clear(&r->decoded);
	char *out = strbuf_reserve(&r->decoded, n + 1), *begin = out;
	while (p < end) {
		const char *next = memchr(p, '\\', (size_t)(end - p));
		size_t plain = (size_t)((next ? next : end) - p);

		memcpy(out, p, plain);
		out += plain;
		p += plain;
		if (next == NULL)
			break;
		if (p[1] == 'u') {
			out = put_rune(out, take_rune(&p, end));
		} else {
			*out++ = escapes[(unsigned char)p[1]];
			p += 2;
		}
	}
	return (struct str){begin, (size_t)(out - begin)};
}

static inline bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char *json_number_end(const char *p, const char *end, const char **bad)
{
#define DIGITS(why) \
	do { \
		*bad = p; \
		if (p == end || !is_digit(*p)) \
			return NULL; \
		while (p < end && is_digit(*p)) \
			p++; \
	} while (0)
	if (p < end && *p == '-')
		p++;
	if (p < end && *p == '0')
		p++;
	else
		DIGITS();
	if (p < end && *p == '.') {
		p++;
		DIGITS();
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		DIGITS();
	}
#undef DIGITS
	return p;
}

static const char *literal_end(const char *p, const char *end, const char **bad)
{
	const char *word = *p == 't' ? "true" : *p == 'f' ? "false" : "null";

	while (*word && p < end && *p == *word)
		p++, word++;
	*bad = p;
	return *word ? NULL : p;
}

const char *json_scalar_end(const char *w, const uint32_t *it)
{
	const char *p = w + it[0], *end = w + it[1], *bad;

	/* No place is a digit right behind a digit, so the loop ends there. */
	if (*p >= '1' && *p <= '9') {
		const char *q = p + 1;

		while (is_digit(*q))
			q++;
		if (q == end || is_space(*q))
			return q;
	}
	if (*p == 't')
		p = end - p >= 4 && memcmp(p, "true", 4) == 0 ? p + 4 : NULL;
	else if (*p == 'f')
		p = end - p >= 5 && memcmp(p, "false", 5) == 0 ? p + 5 : NULL;
	else if (*p == 'n')
		p = end - p >= 4 && memcmp(p, "null", 4) == 0 ? p + 4 : NULL;
	else
		p = json_number_end(p, end, &bad);
	return p && (p == end || is_space(*p)) ? p : NULL;
}

static JSON_SLOW bool careful_scalar(struct json *r, struct json_span *s)
{
	uint64_t off = json_next_off(r), held = r->hold;

	r->h.value_off = off;
	if (off < r->hold)
		r->hold = off;
	r->h.it++;
	/* The run ends at the next place at the latest, so it is buffered once that place is known.
	 */
	uint64_t limit = json_ready(r) ? json_next_off(r) : json_input_size(r);
	r->hold = held;
	const char *p = json_at(r, off), *end = json_at(r, limit), *bad = p;
	bool number = *p == '-' || is_digit(*p);
	const char *over = number ? json_number_end(p, end, &bad) : literal_end(p, end, &bad);
	if (over && over < end && !is_space(*over)) {
		bad = over;
		over = NULL;
	}
	*s = (struct json_span){off, over ? (size_t)(over - p) : 0, false};
	r->value_end = off + s->len;
	if (over)
		return true;
	uint64_t bad_off = off + (uint64_t)(bad - p);
	if (bad == end && limit == json_input_size(r) && r->h.it == r->h.end)
		return json_fail_end(r);
	return json_fail_at(
		r, IN_VALUE, bad_off, number ? "not a number" : "not true, false or null");
}

bool json_take_scalar(struct json *r, struct json_span *s)
{
	const char *p = r->h.win + r->h.it[0], *over = NULL;

	if (r->h.end - r->h.it >= 2)
		over = json_scalar_end(r->h.win, r->h.it);
	if (over == NULL)
		return careful_scalar(r, s);
	*s = (struct json_span){json_next_off(r), (size_t)(over - p), false};
	r->h.value_off = s->off;
	r->value_end = s->off + s->len;
	r->h.it++;
	return true;
}
