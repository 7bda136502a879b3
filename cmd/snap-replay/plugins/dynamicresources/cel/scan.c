#include "scan.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static char at(struct str s, size_t i)
{
	return i < s.n ? s.p[i] : '\0';
}

static struct token take(struct str *rest, size_t n, enum token_kind kind)
{
	struct token t = {kind, {rest->p, n}};

	rest->p += n;
	rest->n -= n;
	return t;
}

/* Length of the blanks and comments in front of the next token. */
static size_t skip_blanks(struct str s)
{
	size_t i = 0;

	for (;;) {
		while (i < s.n && strchr(" \t\r\n\f", s.p[i]) && s.p[i])
			i++;
		if (at(s, i) != '/' || at(s, i + 1) != '/')
			return i;
		while (i < s.n && s.p[i] != '\n')
			i++;
	}
}

static size_t digits(struct str s, size_t i)
{
	while (is_digit(at(s, i)))
		i++;
	return i;
}

/* The end of an exponent at i; i, if there is none. */
static size_t exponent(struct str s, size_t i)
{
	size_t j = i + 1;

	if (at(s, i) != 'e' && at(s, i) != 'E')
		return i;
	if (at(s, j) == '+' || at(s, j) == '-')
		j++;
	return is_digit(at(s, j)) ? digits(s, j) : i;
}

static struct token number(struct str *rest)
{
	struct str s = *rest;
	bool hex = at(s, 0) == '0' && at(s, 1) == 'x' && is_hex(at(s, 2));
	size_t whole = hex ? 2 : digits(s, 0);

	while (hex && is_hex(at(s, whole)))
		whole++;
	size_t end = whole;
	if (!hex && at(s, end) == '.' && is_digit(at(s, end + 1)))
		end = digits(s, end + 1);
	if (!hex)
		end = exponent(s, end);
	if (end > whole)
		return take(rest, end, TOKEN_DOUBLE);
	bool natural = at(s, end) == 'u' || at(s, end) == 'U';
	struct token t = take(rest, end + natural, natural ? TOKEN_UINT : TOKEN_INT);
	t.text.n = end;
	return t;
}

/* A string with `prefix` characters in front of its quotes. */
static struct token string(struct str *rest, size_t prefix)
{
	struct str s = *rest;
	char quote = s.p[prefix];
	bool raw = prefix > 0, triple = at(s, prefix + 1) == quote && at(s, prefix + 2) == quote;

	for (size_t i = prefix + (triple ? 3 : 1); i < s.n; i++) {
		if (s.p[i] == quote &&
			(!triple || (at(s, i + 1) == quote && at(s, i + 2) == quote)))
			return take(rest, i + (triple ? 3 : 1), TOKEN_STRING);
		if (!triple && (s.p[i] == '\n' || s.p[i] == '\r'))
			break;
		if (!raw && s.p[i] == '\\')
			i++;
	}
	return take(rest, s.n, TOKEN_BAD);
}

static struct token operator(struct str *rest)
{
	static const char pairs[] = "&&||==!=<=>=";
	struct str s = *rest;

	for (size_t i = 0; s.n > 1 && i < sizeof pairs - 1; i += 2)
		if (memcmp(s.p, pairs + i, 2) == 0)
			return take(rest, 2, TOKEN_OPERATOR);
	bool known = *s.p && strchr("!-+*/%<>?:.,()[]{}", *s.p);
	return take(rest, 1, known ? TOKEN_OPERATOR : TOKEN_BAD);
}

struct token scan(struct str *rest)
{
	take(rest, skip_blanks(*rest), TOKEN_END);
	struct str s = *rest;
	if (!s.n)
		return (struct token){TOKEN_END, s};
	if (is_digit(s.p[0]) || (s.p[0] == '.' && is_digit(at(s, 1))))
		return number(rest);
	if (s.p[0] == '"' || s.p[0] == '\'')
		return string(rest, 0);
	if ((s.p[0] == 'r' || s.p[0] == 'R') && (at(s, 1) == '"' || at(s, 1) == '\''))
		return string(rest, 1);
	if ((s.p[0] == 'b' || s.p[0] == 'B') && (at(s, 1) == '"' || at(s, 1) == '\''))
		return take(rest, s.n, TOKEN_BAD); /* bytes */
	if (!is_letter(s.p[0]))
		return operator(rest);
	size_t n = 1;
	while (is_letter(at(s, n)) || is_digit(at(s, n)))
		n++;
	return take(rest, n, TOKEN_NAME);
}
