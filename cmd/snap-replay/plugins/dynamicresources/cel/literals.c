#include "literals.h"
#include "common/utf8.h"
#include "model/numbers.h"

static int hex_digit(char c)
{
	return is_digit(c)             ? c - '0'
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
				       : -1;
}

/* Digits of base 8, 10 or 16; false: none, a wrong one, or more than 64 bits. */
static bool digits(struct str s, unsigned base, uint64_t *n)
{
	*n = 0;
	for (size_t i = 0; i < s.n; i++) {
		int digit = hex_digit(s.p[i]);

		if (digit < 0 || (unsigned)digit >= base || __builtin_mul_overflow(*n, base, n) ||
			__builtin_add_overflow(*n, (unsigned)digit, n))
			return false;
	}
	return s.n > 0;
}

bool literal_number(const struct token *t, bool negative, struct value *v)
{
	struct str s = t->text;
	uint64_t n;

	if (t->kind == TOKEN_DOUBLE) {
		*v = (struct value){.kind = VALUE_DOUBLE};
		if (!parse_float64(s, &v->real))
			return false;
		v->real = negative ? -v->real : v->real;
		return true;
	}
	bool hex = s.n > 2 && s.p[1] == 'x';
	if (!digits(hex ? (struct str){s.p + 2, s.n - 2} : s, hex ? 16 : 10, &n))
		return false;
	*v = (struct value){.kind = VALUE_UINT, .natural = n};
	if (t->kind == TOKEN_UINT)
		return !negative;
	if (n > (uint64_t)INT64_MAX + negative)
		return false;
	*v = value_int(negative ? (int64_t)(0 - n) : (int64_t)n);
	return true;
}

static void put_char(struct strbuf *b, uint32_t c)
{
	if (c < 0x80) {
		strbuf_addc(b, (char)c);
		return;
	}
	int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	unsigned lead = more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0;
	strbuf_addc(b, (char)(lead | c >> (6 * more)));
	for (int i = more - 1; i >= 0; i--)
		strbuf_addc(b, (char)(0x80 | (c >> (6 * i) & 0x3f)));
}

/* The character of n digits behind `skip` bytes of an escape. Returns the escape's length, or 0. */
static size_t by_number(struct str s, size_t skip, size_t n, unsigned base, struct strbuf *b)
{
	uint64_t c;

	if (s.n < skip + n || !digits((struct str){s.p + skip, n}, base, &c))
		return 0;
	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) || (base == 8 && c > 0377))
		return 0;
	put_char(b, (uint32_t)c);
	return skip + n;
}

/* The escape behind a backslash: appends its character. Returns its length; 0: there is none. */
static size_t escape(struct str s, struct strbuf *b)
{
	static const char names[] = "abfnrtv\\'\"`?", meant[] = "\a\b\f\n\r\t\v\\'\"`?";

	if (!s.n || !*s.p)
		return 0;
	switch (*s.p) {
	case 'x':
	case 'X': return by_number(s, 1, 2, 16, b);
	case 'u': return by_number(s, 1, 4, 16, b);
	case 'U': return by_number(s, 1, 8, 16, b);
	default: break;
	}
	if (*s.p >= '0' && *s.p <= '3')
		return by_number(s, 0, 3, 8, b);
	const char *name = strchr(names, *s.p);
	if (!name)
		return 0;
	strbuf_addc(b, meant[name - names]);
	return 1;
}

static bool is_utf8(struct str s)
{
	for (size_t i = 0, n; i < s.n; i += n)
		if (!(n = utf8_length((const unsigned char *)s.p + i, s.n - i)))
			return false;
	return true;
}

/* As a text file read on another system would be: CRLF and CR become LF. */
static bool unescape(struct str s, bool raw, struct strbuf *b)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\r') {
			if (i + 1 == s.n || s.p[i + 1] != '\n')
				strbuf_addc(b, '\n');
		} else if (s.p[i] == '\\' && !raw) {
			size_t n = escape((struct str){s.p + i + 1, s.n - i - 1}, b);

			if (!n)
				return false;
			i += n;
		} else {
			strbuf_addc(b, s.p[i]);
		}
	}
	return true;
}

bool literal_string(struct arena *a, struct str text, struct value *v)
{
	bool raw = text.p[0] == 'r' || text.p[0] == 'R';
	struct str s = {text.p + raw, text.n - raw};
	size_t quotes = s.n >= 6 && s.p[1] == s.p[0] && s.p[2] == s.p[0] ? 3 : 1;
	struct strbuf b = {0};

	s = (struct str){s.p + quotes, s.n - 2 * quotes};
	*v = value_string(s);
	if (!is_utf8(s))
		return false;
	if (!str_find(s, '\\') && !str_find(s, '\r'))
		return true;
	bool good = unescape(s, raw, &b);
	*v = value_string(arena_str(a, strbuf_str(&b)));
	strbuf_free(&b);
	return good;
}
