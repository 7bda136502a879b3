/* The shortest decimal that reads back as the same double, written as Go's encoding/json writes a
 * float64. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/jsonw.h"

/* 0.d1d2d3... times ten to the power of point */
struct decimal {
	char digits[24];
	int count, point;
};

/* snprintf and strtod use the same locale, so strtod reads what snprintf writes. Only the digits
 * are copied, whatever the decimal point is. */
static void take_digits(struct decimal *d, const char *text)
{
	d->count = 0;
	for (; *text != 'e'; text++)
		if (*text >= '0' && *text <= '9')
			d->digits[d->count++] = *text;
	d->point = (int)strtol(text + 1, NULL, 10) + 1;
	while (d->count > 1 && d->digits[d->count - 1] == '0')
		d->count--;
}

static bool reads_back(const struct decimal *d, double v)
{
	char text[48];

	snprintf(text, sizeof text, "%.*se%d", d->count, d->digits, d->point - d->count);
	return strtod(text, NULL) == v;
}

/* One more in the last digit. */
static void round_up(struct decimal *d)
{
	int i = d->count - 1;

	while (i >= 0 && d->digits[i] == '9')
		i--;
	if (i < 0) {
		d->digits[0] = '1';
		d->count = 1;
		d->point++;
		return;
	}
	d->digits[i]++;
	d->count = i + 1;
}

static void shortest(struct decimal *d, double v)
{
	char text[48];
	int exponent;
	bool lopsided = frexp(v, &exponent) ==
		0.5; /* a power of two: doubles below it are twice as dense as above */

	/* A normal double preserves any 15 digits; a subnormal one may preserve fewer. */
	for (int digits = fabs(v) < 2.2250738585072014e-308 ? 1 : 15; digits < 17; digits++) {
		snprintf(text, sizeof text, "%.*e", digits - 1, v);
		take_digits(d, text);
		if (reads_back(d, v))
			return;
		if (lopsided) {
			round_up(d);
			if (reads_back(d, v))
				return;
		}
	}
	snprintf(text, sizeof text, "%.16e", v);
	take_digits(d, text);
}

static size_t put(char *buf, size_t n, const char *from, int count)
{
	memcpy(buf + n, from, (size_t)count);
	return n + (size_t)count;
}

static size_t put_zeros(char *buf, size_t n, int count)
{
	if (count > 0)
		memset(buf + n, '0', (size_t)count);
	return count > 0 ? n + (size_t)count : n;
}

static size_t put_whole(char *buf, size_t n, uint64_t v)
{
	char digits[20];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + v % 10);
	while (v /= 10);
	return put(buf, n, digits + at, (int)(sizeof digits - at));
}

static size_t put_plain(char *buf, size_t n, const struct decimal *d)
{
	if (d->point <= 0) {
		n = put(buf, n, "0.", 2);
		n = put_zeros(buf, n, -d->point);
		return put(buf, n, d->digits, d->count);
	}
	int before = d->count < d->point ? d->count : d->point;
	n = put(buf, n, d->digits, before);
	n = put_zeros(buf, n, d->point - before);
	if (d->count > before) {
		buf[n++] = '.';
		n = put(buf, n, d->digits + before, d->count - before);
	}
	return n;
}

static size_t put_exponent(char *buf, size_t n, const struct decimal *d)
{
	buf[n++] = d->digits[0];
	if (d->count > 1) {
		buf[n++] = '.';
		n = put(buf, n, d->digits + 1, d->count - 1);
	}
	int e = d->point - 1;
	return n + (size_t)snprintf(buf + n, 8, "e%c%d", e < 0 ? '-' : '+', abs(e));
}

size_t jsonw_format_double(char *buf, double v)
{
	size_t n = 0;

	if (isnan(v) || isinf(v))
		return put(buf, 0, "null", 4);
	if (signbit(v))
		buf[n++] = '-';
	v = fabs(v);
	if (v < 1e15 && v == (double)(uint64_t)v) /* fifteen digits always read back */
		return put_whole(buf, n, (uint64_t)v);
	struct decimal d;
	shortest(&d, v);
	/* The borders of encoding/json: 1e-6 and 1e21. */
	return v < 1e-6 || v >= 1e21 ? put_exponent(buf, n, &d) : put_plain(buf, n, &d);
}

size_t jsonw_format_int(char *buf, int64_t v)
{
	if (v >= 0)
		return put_whole(buf, 0, (uint64_t)v);
	buf[0] = '-';
	return put_whole(buf, 1, 0 - (uint64_t)v);
}
