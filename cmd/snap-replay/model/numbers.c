#include "model/numbers.h"

#include <math.h>
#include <stdlib.h>

bool parse_int64(struct str s, int64_t *out)
{
	bool negative = str_starts(s, STR("-"));
	size_t i = negative || str_starts(s, STR("+"));
	uint64_t v = 0;

	if (i == s.n)
		return false;
	for (; i < s.n; i++) {
		uint64_t digit = (uint64_t)(unsigned char)s.p[i] - '0';

		if (digit > 9 || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	if (v > (uint64_t)INT64_MAX + negative)
		return false;
	*out = negative ? (int64_t)(0 - v) : (int64_t)v;
	return true;
}

static bool float_alphabet(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!s.p[i] || !strchr("0123456789+-.eExXpPabcdfABCDFinINtTyYfFaA", s.p[i]))
			return false;
	return true;
}

bool parse_float64(struct str s, double *out)
{
	char text[128], *end;
	double v;

	if (s.n == 0 || s.n >= sizeof text || !float_alphabet(s))
		return false; /* blanks are C's idea, not Go's */
	memcpy(text, s.p, s.n);
	text[s.n] = 0;
	v = strtod(text, &end);
	if (*end)
		return false;
	if (isinf(v) && !strchr(text, 'n') && !strchr(text, 'N'))
		return false;
	*out = v;
	return true;
}
