#include "common/quantity.h"

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

#define NANO 1000000000
/* A nano number modulo this has the same last 64 bits in each unit. */
#define LAST_BITS (((uint128)NANO) << 64)
#define HUGE_FROM ((uint128)1 << 120)
#define HUGE_BASE (LAST_BITS * 72057595) /* the smallest multiple above HUGE_FROM */
#define POW_18 1000000000000000000

/* The parts of a quantity's text, split as parseQuantityString does. whole has no leading zeros. */
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

/* The length of the blank at the start of s (Unicode's White_Space, as in Go's strings.TrimSpace);
 * 0: none. */
static size_t blank_at(struct str s)
{
	static const struct str wide[] = {STR_INIT("\xc2\x85"), STR_INIT("\xc2\xa0"),
		STR_INIT("\xe1\x9a\x80"), STR_INIT("\xe2\x80\xa8"), STR_INIT("\xe2\x80\xa9"),
		STR_INIT("\xe2\x80\xaf"), STR_INIT("\xe2\x81\x9f"), STR_INIT("\xe3\x80\x80")};

	if (s.n && (*s.p == ' ' || (*s.p >= '\t' && *s.p <= '\r')))
		return 1;
	if (!s.n || (unsigned char)*s.p < 0xc2) /* quantities are nearly always ASCII */
		return 0;
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (str_starts(s, wide[i]))
			return wide[i].n;
	bool spaces = str_starts(s, STR("\xe2\x80")) && s.n > 2 && (unsigned char)s.p[2] >= 0x80 &&
		(unsigned char)s.p[2] <= 0x8a;
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
	return (*s.p == 'e' || *s.p == 'E') &&
		parse_exponent((struct str){s.p + 1, s.n - 1}, exponent);
}

static bool any_nonzero(struct str digits, size_t from)
{
	for (size_t i = from; i < digits.n; i++)
		if (digits.p[i] != '0')
			return true;
	return false;
}

/* Digit i of whole and fraction as one text; behind its end 0. */
static unsigned digit_at(const struct parts *p, size_t i)
{
	if (i < p->whole.n)
		return (unsigned)(p->whole.p[i] - '0');
	i -= p->whole.n;
	return i < p->fraction.n ? (unsigned)(p->fraction.p[i] - '0') : 0;
}

/* A size beyond any real one, with the last bits of n. */
static uint128 huge(uint128 n)
{
	return HUGE_BASE + n % LAST_BITS;
}

/* whole.fraction * 10^exponent in nano, rounded up. */
static uint128 decimal_nano(const struct parts *p, int32_t exponent)
{
	if (!p->whole.n && !any_nonzero(p->fraction, 0))
		return 0;
	int128 count =
		(int128)p->whole.n + exponent + 9; /* digits before the point once it is nano */
	size_t keep = count > 0 ? (size_t)count : 0;
	uint128 nano = 0;
	bool is_huge = false;
	for (size_t i = 0; i < keep && !(is_huge && !nano && i >= p->whole.n + p->fraction.n);
		i++) {
		nano = nano * 10 + digit_at(p, i);
		is_huge |= nano >= HUGE_FROM;
		if (is_huge)
			nano %= LAST_BITS;
	}
	bool rest = keep < p->whole.n ? any_nonzero(p->whole, keep) || any_nonzero(p->fraction, 0)
				      : any_nonzero(p->fraction, keep - p->whole.n);
	nano += rest;
	return is_huge || nano >= HUGE_FROM ? huge(nano) : nano;
}

/* 0.fraction * 2^exponent in nano, rounded up, exact for any number of digits. The first nine
 * digits are whole nano. The rest is multiplied in groups of 18, from the last to the first; each
 * group passes its integer part to the previous one. */
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

/* The form in which Go keeps a number of few digits (ParseQuantity). */
static void set_fast(struct quantity *q, const struct parts *p, bool binary, int32_t exponent)
{
	/* Go counts one digit in front of the point even if there is none or only a zero */
	int64_t digits = (int64_t)((p->whole.n ? p->whole.n : 1) + p->fraction.n),
		scale = binary ? 0 : (int64_t)exponent - (int64_t)p->fraction.n;
	bool few = binary
		? !p->fraction.n && 15 - digits - (int64_t)((float)exponent * 3 / 10) - 1 >= 0
		: digits <= 18;
	int64_t value = 0;

	if (!few || scale < -9)
		return;
	for (size_t i = 0; i < p->whole.n + p->fraction.n; i++)
		value = value * 10 + digit_at(p, i);
	if (binary && __builtin_mul_overflow(value, (int64_t)1 << exponent, &value))
		return;
	q->fast = true;
	q->value = p->negative ? -value : value;
	q->scale = (int32_t)(scale > INT32_MAX ? INT32_MAX : scale);
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
	/* Go reads a missing number as 0 ("-", ".", "k"), except on its slow path: finer than nano,
	 * or Pi and Ei. */
	if (!p.digits && (exponent < -9 || (binary && exponent >= 50)))
		return false;
	uint128 nano = binary ? binary_nano(&p, exponent) : decimal_nano(&p, exponent);
	bool plain = !nano ||
		(binary &&
			nano ==
				(uint128)INT64_MAX *
					NANO); /* a decimal without places: none, or the cap */
	*q = (struct quantity){
		.nano = p.negative ? -(int128)nano : (int128)nano, .scale = plain ? 0 : -9};
	set_fast(q, &p, binary, exponent);
	return true;
}

/* value * 10^by; false: it does not fit. */
static bool scale_up(int64_t *value, int64_t by)
{
	for (; by > 0 && *value; by--)
		if (__builtin_mul_overflow(*value, (int64_t)10, value))
			return false;
	return true;
}

static bool add_fast(struct quantity a, struct quantity b, struct quantity *sum)
{
	int32_t scale = a.scale < b.scale ? a.scale : b.scale;

	return a.fast && b.fast && scale_up(&a.value, (int64_t)a.scale - scale) &&
		scale_up(&b.value, (int64_t)b.scale - scale) &&
		!__builtin_add_overflow(a.value, b.value, &sum->value);
}

struct quantity quantity_add(struct quantity a, struct quantity b)
{
	struct quantity sum = {.nano = a.nano + b.nano};

	if ((a.fast && !a.value) || (b.fast && !b.value))
		return b.fast && !b.value ? a : b;
	uint128 size = (uint128)(sum.nano < 0 ? -sum.nano : sum.nano);
	if (size >= 2 * HUGE_BASE)
		sum.nano = sum.nano < 0 ? -(int128)huge(size) : (int128)huge(size);
	sum.scale = a.scale < b.scale ? a.scale : b.scale;
	sum.fast = add_fast(a, b, &sum);
	if (!sum.fast && sum.scale > 0)
		sum.scale = 0; /* the last bits are the same */
	return sum;
}

static int128 whole(struct quantity q, int64_t unit)
{
	int128 rest = q.nano % unit;
	return q.nano / unit + (rest > 0) - (rest < 0);
}

static bool fits(int128 n)
{
	return n >= INT64_MIN && n <= INT64_MAX;
}

static int64_t power_of_ten(int power)
{
	int64_t p = 1;

	for (; power > 0; power--)
		p *= 10;
	return p;
}

/* Go's result for a fast form that overflows: some powers are multiplied in one step, which wraps;
 * the others one by one, which gives 0 (positiveScaleInt64). */
static bool wraps(int64_t power)
{
	return power == 1 || power == 2 || power == 3 || power == 6 || power == 9;
}

/* A decimal below zero: truncated to 64 bits before the division, and then rounded up
 * (scaledValue). */
static int64_t negative_decimal(struct quantity q, int places)
{
	int cut = -q.scale - places;
	int64_t unscaled = (int64_t)(uint64_t)(q.nano / power_of_ten(9 + q.scale));

	if (cut <= 0)
		return (int64_t)((uint64_t)unscaled * (uint64_t)power_of_ten(-cut));
	return unscaled / power_of_ten(cut) + (unscaled % power_of_ten(cut) != 0);
}

/* Quantity.ScaledValue with `places` decimal places. */
static int64_t scaled(struct quantity q, int64_t unit, int places)
{
	int128 n = whole(q, unit);
	if (!q.fast && q.nano < 0)
		return negative_decimal(q, places);
	if (q.fast && !fits(n) && !wraps((int64_t)q.scale + places))
		return 0;
	return (int64_t)(uint64_t)n;
}

int64_t quantity_value(struct quantity q)
{
	return scaled(q, NANO, 0);
}

int64_t quantity_milli(struct quantity q)
{
	return scaled(q, NANO / 1000, 3);
}

bool quantity_value_fits(struct quantity q)
{
	return fits(whole(q, NANO));
}

bool quantity_milli_fits(struct quantity q)
{
	return fits(whole(q, NANO / 1000));
}
