#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/mem.h"
#include "common/str.h"

struct str str_take_last_line(struct str *text)
{
	while (text->n && (text->p[text->n - 1] == '\n' || text->p[text->n - 1] == ' '))
		text->n--;
	struct str line = {text->n ? text->p + text->n : "", 0};
	while (line.n < text->n && line.p[-1] != '\n')
		line.p--, line.n++;
	text->n -= line.n;
	return line;
}

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

void strbuf_free(struct strbuf *b)
{
	free(b->s);
	*b = (struct strbuf){0};
}

void strbuf_cut(struct strbuf *b, size_t len)
{
	b->len = len;
	if (b->s)
		b->s[len] = 0;
}

void strbuf_clear(struct strbuf *b)
{
	strbuf_cut(b, 0);
}

char *strbuf_reserve(struct strbuf *b, size_t more)
{
	/* One byte more for the NUL. xrealloc_array refuses a sum that overflows. */
	size_t need = more < SIZE_MAX - b->len ? b->len + more + 1 : SIZE_MAX;
	if (need > b->cap) {
		size_t cap = b->cap < SIZE_MAX / 2 ? b->cap * 2 : SIZE_MAX;

		if (cap < need)
			cap = need < 64 ? 64 : need;
		b->s = xrealloc_array(b->s, cap, 1);
		b->cap = cap;
	}
	b->s[b->len] = 0;
	return b->s + b->len;
}

void strbuf_add(struct strbuf *b, const void *bytes, size_t n)
{
	char *end = strbuf_reserve(b, n);

	if (n)
		memcpy(end, bytes, n);
	end[n] = 0;
	b->len += n;
}

void strbuf_addstr(struct strbuf *b, struct str s)
{
	strbuf_add(b, s.p, s.n);
}

void strbuf_addz(struct strbuf *b, const char *cstr)
{
	strbuf_add(b, cstr, strlen(cstr));
}

void strbuf_addc(struct strbuf *b, char c)
{
	char *end = strbuf_reserve(b, 1);

	end[0] = c;
	end[1] = 0;
	b->len++;
}

void strbuf_addf(struct strbuf *b, const char *fmt, ...)
{
	va_list args, again;

	va_start(args, fmt);
	va_copy(again, args);
	size_t room = b->cap - b->len;
	int n = vsnprintf(room ? b->s + b->len : NULL, room, fmt, args);
	va_end(args);
	if (n > 0 && (size_t)n >= room)
		vsnprintf(strbuf_reserve(b, (size_t)n), (size_t)n + 1, fmt, again);
	if (n > 0)
		b->len += (size_t)n;
	va_end(again);
}

void strbuf_add_words(struct strbuf *b, const char *const *words, int n, const char *last)
{
	for (int i = 0; i < n; i++)
		strbuf_addf(b, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : last, words[i]);
}
