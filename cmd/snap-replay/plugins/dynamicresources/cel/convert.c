/* Conversions: int(), uint(), double(), string(), bool(). */
#include <stdio.h>
#include <stdlib.h>

#include "functions.h"
#include "model/numbers.h"

/* 2^63 and 2^64. */
#define INT_END 9223372036854775808.0
#define UINT_END 18446744073709551616.0

struct value fn_same(struct run *r, const struct value *args)
{
	(void)r;
	return args[0];
}

static struct value no_conversion(struct run *r, const char *to)
{
	return value_errorf(r->scratch, "type conversion error from 'string' to '%s'", to);
}

struct value fn_int(struct run *r, const struct value *args)
{
	double x = args[0].real;
	int64_t n;

	if (args[0].kind == VALUE_STRING)
		return parse_int64(args[0].text, &n) ? value_int(n) : no_conversion(r, "int");
	if (args[0].kind == VALUE_UINT && args[0].natural <= INT64_MAX)
		return value_int((int64_t)args[0].natural);
	if (args[0].kind == VALUE_DOUBLE && x > -INT_END && x < INT_END)
		return value_int((int64_t)x);
	return value_error(STR("integer overflow"));
}

static bool parse_natural(struct str s, uint64_t *n)
{
	*n = 0;
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) || __builtin_mul_overflow(*n, 10u, n) ||
			__builtin_add_overflow(*n, (unsigned)(s.p[i] - '0'), n))
			return false;
	return s.n > 0;
}

struct value fn_uint(struct run *r, const struct value *args)
{
	struct value v = {.kind = VALUE_UINT};
	double x = args[0].real;

	if (args[0].kind == VALUE_STRING)
		return parse_natural(args[0].text, &v.natural) ? v : no_conversion(r, "uint");
	if (args[0].kind == VALUE_INT && args[0].number >= 0) {
		v.natural = (uint64_t)args[0].number;
		return v;
	}
	if (args[0].kind == VALUE_DOUBLE && x >= 0 && x < UINT_END) {
		v.natural = (uint64_t)x;
		return v;
	}
	return value_error(STR("unsigned integer overflow"));
}

/* Which is no number to Go. */
static bool hex_without_exponent(struct str s)
{
	bool hex = str_find(s, 'x') || str_find(s, 'X');

	return hex && !str_find(s, 'p') && !str_find(s, 'P');
}

struct value fn_double(struct run *r, const struct value *args)
{
	struct value v = {.kind = VALUE_DOUBLE};

	if (args[0].kind == VALUE_INT)
		v.real = (double)args[0].number;
	else if (args[0].kind == VALUE_UINT)
		v.real = (double)args[0].natural;
	else if (args[0].text.n > 127)
		return value_unknown(STR("double() of a long text"));
	else if (hex_without_exponent(args[0].text) || !parse_float64(args[0].text, &v.real))
		return no_conversion(r, "double");
	return v;
}

/* As %g of Go: as few digits as tell it from all others; an exponent below -4 or from 6 on. */
static struct str real_text(struct arena *a, double x)
{
	char text[64];
	int precision = 0, exponent;

	if (x != x || x - x != 0)
		return x != x ? STR("NaN") : x > 0 ? STR("+Inf") : STR("-Inf");
	do
		snprintf(text, sizeof text, "%.*e", precision, x);
	while (strtod(text, NULL) != x && ++precision < 17);
	exponent = atoi(strchr(text, 'e') + 1);
	if (exponent >= -4 && exponent < 6)
		snprintf(text, sizeof text, "%.*f", precision > exponent ? precision - exponent : 0,
			x);
	return arena_str(a, str_of(text));
}

struct value fn_string(struct run *r, const struct value *args)
{
	char text[32];

	if (args[0].kind == VALUE_BOOL)
		return value_string(args[0].truth ? STR("true") : STR("false"));
	if (args[0].kind == VALUE_DOUBLE)
		return value_string(real_text(r->scratch, args[0].real));
	if (args[0].kind == VALUE_INT)
		snprintf(text, sizeof text, "%lld", (long long)args[0].number);
	else
		snprintf(text, sizeof text, "%llu", (unsigned long long)args[0].natural);
	return value_string(arena_str(r->scratch, str_of(text)));
}

struct value fn_bool(struct run *r, const struct value *args)
{
	static const struct str words[] = {STR_INIT("0"), STR_INIT("f"), STR_INIT("F"),
		STR_INIT("false"), STR_INIT("FALSE"), STR_INIT("False"), STR_INIT("1"),
		STR_INIT("t"), STR_INIT("T"), STR_INIT("true"), STR_INIT("TRUE"), STR_INIT("True")};
	size_t n = sizeof words / sizeof *words;

	for (size_t i = 0; i < n; i++)
		if (str_eq(args[0].text, words[i]))
			return value_bool(i >= n / 2);
	return no_conversion(r, "bool");
}
