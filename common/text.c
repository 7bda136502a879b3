#include "common/text.h"
#include <stdio.h>
#include "common/utf8.h"

/* ---- harmless ---- */

void strbuf_add_safe(struct strbuf *b, struct str s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t from = 0; /* from there on all is safe so far */

	for (size_t i = utf8_plain_run(p, s.n); i < s.n; i += utf8_plain_run(p + i, s.n - i)) {
		size_t n = utf8_length(p + i, s.n - i);
		uint32_t c = n ? utf8_char(p + i, n) : p[i];

		if (n && !utf8_unseen(c)) {
			i += n;
			continue;
		}
		strbuf_add(b, p + from, i - from);
		strbuf_addf(b,
			c <= 0xff             ? "\\x%02x"
				: c <= 0xffff ? "\\u%04x"
					      : "\\U%08x",
			(unsigned)c);
		from = i += n ? n : 1;
	}
	if (s.n > from)
		strbuf_add(b, p + from, s.n - from);
}

size_t text_width(struct str shown)
{
	size_t n = 0;

	for (size_t i = 0; i < shown.n; i++)
		n += ((unsigned char)shown.p[i] & 0xc0) != 0x80;
	return n;
}

size_t text_width_safe(struct str foreign)
{
	if (utf8_plain_run((const unsigned char *)foreign.p, foreign.n) == foreign.n)
		return foreign.n;
	struct strbuf shown = {0};
	strbuf_add_safe(&shown, foreign);
	size_t n = text_width(strbuf_str(&shown));
	strbuf_free(&shown);
	return n;
}

/* ---- formats ---- */

/* One conversion: the parts between % and the letter. */
struct spec {
	char front[64]; /* "%-10.3l" with numbers for stars, to which the letter is added */
	size_t n;
	bool left;
	int width, precision; /* precision -1: none */
	enum { AN_INT, A_LONG, A_LONG_LONG, A_SIZE, A_MAX } length;
};

/* A va_list that several functions consume in turn. */
struct args {
	va_list list;
};

static void front_add(struct spec *s, char c)
{
	if (s->n + 2 < sizeof s->front)
		s->front[s->n++] = c;
}

/* Digits, or a star and its argument. */
static const char *read_number(struct spec *s, const char *p, int *number, struct args *args)
{
	char digits[16];

	*number = 0;
	if (*p == '*') {
		*number = va_arg(args->list, int);
		snprintf(digits, sizeof digits, "%d", *number);
		for (const char *d = digits; *d; d++)
			front_add(s, *d);
		return p + 1;
	}
	for (; is_digit(*p); p++) {
		*number = *number < 100000 ? *number * 10 + (*p - '0') : *number;
		front_add(s, *p);
	}
	return p;
}

/* From behind the % to its letter. */
static const char *read_spec(struct spec *s, const char *p, struct args *args)
{
	*s = (struct spec){.front = "%", .n = 1, .precision = -1};
	for (; *p && strchr("-+ #0", *p); p++) {
		s->left |= *p == '-';
		front_add(s, *p);
	}
	p = read_number(s, p, &s->width, args);
	if (s->width < 0) {
		s->left = true;
		s->width = -s->width;
	}
	if (*p == '.') {
		front_add(s, '.');
		p = read_number(s, p + 1, &s->precision, args);
	}
	for (; *p && strchr("hljzt", *p); p++) {
		s->length = *p == 'l' ? (s->length == A_LONG ? A_LONG_LONG : A_LONG)
			: *p == 'h'   ? AN_INT
			: *p == 'j'   ? A_MAX
				      : A_SIZE;
		front_add(s, *p);
	}
	return p;
}

static void add_string(struct text *t, const struct spec *s, struct str string)
{
	size_t width = (size_t)s->width, shown = width ? text_width_safe(string) : 0,
	       pad = shown < width ? width - shown : 0;

	if (!s->left)
		text_pad(t, pad);
	text_add(t, string);
	if (s->left)
		text_pad(t, pad);
}

/* A precision by star is the length of a struct str, which may contain NULs; a precision in the
 * format is a maximum. */
static struct str string_of(const struct spec *s, const char *p, bool counted)
{
	if (!p)
		return (struct str){"", 0};
	if (s->precision < 0)
		return str_of(p);
	size_t n = (size_t)s->precision;
	const char *end = counted ? NULL : memchr(p, 0, n);
	return (struct str){p, end ? (size_t)(end - p) : n};
}

static void add_integer(struct text *t, struct spec *s, char letter, struct args *args)
{
	front_add(s, letter);
	switch (s->length) {
	case A_LONG: strbuf_addf(&t->made, s->front, va_arg(args->list, long)); break;
	case A_LONG_LONG: strbuf_addf(&t->made, s->front, va_arg(args->list, long long)); break;
	case A_SIZE: strbuf_addf(&t->made, s->front, va_arg(args->list, size_t)); break;
	case A_MAX: strbuf_addf(&t->made, s->front, va_arg(args->list, intmax_t)); break;
	default: strbuf_addf(&t->made, s->front, va_arg(args->list, int)); break;
	}
}

static void add_one(struct text *t, struct spec *s, char letter, bool counted, struct args *args)
{
	char c;

	switch (letter) {
	case 's': add_string(t, s, string_of(s, va_arg(args->list, const char *), counted)); break;
	case 'c':
		c = (char)va_arg(args->list, int);
		add_string(t, s, (struct str){&c, 1});
		break;
	case '%': strbuf_addc(&t->made, '%'); break;
	case 'e':
	case 'f':
	case 'g':
		front_add(s, letter);
		strbuf_addf(&t->made, s->front, va_arg(args->list, double));
		break;
	default: add_integer(t, s, letter, args); break;
	}
}

void text_vaddf(struct text *t, const char *fmt, va_list list)
{
	struct args args;

	va_copy(args.list, list);
	while (*fmt) {
		size_t n = strcspn(fmt, "%");

		strbuf_add(&t->made, fmt, n);
		fmt += n;
		if (!*fmt)
			break;
		struct spec s;
		const char *letter = read_spec(&s, fmt + 1, &args);
		if (!*letter)
			break;
		add_one(t, &s, *letter, letter[-1] == '*', &args);
		fmt = letter + 1;
	}
	va_end(args.list);
}

void text_addf(struct text *t, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text_vaddf(t, fmt, args);
	va_end(args);
}

/* ---- lines ---- */

void text_add_lines(struct text *t, const char *indent, struct str foreign, char mark)
{
	while (foreign.n) {
		const char *end = str_find(foreign, mark);
		size_t n = end ? (size_t)(end - foreign.p) : foreign.n;

		if (n) {
			text_ours(t, indent);
			text_add(t, (struct str){foreign.p, n});
			text_ours(t, "\n");
		}
		n += end != NULL;
		foreign.p += n;
		foreign.n -= n;
	}
}

void text_add_log(struct text *t, struct str foreign)
{
	size_t from = 0;

	for (size_t i = 0; i < foreign.n; i++)
		if (foreign.p[i] == '\n' || foreign.p[i] == '\t') {
			text_add(t, (struct str){foreign.p + from, i - from});
			strbuf_addc(&t->made, foreign.p[i]);
			from = i + 1;
		}
	if (foreign.n > from)
		text_add(t, (struct str){foreign.p + from, foreign.n - from});
}

void text_pad(struct text *t, size_t n)
{
	if (n)
		memset(strbuf_reserve(&t->made, n), ' ', n);
	t->made.len += n;
	if (t->made.s)
		t->made.s[t->made.len] = 0;
}

void text_cut(struct text *t, size_t n)
{
	size_t i = 0;

	while (i < t->made.len && (n || ((unsigned char)t->made.s[i] & 0xc0) == 0x80)) {
		n -= ((unsigned char)t->made.s[i] & 0xc0) != 0x80;
		i++;
	}
	strbuf_cut(&t->made, i);
}
