#include <stdlib.h>
#include "common/timefmt.h"

__extension__ typedef __int128 int128;

enum { SECOND_NS = 1000000000, DAY_S = 86400 };
#define MINUTE_NS (60 * (int64_t)SECOND_NS)
#define HOUR_NS (60 * MINUTE_NS)

static void skip(struct str *s, size_t n)
{
	s->p += n;
	s->n -= n;
}

static bool take_char(struct str *s, char c)
{
	if (!s->n || *s->p != c)
		return false;
	skip(s, 1);
	return true;
}

static bool take_number(struct str *s, size_t width, int *number)
{
	*number = 0;
	for (size_t i = 0; i < width; i++) {
		if (i >= s->n || !is_digit(s->p[i]))
			return false;
		*number = *number * 10 + (s->p[i] - '0');
	}
	skip(s, width);
	return true;
}

static bool is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int64_t year, int month)
{
	static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days since 1970-01-01 in the proleptic Gregorian calendar; years start in March so that the leap
 * day comes last. */
static int64_t days_from_civil(int64_t year, int month, int day)
{
	year -= month <= 2;
	int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void civil_from_days(int64_t days, int64_t *year, int *month, int *day)
{
	days += 719468;
	int64_t era = (days >= 0 ? days : days - 146096) / 146097, of_era = days - era * 146097;
	int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
	*day = (int)(of_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = y + era * 400 + (*month <= 2);
}

/* Nanoseconds; digits behind the ninth are dropped as Go does. */
static int32_t take_fraction(struct str *s)
{
	int32_t ns = 0, unit = SECOND_NS / 10;

	for (; s->n && is_digit(*s->p); skip(s, 1), unit /= 10)
		ns += unit * (*s->p - '0');
	return ns;
}

static bool take_zone(struct str *s, int *offset_s)
{
	int hours, minutes;

	*offset_s = 0;
	if (take_char(s, 'Z'))
		return true;
	bool west = take_char(s, '-');
	if (!west && !take_char(s, '+'))
		return false;
	if (!take_number(s, 2, &hours) || !take_char(s, ':') || !take_number(s, 2, &minutes) ||
		hours > 24 || minutes > 60)
		return false;
	*offset_s = (hours * 3600 + minutes * 60) * (west ? -1 : 1);
	return true;
}

/* As Go's time.Parse(time.RFC3339): an hour of one digit and a comma before the fraction pass,
 * lower case and leap seconds do not. */
bool rfc3339_parse(struct str s, struct instant *t)
{
	int year, month, day, hour, minute, second, offset;
	int32_t ns = 0;

	if (!take_number(&s, 4, &year) || !take_char(&s, '-') || !take_number(&s, 2, &month) ||
		!take_char(&s, '-') || !take_number(&s, 2, &day) || !take_char(&s, 'T'))
		return false;
	if (!take_number(&s, s.n > 1 && is_digit(s.p[1]) ? 2 : 1, &hour) || !take_char(&s, ':') ||
		!take_number(&s, 2, &minute) || !take_char(&s, ':') || !take_number(&s, 2, &second))
		return false;
	if (s.n > 1 && (*s.p == '.' || *s.p == ',') && is_digit(s.p[1])) {
		skip(&s, 1);
		ns = take_fraction(&s);
	}
	if (!take_zone(&s, &offset) || s.n)
		return false;
	if (month < 1 || month > 12 || day < 1 || day > days_in(year, month) || hour > 23 ||
		minute > 59 || second > 59)
		return false;
	t->sec = days_from_civil(year, month, day) * DAY_S + hour * 3600 + minute * 60 + second -
		offset;
	t->nsec = ns;
	return true;
}

/* ".5" for 500 of 1000: digits of value / unit without trailing zeros; nothing for 0. */
static void add_fraction(struct strbuf *out, uint64_t value, uint64_t unit)
{
	if (!value)
		return;
	strbuf_addc(out, '.');
	for (; value && unit >= 10; value %= unit) {
		unit /= 10;
		strbuf_addc(out, (char)('0' + value / unit));
	}
}

void rfc3339_format(struct strbuf *out, struct instant t)
{
	int64_t days = t.sec / DAY_S, rest = t.sec % DAY_S, year;
	int month, day;

	if (rest < 0) {
		rest += DAY_S;
		days--;
	}
	civil_from_days(days, &year, &month, &day);
	strbuf_addf(out, "%04lld-%02d-%02dT%02d:%02d:%02d", (long long)year, month, day,
		(int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60));
	add_fraction(out, (uint64_t)t.nsec, SECOND_NS);
	strbuf_addc(out, 'Z');
}

struct instant instant_add(struct instant t, int64_t ns)
{
	int64_t sec = ns / SECOND_NS, nsec = t.nsec + ns % SECOND_NS;

	if (nsec < 0 || nsec >= SECOND_NS) {
		sec += nsec < 0 ? -1 : 1;
		nsec += nsec < 0 ? SECOND_NS : -SECOND_NS;
	}
	if (__builtin_add_overflow(t.sec, sec, &t.sec))
		t.sec = sec < 0 ? INT64_MIN : INT64_MAX;
	t.nsec = (int32_t)nsec;
	return t;
}

int64_t instant_diff(struct instant a, struct instant b)
{
	int128 ns = ((int128)a.sec - b.sec) * SECOND_NS + a.nsec - b.nsec;
	return ns > INT64_MAX ? INT64_MAX : ns < INT64_MIN ? INT64_MIN : (int64_t)ns;
}

struct unit {
	const char *name;
	uint64_t size;
};
static const struct unit time_units[] = {
	{"ns", 1},
	{"us", 1000},
	{"\xc2\xb5s", 1000}, /* U+00B5, micro */
	{"\xce\xbcs", 1000}, /* U+03BC, mu */
	{"ms", 1000000},
	{"s", SECOND_NS},
	{"m", MINUTE_NS},
	{"h", HOUR_NS},
	{"d", 24 * HOUR_NS}, /* from here on not Go's */
	{"w", 168 * HOUR_NS},
	{NULL, 0},
};

/* Digits in front of the point. False: over 2^63. */
static bool take_whole(struct str *s, uint64_t *value, bool *any)
{
	*value = 0;
	*any = false;
	for (; s->n && is_digit(*s->p); skip(s, 1)) {
		if (*value > ((uint64_t)1 << 63) / 10)
			return false;
		*value = *value * 10 + (uint64_t)(*s->p - '0');
		if (*value > (uint64_t)1 << 63)
			return false;
		*any = true;
	}
	return true;
}

/* Digits behind the point as value / scale; digits beyond 64 bits are dropped. */
static void take_part(struct str *s, uint64_t *value, double *scale, bool *any)
{
	bool full = false;

	*value = 0;
	*scale = 1;
	for (; s->n && is_digit(*s->p); skip(s, 1)) {
		*any = true;
		full = full || *value > INT64_MAX / 10 ||
			*value * 10 + (uint64_t)(*s->p - '0') > (uint64_t)1 << 63;
		if (full)
			continue;
		*value = *value * 10 + (uint64_t)(*s->p - '0');
		*scale *= 10;
	}
}

static const struct unit *take_unit(struct str *s, bool days)
{
	size_t n = 0;

	while (n < s->n && s->p[n] != '.' && !is_digit(s->p[n]))
		n++;
	for (const struct unit *u = time_units; u->name; u++)
		if (str_eq((struct str){s->p, n}, str_of(u->name))) {
			skip(s, n);
			return days || u->size <= HOUR_NS ? u : NULL;
		}
	return NULL;
}

/* Adds one part of a duration ("1.5h") to *sum, with the arithmetic of Go's time.ParseDuration,
 * doubles included. */
static bool take_duration_part(struct str *s, bool days, uint64_t *sum)
{
	const uint64_t limit = (uint64_t)1 << 63;
	uint64_t value, part = 0;
	double scale = 1;
	bool any;

	if (!take_whole(s, &value, &any))
		return false;
	if (take_char(s, '.'))
		take_part(s, &part, &scale, &any);
	const struct unit *u = any ? take_unit(s, days) : NULL;
	if (!u || value > limit / u->size)
		return false;
	value *= u->size;
	if (part)
		value += (uint64_t)((double)part * ((double)u->size / scale));
	if (value > limit)
		return false;
	*sum += value;
	return *sum <= limit;
}

static bool parse_duration(struct str s, bool days, int64_t *ns)
{
	uint64_t sum = 0;
	bool negative = take_char(&s, '-');

	if (!negative)
		take_char(&s, '+');
	if (!s.n)
		return false;
	if (str_eq(s, STR("0")))
		s.n = 0;
	while (s.n)
		if (!take_duration_part(&s, days, &sum))
			return false;
	if (sum > INT64_MAX && !negative)
		return false;
	*ns = !negative ? (int64_t)sum : sum > INT64_MAX ? INT64_MIN : -(int64_t)sum;
	return true;
}

bool duration_parse(struct str text, int64_t *ns)
{
	return parse_duration(text, false, ns);
}

bool duration_parse_days(struct str text, int64_t *ns)
{
	return parse_duration(text, true, ns);
}

void duration_format_ms(struct strbuf *out, int64_t ns)
{
	uint64_t us = (uint64_t)ns / 1000;

	strbuf_addf(out, "%llu", (unsigned long long)(us / 1000));
	add_fraction(out, us % 1000, 1000);
}

void duration_format(struct strbuf *out, int64_t ns)
{
	uint64_t u = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;

	if (!u) {
		strbuf_addz(out, "0s");
		return;
	}
	if (ns < 0)
		strbuf_addc(out, '-');
	if (u < SECOND_NS) {
		/* Below one second Go uses the largest unit in which the number is not 0. */
		const struct unit *unit = &time_units[u < 1000 ? 0 : u < 1000000 ? 2 : 4];

		strbuf_addf(out, "%llu", (unsigned long long)(u / unit->size));
		add_fraction(out, u % unit->size, unit->size);
		strbuf_addz(out, unit->name);
		return;
	}
	if (u >= HOUR_NS)
		strbuf_addf(out, "%lluh", (unsigned long long)(u / HOUR_NS));
	if (u >= MINUTE_NS)
		strbuf_addf(out, "%llum", (unsigned long long)(u / MINUTE_NS % 60));
	strbuf_addf(out, "%llu", (unsigned long long)(u / SECOND_NS % 60));
	add_fraction(out, u % SECOND_NS, SECOND_NS);
	strbuf_addc(out, 's');
}

/* K and Ki and KiB are 1024 as with coreutils, KB is 1000; a B may stand alone. */
static bool parse_size_unit(struct str s, uint64_t *unit)
{
	static const char powers[] = "KMGTPE";

	*unit = 1;
	if (!s.n || str_eq(s, STR("B")))
		return true;
	const char *at = memchr(powers, *s.p == 'k' ? 'K' : *s.p, sizeof powers - 1);
	if (!at)
		return false;
	skip(&s, 1);
	uint64_t base = str_eq(s, STR("B")) ? 1000 : 1024;
	if (s.n && base == 1024 && !str_eq(s, STR("i")) && !str_eq(s, STR("iB")))
		return false;
	for (const char *p = powers; p <= at; p++)
		*unit *= base;
	return true;
}

bool size_parse(struct str s, uint64_t *bytes)
{
	uint64_t whole, part = 0, unit;
	double scale = 1;
	bool any;

	if (!take_whole(&s, &whole, &any))
		return false;
	if (take_char(&s, '.'))
		take_part(&s, &part, &scale, &any);
	if (!any || !parse_size_unit(s, &unit) || __builtin_mul_overflow(whole, unit, bytes))
		return false;
	uint64_t rest = (uint64_t)((double)part * ((double)unit / scale));
	return !__builtin_add_overflow(*bytes, rest, bytes);
}

void size_format(struct strbuf *out, uint64_t bytes)
{
	static const char powers[] = "KMGTPE";
	double value = (double)bytes;
	int power = -1;

	while (value >= 1023.95 && power < 5) {
		value /= 1024;
		power++;
	}
	if (power < 0)
		strbuf_addf(out, "%lluB", (unsigned long long)bytes);
	else
		strbuf_addf(out, "%.1f%ciB", value, powers[power]);
}
