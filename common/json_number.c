/* Numbers of the JSON reader as int64_t and double. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "common/json_reader.h"

bool json_int(struct json *r, int64_t *value)
{
	struct str text;

	if (!json_number(r, &text))
		return false;
	bool minus = text.p[0] == '-';
	uint64_t sum = 0, limit = (uint64_t)INT64_MAX + minus;
	for (size_t i = minus; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return json_fail(r, "number " STR_FMT " where an integer should be",
				(int)(text.n < 64 ? text.n : 64), text.p);
		uint64_t digit = (uint64_t)(text.p[i] - '0');
		if (sum > (limit - digit) / 10)
			return json_fail(r, "integer " STR_FMT " does not fit into 64 bits",
				(int)(text.n < 64 ? text.n : 64), text.p);
		sum = sum * 10 + digit;
	}
	*value = minus ? (int64_t)(0 - sum) : (int64_t)sum;
	return true;
}

/* strtod wants a NUL and obeys the locale; JSON has neither. */
static bool convert(struct json *r, struct str text, double *value)
{
	strbuf_clear(&r->decoded);
	strbuf_addstr(&r->decoded, text);
	locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	if (c == (locale_t)0)
		return false;
	locale_t before = uselocale(c);
	*value = strtod(r->decoded.s, NULL);
	uselocale(before);
	freelocale(c);
	return true;
}

/* Exact if the digits fit into 53 bits and the power of ten is exact, as for nearly all numbers. */
static bool convert_short(struct str text, double *value)
{
	static const double powers[] = {
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	bool minus = text.p[0] == '-', point = false;
	uint64_t sum = 0;
	size_t decimals = 0;

	if (text.n > 16)
		return false;
	for (size_t i = minus; i < text.n; i++) {
		if (text.p[i] == '.') {
			point = true;
			continue;
		}
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
		sum = sum * 10 + (uint64_t)(text.p[i] - '0');
		decimals += point;
	}
	if (sum >> 53)
		return false;
	*value = (double)sum / powers[decimals];
	if (minus)
		*value = -*value;
	return true;
}

bool json_double(struct json *r, double *value)
{
	struct str text;

	if (!json_number(r, &text))
		return false;
	if (convert_short(text, value))
		return true;
	if (!convert(r, text, value))
		return json_fail(r, "no C locale to read a number with");
	if (isinf(*value))
		return json_fail(r, "number " STR_FMT " is too large",
			(int)(text.n < 64 ? text.n : 64), text.p);
	return true;
}
