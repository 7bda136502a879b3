#include "common/quantity.h"

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

#define UINT128_MAX (~(uint128)0)
#define INT128_MAX ((int128)(UINT128_MAX >> 1))
#define NANO 1000000000
#define POW_18 1000000000000000000

/* A quantity's text, taken apart as parseQuantityString does. Leading zeros are not in whole. */
struct parts {
	bool negative, digits;
	struct str whole, fraction, suffix;
};

static struct str take_digits(struct str *s)
{
	struct str taken = {s->p, 0};
	while (taken.n < s->n && is_digit(s->p[taken.n]))
		taken.n++;
	s->p += taken.n;
	s->n -= taken.n;
	return taken;
}

/* The length of the blank (Unicode's White_Space, as Go's strings.TrimSpace) that s starts with; 0: none. */
static size_t blank_at(struct str s)
{
	static const struct str wide[] = {{"\xc2\x85", 2}, {"\xc2\xa0", 2}, {"\xe1\x9a\x80", 3}, {"\xe2\x80\xa8", 3},
		{"\xe2\x80\xa9", 3}, {"\xe2\x80\xaf", 3}, {"\xe2\x81\x9f", 3}, {"\xe3\x80\x80", 3}};
	if (s.n && (*s.p == ' ' || (*s.p >= '\t' && *s.p <= '\r')))
		return 1;
	if (!s.n || (unsigned char)*s.p < 0xc2) /* quantities are nearly always ASCII */
		return 0;
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (str_starts(s, wide[i]))
			return wide[i].n;
	bool spaces = str_starts(s, STR("\xe2\x80")) && s.n > 2 && (unsigned char)s.p[2] >= 0x80 && (unsigned char)s.p[2] <= 0x8a;
	return spaces ? 3 : 0;
}

static struct str trim(struct str s)
{
	for (size_t n; (n = blank_at(s)); s.n -= n)
		s.p += n;
	for (bool more = true; more;) {
		more = false;
		for (size_t n = 1; n <= 3 && n <= s.n && !more; n++)
			if (blank_at((struct str){s.p + s.n - n, n}) == n) {
				s.n -= n;
				more = true;
			}
	}
	return s;
}

static struct parts take_apart(struct str s)
{
	struct parts p = {0};
	if (s.n && (*s.p == '-' || *s.p == '+')) {
		p.negative = *s.p == '-';
		s.p++;
		s.n--;
	}
	p.whole = take_digits(&s);
	p.digits = p.whole.n > 0;
	while (p.whole.n && *p.whole.p == '0') {
		p.whole.p++;
		p.whole.n--;
	}
	if (s.n && *s.p == '.') {
		s.p++;
		s.n--;
		p.fraction = take_digits(&s);
		p.digits |= p.fraction.n > 0;
	}
	p.suffix = s;
	return p;
}

/* strconv.ParseInt, then Go's conversion to int32, which drops the upper bits. */
static bool parse_exponent(struct str s, int32_t *exponent)
{
	bool negative = s.n && *s.p == '-';
	if (s.n && (*s.p == '-' || *s.p == '+')) {
		s.p++;
		s.n--;
	}
	struct str digits = take_digits(&s);
	uint128 value = 0;
	if (!digits.n || s.n)
		return false;
	for (size_t i = 0; i < digits.n; i++) {
		value = value * 10 + (unsigned)(digits.p[i] - '0');
		if (value > (uint128)INT64_MAX + negative)
			return false;
	}
	uint32_t low = (uint32_t)value;
	low = negative ? 0 - low : low;
	*exponent = low <= INT32_MAX ? (int32_t)low : (int32_t)(low - INT32_MAX - 1) + INT32_MIN;
	return true;
}

static bool parse_suffix(struct str s, bool *binary, int32_t *exponent)
{
	static const char decimal[] = "num\0kMGTPE", powers[] = "KMGTPE";
	*binary = s.n == 2 && s.p[1] == 'i';
	*exponent = 0;
	if (s.n == 0)
		return true;
	if (*binary) {
		const char *at = memchr(powers, *s.p, sizeof powers - 1);
		*exponent = at ? (int32_t)(at - powers + 1) * 10 : 0;
		return at;
	}
	if (s.n == 1) {
		const char *at = *s.p ? memchr(decimal, *s.p, sizeof decimal - 1) : NULL;
		*exponent = at ? ((int32_t)(at - decimal) - 3) * 3 : 0;
		return at;
	}
	return (*s.p == 'e' || *s.p == 'E') && parse_exponent((struct str){s.p + 1, s.n - 1}, exponent);
}

static bool any_nonzero(struct str digits, size_t from)
{
	for (size_t i = from; i < digits.n; i++)
		if (digits.p[i] != '0')
			return true;
	return false;
}

/* The digits of whole and fraction as one text, zeros behind its end. */
static unsigned digit_at(const struct parts *p, size_t i)
{
	if (i < p->whole.n)
		return (unsigned)(p->whole.p[i] - '0');
	i -= p->whole.n;
	return i < p->fraction.n ? (unsigned)(p->fraction.p[i] - '0') : 0;
}

/* whole.fraction * 10^exponent in nano, rounded up, saturating. */
static uint128 decimal_nano(const struct parts *p, int32_t exponent)
{
	if (!p->whole.n && !any_nonzero(p->fraction, 0))
		return 0;
	int128 count = (int128)p->whole.n + exponent + 9; /* digits before the point once it is nano */
	size_t keep = count > 0 ? (size_t)count : 0;
	uint128 nano = 0;
	for (size_t i = 0; i < keep; i++)
		if (__builtin_mul_overflow(nano, (uint128)10, &nano) || __builtin_add_overflow(nano, (uint128)digit_at(p, i), &nano))
			return UINT128_MAX;
	bool rest = keep < p->whole.n ? any_nonzero(p->whole, keep) || any_nonzero(p->fraction, 0)
				      : any_nonzero(p->fraction, keep - p->whole.n);
	return nano + (rest && nano < UINT128_MAX);
}

/* 0.fraction * 2^exponent in nano, rounded up, exact for any number of digits. The first nine are whole nano; the rest is
 * multiplied in groups of 18 from the last to the first, each handing its integer part on. */
static uint128 binary_fraction_nano(const struct parts *p, int32_t exponent)
{
	uint128 nano = 0, carry = 0;
	bool rest = false;
	for (size_t i = 0; i < 9; i++)
		nano = nano * 10 + digit_at(p, p->whole.n + i);
	size_t groups = p->fraction.n > 9 ? (p->fraction.n - 9 + 17) / 18 : 0;
	while (groups-- > 0) {
		uint64_t group = 0;
		for (size_t i = 0; i < 18; i++)
			group = group * 10 + digit_at(p, p->whole.n + 9 + groups * 18 + i);
		uint128 product = ((uint128)group << exponent) + carry;
		carry = product / POW_18;
		rest |= product % POW_18 != 0;
	}
	return (nano << exponent) + carry + rest;
}

/* whole.fraction * 2^exponent in nano, rounded up; capped at 2^63-1 units as ParseQuantity does. */
static uint128 binary_nano(const struct parts *p, int32_t exponent)
{
	const uint128 cap = (uint128)INT64_MAX * NANO;
	uint128 whole = 0;
	for (size_t i = 0; i < p->whole.n; i++) {
		whole = whole * 10 + digit_at(p, i);
		if (whole > INT64_MAX)
			return cap;
	}
	if (whole << exponent > INT64_MAX)
		return cap;
	uint128 nano = (whole << exponent) * NANO + binary_fraction_nano(p, exponent);
	return nano > cap ? cap : nano;
}

bool quantity_parse(struct str text, struct quantity *q)
{
	bool binary;
	int32_t exponent;
	text = trim(text);
	if (!text.n)
		return false;
	struct parts p = take_apart(text);
	if (!parse_suffix(p.suffix, &binary, &exponent))
		return false;
	/* Go reads a missing number as 0 ("-", ".", "k"), except where its slow path meets it: finer than nano, or Pi and Ei. */
	if (!p.digits && (exponent < -9 || (binary && exponent >= 50)))
		return false;
	uint128 nano = binary ? binary_nano(&p, exponent) : decimal_nano(&p, exponent);
	int128 signed_nano = nano > (uint128)INT128_MAX ? INT128_MAX : (int128)nano;
	q->nano = p.negative ? -signed_nano : signed_nano;
	return true;
}

struct quantity quantity_add(struct quantity a, struct quantity b)
{
	int128 sum;
	if (__builtin_add_overflow(a.nano, b.nano, &sum))
		sum = a.nano < 0 ? -INT128_MAX : INT128_MAX;
	return (struct quantity){sum};
}

static int64_t scaled(struct quantity q, int64_t unit)
{
	int128 n = q.nano / unit, rest = q.nano % unit;
	n += (rest > 0) - (rest < 0);
	return n > INT64_MAX ? INT64_MAX : n < INT64_MIN ? INT64_MIN : (int64_t)n;
}

int64_t quantity_value(struct quantity q)
{
	return scaled(q, NANO);
}

int64_t quantity_milli(struct quantity q)
{
	return scaled(q, NANO / 1000);
}
