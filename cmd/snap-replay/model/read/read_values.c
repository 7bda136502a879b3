/* Readers of single values (texts, numbers, times, quantities) and of objects by table. */
#include "model/read/reader.h"

bool read_enter(struct reader *x)
{
	return !json_null(x->r) && json_enter(x->r);
}

bool read_enter_map(struct reader *x, int *n)
{
	if (!json_null(x->r))
		return json_enter(x->r);
	*n = 0;
	return false;
}

const struct field *field_find(const struct field *fields, struct str key)
{
	const struct field *similar = NULL;

	for (const struct field *f = fields; f->name.n; f++) {
		if (f->name.n != key.n || (f->name.p[0] ^ key.p[0]) & ~0x20)
			continue;
		if (memcmp(f->name.p, key.p, key.n) == 0)
			return f;
		if (!similar && same_but_case(f->name, key))
			similar = f;
	}
	return similar;
}

void read_object(struct reader *x, void *at, const struct field *fields)
{
	const struct field *next = fields; /* objects mostly have the order of their table */
	struct str key;

	if (!read_enter(x))
		return;
	while (json_key(x->r, &key)) {
		const struct field *f =
			next->name.n && str_eq(next->name, key) ? next : field_find(fields, key);

		if (f) {
			next = f + 1;
			f->read(x, (char *)at + f->offset);
		} else
			json_skip(x->r);
	}
}

void read_text(struct reader *x, void *at)
{
	struct str s;

	if (!json_null(x->r) && json_string(x->r, &s))
		*(struct str *)at = objects_intern(x->o, s);
}

void read_bool(struct reader *x, void *at)
{
	if (!json_null(x->r))
		json_bool(x->r, at);
}

void read_int64(struct reader *x, void *at)
{
	if (!json_null(x->r))
		json_int(x->r, at);
}

void read_int32(struct reader *x, void *at)
{
	int64_t v;

	if (json_null(x->r) || !json_int(x->r, &v))
		return;
	if (v < INT32_MIN || v > INT32_MAX)
		json_fail(x->r, "%lld does not fit into 32 bits", (long long)v);
	else
		*(int64_t *)at = v;
}

void read_double(struct reader *x, void *at)
{
	if (!json_null(x->r))
		json_double(x->r, at);
}

/* The number of two decimal digits; -1: not digits. */
static int two(const char *p)
{
	unsigned a = (unsigned char)p[0] - (unsigned)'0', b = (unsigned char)p[1] - (unsigned)'0';

	return a > 9 || b > 9 ? -1 : (int)(a * 10 + b);
}

/* The form that Kubernetes writes, "2026-01-02T03:04:05Z". False for all others, which
 * rfc3339_parse reads, and for days 29 to 31. */
static bool parse_plain_time(struct str s, struct instant *t)
{
	static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	const char *p = s.p;
	int century, year, month, day, hour, minute, second;

	if (s.n != PLAIN_TIME || p[4] != '-' || p[7] != '-' || p[10] != 'T' || p[13] != ':' ||
		p[16] != ':' || p[19] != 'Z')
		return false;
	century = two(p), year = two(p + 2), month = two(p + 5), day = two(p + 8);
	hour = two(p + 11), minute = two(p + 14), second = two(p + 17);
	if ((century | year | month | day | hour | minute | second) < 0)
		return false;
	year += century * 100;
	if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 ||
		minute > 59 || second > 59)
		return false;
	int leap_years = year - (month < 3);
	int64_t days = (int64_t)(year - 1970) * 365 + leap_years / 4 - leap_years / 100 +
		leap_years / 400 - 477 + before[month - 1] + day - 1;

	*t = (struct instant){days * 86400 + hour * 3600 + minute * 60 + second, 0};
	return true;
}

static bool read_time_value(struct reader *x, struct instant *t)
{
	struct str s;

	if (json_null(x->r)) {
		*t = TIME_ZERO;
		return true;
	}
	if (!json_string(x->r, &s))
		return false;
	if (x->time.text[0] && s.n == PLAIN_TIME && memcmp(s.p, x->time.text, PLAIN_TIME) == 0) {
		*t = x->time.t;
		return true;
	}
	if (parse_plain_time(s, t)) {
		memcpy(x->time.text, s.p, PLAIN_TIME);
		x->time.t = *t;
		return true;
	}
	return rfc3339_parse(s, t) || json_fail(x->r, "not an RFC 3339 time");
}

void read_instant(struct reader *x, void *at)
{
	struct instant t;

	if (read_time_value(x, &t))
		*(struct instant *)at = t;
}

void read_newest(struct reader *x, struct instant t)
{
	if (instant_cmp(t, x->o->newest) > 0)
		x->o->newest = t;
}

void read_moment(struct reader *x, void *at)
{
	struct instant t;

	(void)at;
	if (read_time_value(x, &t))
		read_newest(x, t);
}

void read_duration(struct reader *x, void *at)
{
	struct str s;

	if (json_string(x->r, &s) && !duration_parse(s, at))
		json_fail(x->r, "not a duration such as 1h2m3s");
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct str trim(struct str s)
{
	while (s.n && is_blank(*s.p))
		s.p++, s.n--;
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

bool read_quantity_text(struct reader *x, struct quantity *q, struct str *text)
{
	*q = (struct quantity){0};
	*text = (struct str){0};
	if (json_null(x->r) ||
		!(json_peek(x->r) == JSON_NUMBER ? json_number(x->r, text)
						 : json_string(x->r, text)))
		return false;
	*text = trim(*text);
	return quantity_parse(*text, q) ||
		json_fail(x->r, "'%.*s' is not a quantity", text->n < 40 ? (int)text->n : 40,
			text->p);
}

void read_quantity(struct reader *x, void *at)
{
	struct str text;

	read_quantity_text(x, at, &text);
}

void read_present(struct reader *x, void *at)
{
	if (json_null(x->r))
		return;
	*(bool *)at = true;
	json_skip(x->r);
}
