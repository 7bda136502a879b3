/* What a scalar means: the rules of YAML 1.1 as go-yaml v2 has them, which Kubernetes uses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/jsonw.h"
#include "common/yaml.h"

/* Words with a meaning. A line is {type, text of a number, words}. */
static const struct word {
	enum json_type type;
	const char *number;
	const char *words[6];
} words[] = {
	{JSON_TRUE, "", {"y", "Y", "yes", "Yes", "YES"}},
	{JSON_TRUE, "", {"true", "True", "TRUE", "on", "On", "ON"}},
	{JSON_FALSE, "", {"n", "N", "no", "No", "NO"}},
	{JSON_FALSE, "", {"false", "False", "FALSE", "off", "Off", "OFF"}},
	{JSON_NULL, "", {"", "~", "null", "Null", "NULL"}},
	{JSON_NUMBER, ".nan", {".nan", ".NaN", ".NAN"}},
	{JSON_NUMBER, ".inf", {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"}},
	{JSON_NUMBER, "-.inf", {"-.inf", "-.Inf", "-.INF"}},
};

static const struct word *word_of(struct str text)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (int k = 0; k < 6 && words[i].words[k]; k++)
			if (str_eq(text, str_of(words[i].words[k])))
				return &words[i];
	return NULL;
}

static int digit_of(char c)
{
	if (is_digit(c))
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* 0x, 0o and 0b, and octal behind any other 0. */
static unsigned base_of(struct str *text)
{
	char c = text->n > 2 && text->p[0] == '0' ? (char)(text->p[1] | 0x20) : 0;
	unsigned base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
	size_t prefix = base ? 2 : text->n > 1 && text->p[0] == '0';

	text->p += prefix;
	text->n -= prefix;
	return base ? base : prefix ? 8 : 10;
}

/* Writes the integer in decimal to out, of 32 bytes. 0: text is none, or exceeds 64 bits. */
static size_t integer(char *out, struct str text)
{
	bool minus = text.n && text.p[0] == '-', sign = text.n && (minus || text.p[0] == '+');
	struct str digits = {text.p + sign, text.n - sign};
	uint64_t most = minus ? (uint64_t)INT64_MAX + 1 : sign ? INT64_MAX : UINT64_MAX, sum = 0;
	unsigned base = base_of(&digits);

	for (size_t i = 0; i < digits.n; i++) {
		unsigned digit = (unsigned)digit_of(digits.p[i]);

		if (digit >= base || sum > (most - digit) / base)
			return 0;
		sum = sum * base + digit;
	}
	if (digits.n == 0)
		return 0;
	if (sum <= INT64_MAX)
		return jsonw_format_int(out, minus ? -(int64_t)sum : (int64_t)sum);
	return (size_t)snprintf(out, 32, "%s%llu", minus ? "-" : "", (unsigned long long)sum);
}

static size_t digits(const char *p)
{
	size_t n = 0;

	while (is_digit(p[n]))
		n++;
	return n;
}

/* Sign, digits with or without a point, exponent. */
static bool is_float(const char *p)
{
	size_t before, behind = 0;

	p += *p == '+' || *p == '-';
	before = digits(p);
	p += before;
	if (*p == '.') {
		behind = digits(p + 1);
		p += 1 + behind;
	}
	if (before + behind == 0)
		return false;
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '+' || *p == '-';
		before = digits(p);
		if (before == 0)
			return false;
		p += before;
	}
	return *p == '\0';
}

/* Behind a point, underscores stand between digits; elsewhere, anywhere. */
static bool may_have_underscores(struct str text)
{
	bool good = true;

	for (size_t i = 0; text.n && text.p[0] == '.' && good && i < text.n; i++)
		good = text.p[i] != '_' ||
			(is_digit(text.p[i - 1]) && i + 1 < text.n && is_digit(text.p[i + 1]));
	return good;
}

/* As integer, for any number. *real: it is no integer. */
static size_t number(char *out, struct str text, bool *real)
{
	struct strbuf plain = {0}; /* strtod wants a NUL, and numbers may have underscores */
	size_t n = 0;
	double v;

	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '_')
			strbuf_addc(&plain, text.p[i]);
	if (plain.len)
		n = integer(out, strbuf_str(&plain));
	*real = n == 0;
	if (n == 0 && plain.len && strlen(plain.s) == plain.len && is_float(plain.s)) {
		v = strtod(plain.s, NULL);
		n = isinf(v) ? 0 : jsonw_format_double(out, v);
	}
	strbuf_free(&plain);
	return n;
}

struct value *yaml_scalar(struct arena *a, const char *tag, struct str text)
{
	const char *kind = tag && strncmp(tag, YAML_TAG, sizeof YAML_TAG - 1) == 0
		? tag + sizeof YAML_TAG - 1
		: "";
	bool is_int = strcmp(kind, "int") == 0, is_float_tag = strcmp(kind, "float") == 0;
	bool is_bool = strcmp(kind, "bool") == 0, is_null = strcmp(kind, "null") == 0, real = false;
	const struct word *word = word_of(text);
	struct value *v = value_new(a, JSON_STRING);
	char out[32];
	size_t n = 0;

	v->text = arena_str(a, text);
	if (tag && !is_int && !is_float_tag && !is_bool && !is_null)
		return v; /* text, time stamps, and what some program calls its own */
	if (word) {
		v->type = word->type;
		v->text = str_of(word->number);
		real = word->type == JSON_NUMBER;
	} else if (text.n && strchr("+-.0123456789", text.p[0]) && may_have_underscores(text)) {
		n = number(out, text, &real);
	}
	if (n) {
		v->type = JSON_NUMBER;
		v->text = arena_str(a, (struct str){out, n});
	}
	if (!tag || (is_int && v->type == JSON_NUMBER && !real) ||
		(is_float_tag && v->type == JSON_NUMBER) || (is_null && v->type == JSON_NULL) ||
		(is_bool && (v->type == JSON_TRUE || v->type == JSON_FALSE)))
		return v;
	return NULL;
}
