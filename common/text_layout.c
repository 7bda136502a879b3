/* Numbers and lines as people read them. */
#include "common/text.h"

#include <stdio.h>

void strbuf_add_number(struct strbuf *b, long long n)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%lld", n);

	for (int i = 0; i < length; i++) {
		strbuf_addc(b, digits[i]);
		if ((length - i) % 3 == 1 && i + 1 < length && digits[i] != '-')
			strbuf_addc(b, ',');
	}
}

void strbuf_add_count(struct strbuf *b, long long n, const char *noun)
{
	strbuf_add_number(b, n);
	strbuf_addf(b, " %s%s", noun, plural_s(n));
}

static size_t blanks_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == ' ')
		n++;
	return n;
}

/* Where the line ends that begins with rest: at its last blank within `columns`; behind the first
 * word, if that is longer. */
static size_t break_at(struct str rest, size_t columns)
{
	size_t blanks = blanks_of(rest), at = 0, width = blanks;

	for (size_t i = blanks; i < rest.n; i++) {
		if (rest.p[i] == ' ' && width <= columns)
			at = i;
		else if (rest.p[i] == ' ' && !at)
			return i;
		width += ((unsigned char)rest.p[i] & 0xc0) != 0x80;
		if (at && width > columns)
			return at;
	}
	return rest.n;
}

static void add_wrapped(struct strbuf *out, struct str line, size_t columns)
{
	size_t indent = blanks_of(line), more = 0;

	while (line.n && line.p[line.n - 1] == ' ')
		line.n--;
	while (line.n) {
		size_t lead = more ? indent + 4 : 0, end;

		end = break_at(line, columns > lead ? columns - lead : 1);
		for (size_t i = 0; i < lead; i++)
			strbuf_addc(out, ' ');
		strbuf_add(out, line.p, end);
		strbuf_addc(out, '\n');
		line = (struct str){line.p + end, line.n - end};
		more = blanks_of(line);
		line = (struct str){line.p + more, line.n - more};
	}
}

void text_wrap(struct text *t, size_t from, size_t columns)
{
	struct strbuf wrapped = {0};

	for (size_t at = from; at < t->made.len;) {
		const char *end = memchr(t->made.s + at, '\n', t->made.len - at);
		size_t n = (end ? (size_t)(end - t->made.s) : t->made.len) - at;

		if (n)
			add_wrapped(&wrapped, (struct str){t->made.s + at, n}, columns);
		else
			strbuf_addc(&wrapped, '\n');
		at += n + 1;
	}
	strbuf_cut(&t->made, from);
	strbuf_addstr(&t->made, strbuf_str(&wrapped));
	strbuf_free(&wrapped);
}
